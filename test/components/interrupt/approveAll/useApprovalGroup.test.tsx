import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { EventInput } from "../../../../src/protocol/events.ts";
import { ToolRenderer } from "../../../hooks/toolChat.tsx";
import { approvals, calls, openMany } from "./manyApprovals.tsx";

const groupName = /approvals needed$/;
const buttonNames = (element: HTMLElement) =>
  within(element)
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

/** Returns the cards that the heading of a group owns. */
const ownedBy = (group: HTMLElement) =>
  (group.getAttribute("aria-owns") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id) as HTMLElement);

test("approvals of one tool are one group, whose heading has the button for all", async () => {
  const { press, resumed, cards } = await openMany(calls(3, "m1"), approvals(3));
  const group = screen.getByRole("group", { name: "Delete file: 3 approvals needed" });
  expect(ownedBy(group)).toEqual(cards());
  expect(buttonNames(group)).toEqual(["Approve all (3)", "Skip all (3)"]);
  for (const card of cards()) expect(buttonNames(card)).toContain("Approve");
  await press("Approve all (3)");
  expect(await resumed()).toHaveLength(3);
  await waitFor(() => expect(screen.queryByRole("group", { name: groupName })).toBeNull());
});

test("the heading has the name of the tool, which its label may hide", async () => {
  const name = "delete\u200b_file";
  const renderer = <ToolRenderer name={name} label="Read file" />;
  await openMany(
    calls(3, "m1", () => name),
    approvals(3),
    renderer,
  );
  const group = screen.getByRole("group", { name: "Read file: 3 approvals needed" });
  expect(group).toHaveTextContent("deleteU+200B_file");
});

test("an answered approval is a line within the group", async () => {
  const { user, cards, resumed } = await openMany(calls(3, "m1"), approvals(3));
  const group = screen.getByRole("group", { name: groupName });
  const approve = (card: HTMLElement | undefined) =>
    user.click(within(card as HTMLElement).getByRole("button", { name: "Approve" }));
  await approve(cards()[1]);
  await waitFor(() => expect(cards()).toHaveLength(2));
  expect(group).toHaveAccessibleName("Delete file: 2 approvals needed");
  const owned = ownedBy(group);
  expect(owned).toHaveLength(3);
  expect(owned[1]).toHaveTextContent("Approved");
  expect(buttonNames(group)[0]).toBe("Approve all (2)");
  await approve(cards()[0]);
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(group).toHaveAccessibleName("Delete file: 1 approval needed");
  expect(within(group).queryByRole("button", { name: /^Approve all/ })).toBeNull();
  await approve(cards()[0]);
  expect(await resumed()).toHaveLength(3);
});

test("the heading and the other cards stay when the first approval is answered", async () => {
  const { user, cards } = await openMany(calls(3, "m1"), approvals(3));
  const [first, , third] = cards();
  await user.click(within(first as HTMLElement).getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(cards()).toHaveLength(2));
  expect(cards()[1]).toBe(third);
  const group = screen.getByRole("group", { name: groupName });
  expect(group.parentElement?.firstElementChild).toBe(group);
});

test("a group has its approvals and no other call of the message", async () => {
  const [done] = calls(1, "m1", () => "read_file");
  const events: EventInput[] = [
    { ...done, toolCallId: "done" } as EventInput,
    { type: "TOOL_CALL_RESULT", messageId: "r", toolCallId: "done", content: "Read." },
    ...calls(2, "m1"),
  ];
  const { cards, container } = await openMany(events, approvals(2));
  const group = screen.getByRole("group", { name: groupName });
  expect(ownedBy(group)).toEqual(cards());
  const other = container.querySelector(".agk-tool-call, .agk-tool-row");
  expect(other).toHaveTextContent("Read file");
  expect(other?.closest('[role="group"]')).toBeNull();
});

test.each([
  ["one approval", calls(1, "m1"), approvals(1)],
  ["approvals of two tools", calls(2, "m1", (at) => `tool_${at}`), approvals(2)],
  ["approvals of calls in different messages", calls(2), approvals(2)],
  [
    "an approval and another question",
    calls(2, "m1"),
    approvals(2).map((one, at) => (at === 0 ? one : { ...one, reason: "input_required" })),
  ],
  [
    "approvals around a call that does not wait",
    calls(3, "m1"),
    approvals(3).filter((_, at) => at !== 1),
  ],
])("%s are no group", async (_, events, interrupts) => {
  const { cards } = await openMany(events, interrupts);
  expect(cards().length).toBeGreaterThan(0);
  expect(screen.queryByRole("group", { name: groupName })).toBeNull();
});

test("the button for all moves the focus on, to the composer or to the next open card", async () => {
  const group = await openMany(calls(3, "m1"), approvals(3));
  await group.press("Approve all (3)");
  await group.resumed();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  group.unmount();
  const [mail] = calls(1, "m2", () => "send_mail");
  const { press, cards } = await openMany(
    [...calls(2, "m1"), { ...mail, toolCallId: "c2" } as EventInput],
    approvals(3),
  );
  await press("Approve all (2)");
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(cards()[0]).toHaveFocus();
});

test("approvals beside cards of the application are no group", async () => {
  const card = <ToolRenderer name="delete_file" render={() => <p>Mine</p>} />;
  const { cards } = await openMany(calls(2, "m1"), approvals(2), card);
  expect(screen.getAllByText("Mine")).toHaveLength(2);
  expect(cards()).toHaveLength(2);
  expect(screen.queryByRole("group", { name: groupName })).toBeNull();
});

const messages = (texts: readonly string[]) =>
  approvals(texts.length).map((approval, at) => ({ ...approval, message: texts[at] ?? "" }));
const headingOf = (container: HTMLElement) =>
  container.querySelector<HTMLElement>(".agk-approvals-head");

test("the heading asks the question that all approvals ask, and its cards keep it as their description", async () => {
  const { cards, container } = await openMany(
    calls(2, "m1"),
    messages(["May I delete it?", "May I delete it?"]),
  );
  expect(headingOf(container)).toHaveTextContent("May I delete it?");
  expect(container.querySelector("[data-approvals]")).toHaveAttribute(
    "data-approvals",
    "one-question",
  );
  expect(cards()[1]).toHaveAccessibleDescription("delete_file May I delete it?");
});

test.each([
  ["differ", ["May I delete it?", "May I delete that?"]],
  ["have hidden characters", ["May I\u202e delete it?", "May I\u202e delete it?"]],
  ["are long", [`${"Please? ".repeat(50)}Yes?`, `${"Please? ".repeat(50)}Yes?`]],
])("the cards ask their own questions when these %s", async (_, texts) => {
  const { cards, container } = await openMany(calls(2, "m1"), messages(texts));
  expect(headingOf(container)?.querySelector("p")).toBeNull();
  for (const [i, card] of cards().entries())
    expect(card.querySelector(".agk-interrupt-message")).toHaveTextContent(
      (texts[i] ?? "").replace("\u202e", "U+202E"),
    );
  expect(container.querySelector("[data-approvals]")).toHaveAttribute("data-approvals", "");
});

test("the heading continues without any answer, with one run", async () => {
  const { user, container, resumed } = await openMany(calls(3, "m1"), approvals(3));
  const heading = within(headingOf(container) as HTMLElement);
  await user.click(heading.getByRole("button", { name: "Skip all (3)" }));
  expect(await resumed()).toEqual(
    approvals(3).map(({ id }) => ({ interruptId: id, status: "cancelled" })),
  );
});
