import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import process from "node:process";

const RESULTS = new URL("RESULTS.md", import.meta.url);
const README = new URL("../../README.md", import.meta.url);

/** A table of Markdown. Whatever is not in the first column stands on the right. */
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
 * One target, and whether it is reached.
 *
 * @param {string} what
 * @param {number} value - What was measured.
 * @param {number} most - What it may be at most.
 * @param {string} [unit]
 */
export const target = (what, value, most, unit = "×") => [
  what,
  `≤ ${most} ${unit}`,
  `${value < 10 ? Number(value.toFixed(3)) : figure(value)} ${unit}`,
  value <= most ? "met" : "**not met**",
];

export const targetTable = (rows) => table(["target", "at most", "measured", ""], rows);

/** A number with as many digits as say something. */
export function figure(value) {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

/** What all of it was measured on. */
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

/** Writes one part of the results into RESULTS.md. */
export const writeResults = (part, text) => writeBetween(RESULTS, part, text);

/** Writes the table of one part into the README. */
export const writeReadme = (part, text) => writeBetween(README, part, text);

/** Puts a text between the two comments that a file has for it. */
function writeBetween(file, part, text) {
  const [start, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const whole = readFileSync(file, "utf8");
  const [from, to] = [whole.indexOf(start), whole.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file.pathname} has no place for ${part}: ${start}`);
  writeFileSync(file, `${whole.slice(0, from + start.length)}\n\n${text}\n\n${whole.slice(to)}`);
}
