import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { jsonTextOf } from "../../../../src/protocol/jsonDepth.ts";
import { nestedObject } from "../../../support/nestedJson.ts";
import { openInterrupts } from "../openInterrupts.tsx";

const card = () => screen.getByRole("group", { name: "Approval needed" });
const openCall = (args: unknown, input: { readonly reason?: string } = {}) =>
  openInterrupts([{ reason: "tool_call", toolCallId: "c1", ...input }], {
    toolCalls: { c1: ["run", typeof args === "string" ? args : jsonTextOf(args)] },
  });
const approve = () => screen.getByRole("button", { name: "Approve" });

const xs = (count: number) => [...Array.from({ length: count - 1 }, () => "x"), "DANGER"];
const keys = (count: number) =>
  Object.fromEntries(xs(count).map((value, index) => [`key${index}`, value]));
const inObjects = (levels: number, value: unknown): unknown =>
  levels === 0 ? value : { a: inObjects(levels - 1, value) };

test.each([
  ["a list", { a: xs(500) }, "450 more values are not shown yet."],
  ["3,000 keys", keys(3_000), "2,950 more values are not shown yet."],
  [
    "a list in an item of a list",
    { list: ["x", { inner: xs(600) }] },
    "550 more values are not shown yet.",
  ],
  [
    "a list whose hidden items have values of their own",
    xs(60).map((value) => ({ to: value, cc: [value, value, ...xs(7)] })),
    // 10 items of 10 values, and 4 of the 9 values in each of the 50 lists that are shown.
    "300 more values are not shown yet.",
  ],
  [
    "a list of more levels than are formatted",
    { many: xs(500), deep: inObjects(5, `${"x".repeat(3_000)}DANGER`) },
    /^450 more values are not shown yet\. 1,\d+ more characters are not shown yet\.$/,
  ],
  [
    "a text that is not JSON",
    `${"x".repeat(150_000)}DANGER`,
    "50,006 more characters are not shown yet.",
  ],
  [
    "JSON that is shown as its text",
    `{"a":1,"a":"${"x".repeat(150_000)}DANGER"}`,
    /^50,\d+ more characters are not shown yet\.$/,
  ],
])("an approval of %s describes Approve by what is hidden", async (_, args, note) => {
  const { press, resumed } = await openCall(args);
  expect(approve()).toHaveAccessibleDescription(note);
  expect(within(card()).getByText(note)).toBeVisible();
  expect(card()).not.toHaveTextContent("DANGER");
  await press("Show all");
  expect(card()).toHaveTextContent("DANGER");
  expect(card()).toHaveFocus();
  expect(approve()).not.toHaveAccessibleDescription();
  expect(screen.queryByText(note)).not.toBeInTheDocument();
  await press("Approve");
  expect(await resumed()).toMatchObject([{ payload: { approved: true } }]);
});

test("the button that shows more of a list names how many items are hidden", async () => {
  const { press } = await openCall({ a: xs(500) });
  await press("Show 100 of 450 more");
  expect(approve()).toHaveAccessibleDescription("350 more values are not shown yet.");
  for (const rest of [350, 250, 150]) await press(`Show 100 of ${rest} more`);
  await press("Show 50 more");
  expect(card()).toHaveTextContent("DANGER");
  expect(approve()).not.toHaveAccessibleDescription();
});

test("an approval of many values shows all of them as JSON", async () => {
  const { press } = await openCall({ a: xs(9_000) });
  expect(approve()).toHaveAccessibleDescription("8,950 more values are not shown yet.");
  await press("Show all");
  expect(card()).toHaveTextContent("DANGER");
  expect(card().querySelectorAll("*").length).toBeLessThan(200);
  expect(approve()).not.toHaveAccessibleDescription();
});

test("an approval of values that are nested too deeply describes Approve by them", async () => {
  await openCall({ a: nestedObject(14_000) });
  const note = "Some values are nested too deeply to show.";
  expect(approve()).toHaveAccessibleDescription(note);
  expect(screen.queryByRole("button", { name: "Show all" })).not.toBeInTheDocument();
});

test("a confirmation describes Yes by the hidden fields of its message", async () => {
  await openInterrupts([{ reason: "confirmation", message: jsonTextOf({ files: xs(500) }) }]);
  const yes = screen.getByRole("button", { name: "Yes" });
  expect(yes).toHaveAccessibleDescription("450 more values are not shown yet.");
});

test("an approval that shows everything describes nothing", async () => {
  await openCall({ a: xs(400) });
  expect(approve()).not.toHaveAccessibleDescription();
  expect(screen.queryByText(/not shown yet/)).not.toBeInTheDocument();
});

test("Approve all is described by what each of its approvals hides", async () => {
  const ids = ["c1", "c2", "c3"];
  const { user, press, resumed } = await openInterrupts(
    ids.map((toolCallId) => ({ reason: "tool_call", toolCallId })),
    {
      toolCalls: {
        c1: ["run", '{"a":1}'],
        c2: ["run", jsonTextOf({ a: xs(500) })],
        c3: ["run", jsonTextOf({ a: xs(600) })],
      },
    },
  );
  const all = () => screen.getByRole("button", { name: "Approve all (3)" });
  const [first] = screen.getAllByRole("group", { name: "Approval needed" });
  if (!first) throw new Error("The first card is not rendered.");
  const note = "Other approvals: 1,000 more values are not shown yet.";
  expect(all()).toHaveAccessibleDescription(note);
  expect(within(first).getByRole("button", { name: "Approve" })).not.toHaveAccessibleDescription();
  const showAll = screen.getAllByRole("button", { name: "Show all" });
  expect(showAll).toHaveLength(3);
  await user.click(within(first).getByRole("button", { name: "Show all" }));
  expect(screen.getAllByText("DANGER")).toHaveLength(2);
  expect(all()).not.toHaveAccessibleDescription();
  await press("Approve all (3)");
  expect(await resumed()).toHaveLength(3);
});
