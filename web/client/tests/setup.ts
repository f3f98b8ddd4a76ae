import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// How long what is awaited may take on a busy machine; a test that waits in vain fails all the same.
configure({ asyncUtilTimeout: 20_000 });

// This document has no layout, and so nothing to scroll.
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
