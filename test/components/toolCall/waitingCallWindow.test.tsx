import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { HumanTool } from "../../hooks/toolChat.tsx";
import { approvals, calls, many, openMany } from "../interrupt/approveAll/manyApprovals.tsx";

test.each([
  ["500 approvals of calls, each in a message of its own,", 500, undefined],
  ["2,000 approvals of calls in one message", 2_000, "m1"],
])("%s show the first, and more on demand", async (_, count, parent) => {
  const { container, cards, elementCount, press } = await openMany(
    calls(count, parent),
    approvals(count),
  );
  const format = (hidden: number) => hidden.toLocaleString("en");
  expect(cards()).toHaveLength(20);
  expect(screen.getByText(`${format(count - 20)} more tool calls need your input.`)).toBeVisible();
  expect(elementCount()).toBeLessThan(1_500);
  expect(container).not.toHaveTextContent("/drafts/20.md");
  await press(`Show 100 of ${format(count - 20)} more`);
  expect(cards()).toHaveLength(120);
  expect(screen.getByText(`${format(count - 120)} more tool calls need your input.`)).toBeVisible();
  expect(cards()[20]).toHaveTextContent("/drafts/20.md");
  expect(cards()[20]).toHaveFocus();
  expect(elementCount()).toBeLessThan(6_000);
});

test("an answer shows the next call, and moves the focus to the next card", async () => {
  const { user, cards } = await openMany(calls(22), approvals(22));
  expect(screen.getByText("2 more tool calls need your input.")).toBeVisible();
  const approveFirst = () => {
    const [card] = cards();
    return user.click(within(card as HTMLElement).getByRole("button", { name: "Approve" }));
  };
  await approveFirst();
  expect(await screen.findByText("1 more tool call needs your input.")).toBeVisible();
  expect(cards()).toHaveLength(20);
  expect(cards().at(-1)).toHaveTextContent("/drafts/20.md");
  expect(cards()[0]).toHaveFocus();
  await approveFirst();
  await waitFor(() => expect(screen.queryByText(/need your input|needs your input/)).toBeNull());
  expect(cards()).toHaveLength(20);
});

test("the last press of the button shows all calls and moves the focus to the first new card", async () => {
  const { cards, press } = await openMany(calls(25), approvals(25));
  await press("Show 5 more");
  expect(cards()).toHaveLength(25);
  expect(cards()[20]).toHaveFocus();
  expect(screen.queryByText(/need your input/)).toBeNull();
});

test("Approve all approves each of 400 calls, and says how many are not shown", async () => {
  const { cards, press, resumed } = await openMany(calls(400), approvals(400));
  const all = screen.getByRole("button", { name: "Approve all (400)" });
  expect(cards()[0]).toContainElement(all);
  expect(all).toHaveAccessibleDescription("Other approvals: 380 are included, but not shown yet.");
  await press("Approve all (400)");
  expect(await resumed()).toEqual(
    many(400, (at) => ({
      interruptId: `i${at}`,
      status: "resolved",
      payload: { approved: true },
    })),
  );
  expect(screen.getByRole("textbox")).toHaveFocus();
});

test("Approve all of one tool moves the focus to the first card of another tool", async () => {
  const nameOf = (at: number) => (at < 30 ? "delete_file" : "send_mail");
  const { cards, press } = await openMany(calls(60, "m1", nameOf), approvals(60));
  expect(screen.queryByRole("button", { name: /Approve all \(60\)/ })).toBeNull();
  await press("Approve all (30)");
  await waitFor(() => expect(cards()[0]).toHaveTextContent("/drafts/30.md"));
  expect(cards()[0]).toHaveFocus();
  const all = within(cards()[0] as HTMLElement).getByRole("button", { name: "Approve all (30)" });
  expect(all).toHaveAccessibleDescription("Other approvals: 10 are included, but not shown yet.");
});

test("the first card that is rendered approves all, in whichever order the agent asked", async () => {
  const { cards, press, resumed } = await openMany(calls(40, "m1"), approvals(40).reverse());
  const all = screen.getByRole("button", { name: "Approve all (40)" });
  // The button of a group is in its heading.
  expect(all.closest("[data-approvals]")?.contains(cards()[0] ?? null)).toBe(true);
  await press("Approve all (40)");
  expect(await resumed()).toHaveLength(40);
});

test("40 calls of a tool that the user answers show the first, and the next after each answer", async () => {
  const { user, agent } = await openMany(
    calls(40, "m1"),
    [],
    <HumanTool
      name="delete_file"
      render={({ toolCallId, status, respond }) =>
        status === "waiting" && (
          <button
            type="button"
            onClick={() => void respond("yes")}
          >{`Confirm ${toolCallId}`}</button>
        )
      }
    />,
  );
  const buttons = () => screen.queryAllByRole("button", { name: /^Confirm c/ });
  expect(buttons()).toHaveLength(20);
  expect(screen.getByText("20 more tool calls need your input.")).toBeVisible();
  for (let call = 0; call < 40; call++) {
    await user.click(await screen.findByRole("button", { name: `Confirm c${call}` }));
  }
  expect(await screen.findByText("Done.")).toBeVisible();
  expect(agent.inputs).toHaveLength(2);
});
