import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { longest } from "./longestFirst.ts";

test.each(longest)("%s is a test file", (path) => {
  expect(existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url)))).toBe(true);
});
