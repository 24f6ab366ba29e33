import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import process from "node:process";

const RESULTS = new URL("RESULTS.md", import.meta.url);
const README = new URL("../../README.md", import.meta.url);
const BENCHMARKS = new URL("../../docs/benchmarks.md", import.meta.url);

/** Returns a Markdown table with all columns but the first aligned to the right. */
export function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, at) => Math.max(3, ...all.map((row) => row[at].length)));
  const line = (row) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(" | ")} |`;
  const rule = widths.map((width, at) =>
    at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(all[0]), `| ${rule.join(" | ")} |`, ...all.slice(1).map(line)].join("\n");
}

/**
 * Returns the row of a target with its result.
 *
 * @param {string} what
 * @param {number} value - The measured figure.
 * @param {number} most - The limit.
 * @param {string} [unit]
 */
export const target = (what, value, most, unit = "×") => [
  what,
  `≤ ${most} ${unit}`,
  `${value < 10 ? Number(value.toFixed(3)) : figure(value)} ${unit}`,
  value <= most ? "met" : "**not met**",
];

export const targetTable = (rows) => table(["target", "at most", "measured", ""], rows);

/** Formats a number with its significant digits. */
export function figure(value) {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

/** Describes the machine and the packages that were measured. */
export function machine(packages) {
  const [cpu] = cpus();
  const versions = packages.map((name) => `${name} ${versionOf(name)}`);
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `${new Date().toISOString().slice(0, 10)}; ${cpu?.model.trim()}, ${cpus().length} cores, ${memory} GB; Node ${process.versions.node}.`,
    ...(versions.length > 0 ? [`Measured against ${versions.join(", ")}.`] : []),
  ].join("\n");
}

function versionOf(name) {
  const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}

/** Writes the results of a part into RESULTS.md. */
export const writeResults = (part, text) => writeBetween(RESULTS, part, text);

/** Writes the table of one part into docs/benchmarks.md. */
export const writeBenchmarks = (part, text) => writeBetween(BENCHMARKS, part, text);

/**
 * Writes rows of the comparison with other libraries into README.md; rows with other labels keep their figures.
 *
 * @param {readonly (readonly string[])[]} rows - Each a label, and the figures of agui-kit and of the others.
 */
export function writeComparison(rows) {
  const comparison = readBetween(readFileSync(README, "utf8"), "comparison");
  writeBetween(README, "comparison", replaceRows(comparison, rows));
}

/**
 * Returns a table of Markdown in which rows are replaced by the rows of the same label.
 *
 * @param {string} markdown
 * @param {readonly (readonly string[])[]} rows
 */
export function replaceRows(markdown, rows) {
  const [head = [], , ...old] = markdown
    .trim()
    .split("\n")
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  for (const [label] of rows) {
    if (!old.some(([name]) => name === label)) throw new Error(`The table has no row "${label}".`);
  }
  const next = old.map((row) => rows.find(([label]) => label === row[0]) ?? row);
  return table(head, next);
}

/** Replaces the text between the two markers of a part in a file. */
function writeBetween(file, part, text) {
  const markdown = readFileSync(file, "utf8");
  const { from, to } = markersIn(markdown, part);
  writeFileSync(file, `${markdown.slice(0, from)}\n\n${text}\n\n${markdown.slice(to)}`);
}

function readBetween(markdown, part) {
  const { from, to } = markersIn(markdown, part);
  return markdown.slice(from, to);
}

/** Returns the indices between which the text of a part is. */
function markersIn(markdown, part) {
  const [start, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const [index, to] = [markdown.indexOf(start), markdown.indexOf(end)];
  if (index < 0 || to < index) throw new Error(`There are no markers ${start} and ${end}.`);
  return { from: index + start.length, to };
}
