import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";
import { PATIENCE_MS } from "./patience.ts";

configure({ asyncUtilTimeout: PATIENCE_MS });

// No act environment: in a real browser React schedules its own work, and a test waits for what a
// user would see.
afterEach(cleanup);

const elements = new Set(document.body.children);

// Files share a page, so a file leaves it as it was.
afterAll(() => {
  const left = [...document.body.children].filter((element) => !elements.has(element));
  for (const element of left) element.remove();
  if (left.length > 0) {
    const names = left.map((element) => element.outerHTML.slice(0, 200)).join("\n");
    throw new Error(
      `The tests of this file left elements in the page, which the next files would find. Remove them in the file.\n${names}`,
    );
  }
});
