import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// This document has no layout, and so nothing to scroll.
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
