// @vitest-environment node
import { expect, test } from "vitest";
import { unexplainedCasts } from "./unexplainedCasts.ts";

test("unexplainedCasts reports a cast without a comment on its line or above its statement", () => {
  const text = `
// Explains both.
const a = x as A;
const b = x as B;
const c = x as C;

const d = "https://example.com" as D;
const e = x as E; // Explains it.
const f = {
  g: x as G,
  // Explains it.
  h: [
    x as H,
  ],
};
/** Explains nothing in the body. */
function i() {
  const j = 1;
  return x as I;
}
const k = [1] as const;
const l = x as unknown;
`;
  expect(unexplainedCasts({ "src/a.ts": text })).toEqual([
    "src/a.ts:7 has a cast without a comment.",
    "src/a.ts:10 has a cast without a comment.",
    "src/a.ts:19 has a cast without a comment.",
  ]);
});
