// @ts-check

/**
 * A measured figure with its budget.
 *
 * @typedef {object} Row
 * @property {string} bundler
 * @property {string} name
 * @property {number} bytes
 * @property {number} files
 * @property {{ bytes: number; files: number }} total Everything that was built, lazy chunks included.
 * @property {{ kilobytes: number; files: number }} budget
 */

const HEADINGS = ["", "measured", "kB", "budget", "files", "budget", "all kB", "files", ""];

/**
 * Formats figures as a table for a terminal. A figure over its budget is marked.
 *
 * @param {readonly Row[]} rows
 */
export function formatTable(rows) {
  const cells = rows.map(({ bundler, name, bytes, files, total, budget }) => [
    bundler,
    name,
    kilobytes(bytes),
    kilobytes(budget.kilobytes * 1000),
    String(files),
    String(budget.files),
    kilobytes(total.bytes),
    String(total.files),
    isOver({ bytes, files, budget }) ? "over" : "ok",
  ]);
  const lines = [HEADINGS, ...cells];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  );
  return lines
    .map((line) => line.map((cell, column) => align(cell, column, widths[column] ?? 0)).join("  "))
    .join("\n");
}

/**
 * Returns true when a figure weighs more, or has more files, than its budget allows.
 *
 * @param {Pick<Row, "bytes" | "files" | "budget">} row
 */
export function isOver({ bytes, files, budget }) {
  return bytes > budget.kilobytes * 1000 || files > budget.files;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return (bytes / 1000).toFixed(1);
}

/**
 * @param {string} cell
 * @param {number} column
 * @param {number} width
 */
function align(cell, column, width) {
  const isText = column < 2 || column === HEADINGS.length - 1;
  return isText ? cell.padEnd(width) : cell.padStart(width);
}
