// @vitest-environment node
import { expect, test } from "vitest";
import { formatTable, isOver } from "./table.mjs";

const row = {
  bundler: "vite",
  name: "a chat",
  bytes: 50_000,
  files: 4,
  total: { bytes: 120_500, files: 12 },
  budget: { kilobytes: 50, files: 4 },
};

test("a figure that meets its budget exactly is within", () => {
  expect(isOver(row)).toBe(false);
  expect(isOver({ ...row, bytes: 50_001 })).toBe(true);
  expect(isOver({ ...row, files: 5 })).toBe(true);
});

test("the table has one line per figure and marks what is over", () => {
  const [heading, ...lines] = formatTable([row, { ...row, files: 5 }]).split("\n");
  expect(heading).toContain("budget");
  expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ["vite", "a chat", "50.0", "50.0", "4", "4", "120.5", "12", "ok"],
    ["vite", "a chat", "50.0", "50.0", "5", "4", "120.5", "12", "over"],
  ]);
});
