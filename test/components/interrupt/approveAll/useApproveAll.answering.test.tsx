import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Chat } from "../../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { recommended } from "../deletion.ts";
import { openInterrupts } from "../openInterrupts.tsx";

const approved = { approved: true };

/** Renders this number of approvals of one tool, which the user can edit, and deny with a reason. */
async function openApprovals(count: number) {
  const ids = Array.from({ length: count }, (_, at) => `c${at + 1}`);
  const opened = await openInterrupts(
    ids.map((toolCallId) => ({
      reason: "tool_call",
      toolCallId,
      responseSchema: {
        ...recommended,
        properties: { ...recommended.properties, reason: { type: "string" } },
      },
    })),
    { toolCalls: Object.fromEntries(ids.map((id) => [id, ["delete_file", `{"path":"/${id}"}`]])) },
  );
  const cards = [...opened.container.querySelectorAll<HTMLElement>("section.agk-interrupt")];
  const inCard = (position: number) => within(cards[position - 1] as HTMLElement);
  return {
    ...opened,
    cards,
    inCard,
    pressIn: (position: number, name: string) =>
      opened.user.click(inCard(position).getByRole("button", { name })),
    /** Returns the card of the button "Approve all" with this count. */
    cardThatApproves: (count: number) =>
      screen.getByRole("button", { name: `Approve all (${count})` }).closest("section"),
    openCards: () => opened.container.querySelectorAll("section.agk-interrupt"),
  };
}

test("Approve all leaves a card that the user edits open, with its changes", async () => {
  const { agent, cards, cardThatApproves, inCard, openCards, press, pressIn, resumed, user } =
    await openApprovals(3);
  await pressIn(2, "Edit");
  const path = await inCard(2).findByRole("textbox", { name: /path/i });
  await user.clear(path);
  await user.type(path, "/SAFE");
  expect(cardThatApproves(2)).toBe(cards[0]);
  await press("Approve all (2)");
  await waitFor(() => expect([...openCards()]).toEqual([cards[1]]));
  expect(path).toHaveValue("/SAFE");
  expect(agent.inputs, "the run waits for the third answer").toHaveLength(1);
  await press("Approve with changes");
  expect((await resumed())?.map(({ payload }) => payload)).toEqual([
    approved,
    { approved: true, editedArgs: { path: "/SAFE" } },
    approved,
  ]);
});

test("Approve all leaves a card that the user denies open, with its reason", async () => {
  const { cards, inCard, openCards, press, pressIn, resumed, user } = await openApprovals(4);
  await pressIn(4, "Deny");
  await user.type(inCard(4).getByRole("textbox", { name: "Reason" }), "Keep this file");
  await press("Approve all (3)");
  await waitFor(() => expect([...openCards()]).toEqual([cards[3]]));
  await press("Deny");
  expect((await resumed())?.map(({ payload }) => payload)).toEqual([
    approved,
    approved,
    approved,
    { approved: false, reason: "Keep this file" },
  ]);
});

test("Back returns a card to the approvals that Approve all counts", async () => {
  const { cards, cardThatApproves, press, pressIn, resumed } = await openApprovals(3);
  await pressIn(3, "Deny");
  expect(cardThatApproves(2)).toBe(cards[0]);
  await pressIn(3, "Back");
  expect(cardThatApproves(3)).toBe(cards[0]);
  await press("Approve all (3)");
  expect((await resumed())?.map(({ payload }) => payload)).toEqual([approved, approved, approved]);
});

test("the first card that the user is not answering otherwise has the button", async () => {
  const { cards, cardThatApproves, pressIn } = await openApprovals(3);
  await pressIn(1, "Edit");
  expect(cardThatApproves(2)).toBe(cards[1]);
  await pressIn(2, "Deny");
  expect(screen.queryByRole("button", { name: /^Approve all/ })).toBeNull();
  await pressIn(1, "Back");
  expect(cardThatApproves(2)).toBe(cards[0]);
});

test("an approval that two chats show is counted again once neither edits it", async () => {
  const { cards, container, pressIn, thread } = await openApprovals(3);
  const user = userEvent.setup();
  const other = render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  const otherCards = [...other.container.querySelectorAll<HTMLElement>("section.agk-interrupt")];
  expect(otherCards).toHaveLength(3);
  const count = () => within(container).getByRole("button", { name: /^Approve all/ }).textContent;
  await pressIn(2, "Edit");
  await user.click(within(otherCards[1] as HTMLElement).getByRole("button", { name: "Edit" }));
  expect(count()).toBe("Approve all (2)");
  await pressIn(2, "Back");
  expect(count()).toBe("Approve all (2)");
  act(() => other.unmount());
  expect(count()).toBe("Approve all (3)");
  expect(cards[0]).toBeVisible();
});
