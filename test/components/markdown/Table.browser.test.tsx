import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent as pointer } from "vitest/browser";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

const table = `| City | High | Note |
| :-- | --: | :-: |
| **Lisbon** | -3 | a \\| b, "c" |
| [Oslo](https://example.com/oslo) | +12.5 | \`x\` <br> y |
| =HYPERLINK("https://evil.example") | | -1+cmd |
`;

afterEach(() => vi.restoreAllMocks());

/** Returns the files that buttons have downloaded. */
function watchDownloads(): { name: string; blob: Blob }[] {
  const files: { name: string; blob: Blob }[] = [];
  let last = new Blob();
  const create = URL.createObjectURL;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    last = blob as Blob;
    return create.call(URL, blob);
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, blob: last });
  });
  return files;
}

test("a table downloads as CSV, in which no text runs as a formula", async () => {
  const files = watchDownloads();
  render(<Markdown text={table} />);
  await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  expect(files.map(({ name }) => name)).toEqual(["table.csv"]);
  const bytes = new Uint8Array((await files[0]?.blob.arrayBuffer()) ?? []);
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes).split("\r\n")).toEqual([
    "City,High,Note",
    'Lisbon,-3,"a | b, ""c"""',
    'Oslo,+12.5,"x\ny"',
    `"'=HYPERLINK(""https://evil.example"")",,'-1+cmd`,
    "",
  ]);
});

test("a table downloads as Markdown, with links, emphasis and alignment", async () => {
  const files = watchDownloads();
  render(<Markdown text={table} />);
  await userEvent.click(screen.getByRole("button", { name: "Download Markdown" }));
  expect(files.map(({ name }) => name)).toEqual(["table.md"]);
  const text = (await files[0]?.blob.text()) ?? "";
  expect(text.split("\n").slice(0, 4)).toEqual([
    "| City | High | Note |",
    "| :-- | --: | :-: |",
    '| **Lisbon** | -3 | a \\| b, "c" |',
    "| [Oslo](<https://example.com/oslo>) | +12.5 | `x` <br> y |",
  ]);
  // The file shows the same table.
  const { container } = render(<Markdown text={text} />);
  const [original, downloaded] = document.querySelectorAll("table");
  expect(container.contains(downloaded ?? null)).toBe(true);
  expect(downloaded?.innerHTML).toBe(original?.innerHTML);
});

test("a divided table is copied as a whole, for spreadsheets and for editors", async () => {
  const written: ClipboardItem[] = [];
  vi.spyOn(navigator.clipboard, "write").mockImplementation(async (items) => {
    written.push(...items);
  });
  const { container } = render(<Markdown text={`|a|b|\n|-|-|\n${"|x|y|\n".repeat(1500)}`} />);
  expect(container.querySelectorAll("table").length).toBeGreaterThan(1);
  await userEvent.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  const read = async (type: string) => (await written[0]?.getType(type))?.text();
  expect((await read("text/plain"))?.split("\n")).toHaveLength(1503);
  const copied = document.createElement("div");
  copied.innerHTML = (await read("text/html")) ?? "";
  expect(copied.querySelectorAll("tr")).toHaveLength(1501);
});

test("a table that cannot be copied is selected", async () => {
  vi.spyOn(navigator.clipboard, "write").mockRejectedValue(new Error("not allowed"));
  render(<Markdown text={table} />);
  await userEvent.click(screen.getByRole("button", { name: "Copy" }));
  expect(String(getSelection())).toContain("Lisbon");
  expect(screen.getByRole("button", { name: "Copy" })).toBeVisible();
});

test("the buttons of a table appear with the focus, and reserve their space", async () => {
  const { container } = render(<Markdown text={`Before\n\n${table}\nAfter`} />);
  const tools = container.querySelector<HTMLElement>(".agk-table-tools");
  const height = container.clientHeight;
  // Another file may have left the pointer over the table.
  await pointer.hover(screen.getByText("Before"));
  // The buttons fade out when the pointer leaves the table.
  await expect.poll(() => getComputedStyle(tools as HTMLElement).opacity).toBe("0");
  screen.getByRole("button", { name: "Download CSV" }).focus();
  await expect.poll(() => getComputedStyle(tools as HTMLElement).opacity).toBe("1");
  expect(container.clientHeight).toBe(height);
});

test.each([
  [8, "widths of their texts"],
  [40, "one width, also while cells arrive"],
])("the columns of a table with %i columns have %s", async (count) => {
  const row = (text: string) => `|${` ${text} |`.repeat(count)}\n`;
  const long = `| ${"word".repeat(20)} |${" x |".repeat(count - 1)}\n`;
  render(<Markdown text={row("a") + row("-") + long} />);
  const cells = [...document.querySelectorAll("td")];
  const widths = new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().width)));
  expect(cells).toHaveLength(count);
  expect(widths.size).toBe(count === 40 ? 1 : 2);
  for (const cell of cells) expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
});

test("a table scrolls before its short cells break and its long ones get narrow", () => {
  const trains = `| Train | From | To | Seats |
| --- | --- | --- | --- |
| IC 525 | Lisbon Oriente | [Porto Campanhã](https://example.com/stations/porto) | Both classes, and a bistro with warm meals |
| AP 125 | サンタ・アポローニャ | 2026-11-30 | None |
`;
  const { container } = render(
    <div style={{ inlineSize: 326 }}>
      <Markdown text={trains} />
    </div>,
  );
  const box = container.querySelector(".agk-table") as HTMLElement;
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth);
  const lineCount = (cell: Element) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  };
  const cells = [...container.querySelectorAll("td")];
  const long = cells.filter((cell) => lineCount(cell) > 1);
  expect(long.map(({ textContent }) => textContent)).toEqual([
    "Both classes, and a bistro with warm meals",
  ]);
  expect(long[0]?.clientWidth).toBe(184);
});
