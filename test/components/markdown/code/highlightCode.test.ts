// @vitest-environment jsdom
import { expect, test } from "vitest";
import { highlightCode } from "../../../../src/components/markdown/code/highlightCode.ts";

/** Runs a function, and returns the lines of a code that patterns read in each task. */
async function readLines(
  code: string,
  run: () => Promise<unknown>,
): Promise<readonly ReadonlySet<string>[]> {
  const lines = new Set(code.split("\n"));
  const tasks = [new Set<string>()];
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    for (const line of text.split("\n")) if (lines.has(line)) tasks.at(-1)?.add(line);
    return exec.call(this, text);
  };
  // Timers run in order, so there is an end of this loop between two tasks.
  let timer = setTimeout(function endTask() {
    tasks.push(new Set());
    timer = setTimeout(endTask);
  });
  try {
    await run();
  } finally {
    clearTimeout(timer);
    RegExp.prototype.exec = exec;
  }
  return tasks;
}

test.each([["clojure"], ["bash"], ["typescript"]])(
  "a task reads a part of 20 KB of code in %s",
  async (language) => {
    const line = `${'(foo "a" 1) '.repeat(15)}\n`;
    const code = Array.from({ length: 110 }, (_, index) => `${index} ${line}`).join("");
    await highlightCode("x", language);
    const tasks = await readLines(code, () => highlightCode(code, language));
    const lengths = tasks.map((lines) => [...lines].join("").length);
    expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(code.length / 2);
    // A task ends with the slice that exceeds 4,000 characters.
    expect(Math.max(...lengths)).toBeLessThan(6_000);
  },
);

test("a block that is aborted while it waits reads no code", async () => {
  const controller = new AbortController();
  const code = Array.from({ length: 100 }, (_, index) => `const a${index} = 1;\n`).join("");
  await highlightCode("x", "typescript");
  const tasks = await readLines(code, async () => {
    const node = highlightCode(code, "typescript", controller.signal);
    controller.abort();
    expect(await node).toBe(code);
  });
  expect(tasks.every((lines) => lines.size === 0)).toBe(true);
});
