/** Returns the rows of a table, with those of the boxes that continue it. */
function rowsOf(block: Element): HTMLTableRowElement[] {
  const rows = [...block.querySelectorAll("tr")];
  const text = block.closest(".agk-markdown");
  const blocks = [...(text?.querySelectorAll(".agk-table-block") ?? [])];
  for (const next of blocks.slice(blocks.indexOf(block) + 1)) {
    if (!next.matches("[data-continued]")) break;
    rows.push(...next.querySelectorAll<HTMLTableRowElement>("tbody > tr"));
  }
  return rows;
}

/** Returns the text of each cell, as it is shown. */
function cellsOf(block: Element): string[][] {
  return rowsOf(block).map(({ cells }) => [...cells].map((cell) => cell.innerText.trim()));
}

/**
 * Writes a table as CSV (RFC 4180). A text such as `=HYPERLINK(…)`, which a spreadsheet would run, gets an apostrophe before
 * it. Spreadsheets then read it as text.
 */
export function tableToCsv(block: Element): string {
  const write = (text: string) => {
    const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d\s.,()%-]+$/.test(text);
    const shown = isFormula ? `'${text}` : text;
    return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
  };
  // Excel reads a file as UTF-8 only when it begins with a byte order mark.
  return `\uFEFF${cellsOf(block)
    .map((cells) => `${cells.map(write).join(",")}\r\n`)
    .join("")}`;
}

/** Writes a table as Markdown, with the links, the emphasis and the code in its cells. */
export function tableToMarkdown(block: Element): string {
  const [head = [], ...rows] = rowsOf(block).map(({ cells }) => [...cells]);
  const write = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const delimiters = head.map(({ dataset }) => DELIMITERS[dataset.align ?? ""] ?? "---");
  return [head.map(inlineMarkdown), delimiters, ...rows.map((cells) => cells.map(inlineMarkdown))]
    .map(write)
    .join("");
}

const DELIMITERS: Readonly<Record<string, string>> = { start: ":--", center: ":-:", end: "--:" };
const MARKS: Readonly<Record<string, string>> = { STRONG: "**", EM: "*", DEL: "~~" };

/** Returns the Markdown of what an element contains, in one line. */
function inlineMarkdown(element: Element): string {
  return [...element.childNodes]
    .map((node) => {
      if (!(node instanceof Element))
        return (node.textContent ?? "").replace(/[\\`*_~[\]|<]/g, "\\$&").replace(/\s+/g, " ");
      const { tagName } = node;
      if (tagName === "BR") return "<br>";
      if (tagName === "CODE") return `\`${(node.textContent ?? "").replaceAll("|", "\\|")}\``;
      const content = inlineMarkdown(node);
      if (tagName === "A") return `[${content}](<${node.getAttribute("href")}>)`;
      const mark = MARKS[tagName] ?? "";
      return mark + content + mark;
    })
    .join("");
}

/**
 * Copies a table: as a table for spreadsheets and text processors, and as Markdown for editors.
 *
 * @throws the error of a browser without the clipboard, or that denies it.
 */
export async function copyTable(block: Element): Promise<void> {
  const markdown = tableToMarkdown(block);
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(markdown);
  const table = document.createElement("table");
  for (const cells of cellsOf(block)) {
    const row = table.insertRow();
    for (const text of cells) row.insertCell().textContent = text;
  }
  const blob = (type: string, text: string) => new Blob([text], { type });
  await navigator.clipboard.write([
    new ClipboardItem({
      "text/html": blob("text/html", table.outerHTML),
      "text/plain": blob("text/plain", markdown),
    }),
  ]);
}
