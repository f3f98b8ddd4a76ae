import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Two builds from one source: the page, and (`--mode fixtures`) a page of made-up states for screenshots and for the tests in a browser.
// The second has a root of its own, so that nothing of it can get into the first.
export default defineConfig(({ mode }) => ({
  root: mode === "fixtures" ? "fixtures" : ".",
  publicDir: mode === "fixtures" ? "../public" : "public",
  plugins: [react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    license: { fileName: "licenses.md" },
    modulePreload: { polyfill: false },
    target: "es2022",
    // What a call needs, LiveKit's client above all, is one piece on purpose: it is all wanted at the same moment.
    chunkSizeWarningLimit: 800,
  },
  server: { host: "127.0.0.1", proxy: { "/api": "http://127.0.0.1:8000" } },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/setup.ts"],
    // One document for all files: making one costs more than most of the tests.
    isolate: false,
    maxWorkers: 1,
    testTimeout: 30_000,
  },
}));
