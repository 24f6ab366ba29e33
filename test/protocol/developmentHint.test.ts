import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hints, hintText, printHint } from "../../src/protocol/developmentHint.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const errorsPage = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

test("every hint has a row in docs/errors.md", () => {
  const missing = Object.keys(hints).filter((kind) => !errorsPage.includes(`\n| \`${kind}\` |`));
  expect(missing).toEqual([]);
});

test("a hint is printed once per object, and names its row", () => {
  const [first, second] = [{}, {}];
  printHint("refused-name", first, ["a b"]);
  printHint("refused-name", first, ["a b"]);
  printHint("refused-name", second, ["a b"]);
  const texts = vi.mocked(console.warn).mock.calls.map(([text]) => text);
  const expected = expect.stringMatching(
    /^agui-kit: .*"a b".* See "refused-name" in node_modules\/agui-kit\/docs/,
  );
  expect(texts).toEqual([expected, expected]);
});

test("a hint is printed once for a tool that throws another message each time", () => {
  const owner = {};
  for (const message of ["a", "b", "c"]) printHint("tool-threw", owner, ["paint", message]);
  printHint("tool-threw", owner, ["copy", "a"]);
  expect(console.warn).toHaveBeenCalledTimes(2);
});

test("nothing is printed in production", () => {
  vi.stubEnv("NODE_ENV", "production");
  printHint("refused-name", {}, ["a b"]);
  expect(hintText("missing-styles", [])).toBe("");
  expect(console.warn).not.toHaveBeenCalled();
});

test("a thrown value that the console cannot show is left out", () => {
  vi.mocked(console.warn).mockImplementationOnce(() => {
    throw new TypeError("Cannot convert object to primitive value");
  });
  expect(() => printHint("tool-threw", {}, ["paint", "x"], Object.create(null))).not.toThrow();
  expect(console.warn).toHaveBeenLastCalledWith(expect.stringContaining('"paint"'));
});
