import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { JsonSource } from "../../../src/components/toolCall/JsonSource.tsx";
import { JsonView } from "../../../src/components/toolCall/JsonView.tsx";
import { toJsonValue } from "../../../src/protocol/toJsonValue.ts";
import { nestedArray, nestedObject } from "../../support/nestedJson.ts";

const notice = "Nested too deeply to show.";

test.each([
  ["as it was parsed", (value: object): object => value],
  ["as a thread stores it", (value: object): object => Object(toJsonValue(value, () => {}))],
])(
  "JsonView shows the readable parts of a deep value %s, and copies the rest",
  async (_, store) => {
    const user = userEvent.setup();
    const { container } = render(
      <JsonView value={store({ title: "Plan", steps: nestedArray(5_000) })} />,
    );
    expect(screen.getByText("Plan")).toBeVisible();
    expect(screen.getByText(notice)).toBeVisible();
    expect(container.querySelectorAll("*").length).toBeLessThan(40);
    await user.click(screen.getByRole("button", { name: "Copy" }));
    expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
    // Three of the levels are shown as lists.
    expect(await navigator.clipboard.readText()).toBe(`${"[".repeat(4_997)}${"]".repeat(4_997)}`);
  },
);

test("JsonSource shows a notice for text of 14,000 levels, also while it streams", () => {
  const text = JSON.stringify(nestedObject(2)).replace("{}", "{".repeat(14_000));
  const { rerender, container } = render(<JsonSource text={text} />);
  expect(screen.getByText(notice)).toBeVisible();
  rerender(<JsonSource text={`${text}"a`} />);
  expect(screen.getByText(notice)).toBeVisible();
  expect(container.textContent?.length).toBeLessThan(100);
});

test("JsonSource indents levels that can be shown", () => {
  const { container } = render(<JsonView value={nestedObject(500)} />);
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
  expect(container.textContent).toContain('"a": {}');
});

test("JsonView shows the first items of a long list, and more on demand", async () => {
  const user = userEvent.setup();
  const items = Array.from({ length: 20_000 }, (_, n) => `item ${n}`);
  const { container } = render(<JsonView value={{ items }} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(50);
  expect(container.querySelectorAll("*").length).toBeLessThan(200);
  await user.click(screen.getByRole("button", { name: "Show 100 of 19,950 more" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(150);
});

test("JsonView moves the focus to the list when all items are shown", async () => {
  const user = userEvent.setup();
  const items = Array.from({ length: 600 }, (_, n) => `item ${n}`);
  render(<JsonView value={items} />);
  for (let press = 0; press < 6; press++)
    await user.click(screen.getByRole("button", { name: /^Show (100 of \d+|50) more$/ }));
  expect(screen.getAllByRole("listitem")).toHaveLength(600);
  expect(screen.getByRole("list")).toHaveFocus();
});

test("JsonView bounds the elements of lists in lists", () => {
  const list = (levels: number): unknown =>
    levels === 0 ? "leaf" : Array.from({ length: 30 }, () => list(levels - 1));
  const { container } = render(<JsonView value={list(4)} />);
  expect(container.querySelectorAll("*").length).toBeLessThan(5_000);
});

test("JsonView shows a value of ordinary size whole", () => {
  const record = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`key${n}`, n]));
  render(<JsonView value={[record, record]} />);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("JsonSource shows the beginning of a long text, and more on demand", async () => {
  const user = userEvent.setup();
  const { container } = render(<JsonSource text={"x".repeat(250_000)} />);
  expect(container.querySelector("pre")?.textContent).toHaveLength(100_000);
  await user.click(screen.getByRole("button", { name: "Show 100,000 of 150,000 more characters" }));
  await user.click(screen.getByRole("button", { name: "Show 50,000 more characters" }));
  expect(container.querySelector("pre")?.textContent).toHaveLength(250_000);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("JsonView labels keys that look the same as words by the keys themselves", () => {
  render(<JsonView value={{ deleteAll: false, delete_all: true, dryRun: true }} />);
  const terms = screen.getAllByRole("term").map(({ textContent }) => textContent);
  expect(terms).toEqual(["deleteAll", "delete_all", "Dry run"]);
});

test("JsonView shows what an exact value hides", () => {
  const value = {
    command: `ls${"\n".repeat(10_000)}rm -rf /`,
    file: "report\u202Efdp.exe",
    "pa\u200Bth": "/home\u0000",
    progress: 0.4,
    tasks: [{ title: "Clean up", status: "open", run: "rm -rf /" }],
  };
  const { container } = render(<JsonView value={value} isExact />);
  expect(container).toHaveTextContent("ls10,000 blank charactersrm -rf /");
  expect(container).toHaveTextContent("reportU+202Efdp.exe");
  expect(container).toHaveTextContent("PaU+200Bth");
  expect(container).toHaveTextContent("/homeU+0000");
  expect(container).toHaveTextContent("0.4");
  expect(within(container).getByText("Run")).toBeVisible();
});

test("JsonView shows exact values that differ differently", () => {
  const values = [
    null,
    [],
    {},
    true,
    1,
    "None",
    "null",
    "[]",
    "{}",
    "Yes",
    "true",
    "1",
    "",
    " ",
    '"1"',
  ];
  const shownValues = (isExact: boolean) => {
    const { container, unmount } = render(<JsonView value={values} isExact={isExact} />);
    const texts = within(container)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    unmount();
    return texts;
  };
  expect(shownValues(true)).toEqual(
    [
      "null",
      "[]",
      "{}",
      "Yes",
      "1",
      "None",
      '"null"',
      '"[]"',
      '"{}"',
      '"Yes"',
      '"true"',
      '"1"',
    ].concat(['""', '" "', '"\\"1\\""']),
  );
  expect(shownValues(false).slice(0, 7)).toEqual([
    "None",
    "None",
    "None",
    "Yes",
    "1",
    "None",
    "null",
  ]);
});
