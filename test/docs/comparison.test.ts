// @vitest-environment node
import { expect, test } from "vitest";
import { replaceRows } from "../bench/report.mjs";
import { section, tableRows } from "./documents.ts";

const table = ["| | ours | theirs |", "| --- | ---: | ---: |", "| ms | 1 | 2 |", "| MB | 3 | 4 |"];

test("the comparison replaces rows by their label and keeps the others", () => {
  expect(tableRows(`${replaceRows(table.join("\n"), [["MB", "5", "6"]])}\n`)).toEqual([
    ["ms", "1", "2"],
    ["MB", "5", "6"],
  ]);
});

test("the comparison refuses a row that the table does not have", () => {
  expect(() => replaceRows(table.join("\n"), [["kB", "5", "6"]])).toThrow('no row "kB"');
});

test("README.md has the rows that the benchmarks write", () => {
  const labels = tableRows(section("README.md", "## Compared with others")).map(([label]) => label);
  expect(labels).toEqual([
    "main-thread ms, 5,000 tokens of Markdown",
    "MB of heap at most",
    "kB gzipped without React, first load",
    "µs for a tool-argument delta after 200 messages",
  ]);
});
