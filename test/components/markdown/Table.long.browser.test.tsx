import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

const COLUMNS = 20;
const ROWS = 1_900;

const row = (cell: (column: number) => string) =>
  `|${Array.from({ length: COLUMNS }, (_, column) => `${cell(column)}|`).join("")}\n`;
const long = `${row((at) => `h${at}`)}${row(() => "-")}${Array.from({ length: ROWS }, (_, at) =>
  row((column) => `${at}.${column}`),
).join("")}`;

afterEach(() => vi.restoreAllMocks());

const shownRows = (container: Element) => container.querySelectorAll("tbody > tr").length;
const moreButton = () => screen.getByRole("button", { name: /^Show/ });

test("a table of 38,000 cells renders a part of them, and a button that shows more", async () => {
  const { container } = render(<Markdown text={long} />);
  expect(container.querySelectorAll("*").length).toBeLessThan(8_000);
  const before = shownRows(container);
  await userEvent.click(moreButton());
  const after = shownRows(container);
  expect(after).toBeGreaterThan(before);
  expect(after - before).toBeLessThan(400);
  // The focus is in the rows that have appeared.
  expect(document.activeElement).toHaveTextContent(`${before}.0`);
  while (screen.queryByRole("button", { name: /^Show/ })) await userEvent.click(moreButton());
  expect(shownRows(container)).toBe(ROWS);
});

test("a table of which a part is shown is copied and downloaded as a whole", async () => {
  const written: ClipboardItem[] = [];
  vi.spyOn(navigator.clipboard, "write").mockImplementation(async (items) => {
    written.push(...items);
  });
  const files: Blob[] = [];
  const create = URL.createObjectURL;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    files.push(blob as Blob);
    return create.call(URL, blob);
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const { container } = render(<Markdown text={long} />);
  const before = shownRows(container);
  await userEvent.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await (await written[0]?.getType("text/plain"))?.text();
  expect(copied?.trim().split("\n")).toHaveLength(ROWS + 2);
  await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  const csv = await files[0]?.text();
  expect(csv?.trim().split("\r\n")).toHaveLength(ROWS + 1);
  expect(csv).toContain(`${ROWS - 1}.${COLUMNS - 1}`);
  expect(shownRows(container)).toBe(before);
});
