// The Gmail server on a free port, with what it is to know at first: the seed in the file named by the first argument.
import { readFileSync } from "node:fs";
import { createEmulator } from "@inbox-zero/emulate";

await createEmulator({ service: "google", port: 0, seed: JSON.parse(readFileSync(process.argv[2], "utf8")) });
