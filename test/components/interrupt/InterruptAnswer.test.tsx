import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type InterruptInput, openInterrupts } from "./openInterrupts.tsx";
import { noReasonSchema } from "./tanstackSchemas.ts";

const first: InterruptInput = { reason: "tool_call", message: "Delete /dat/a?", toolCallId: "c1" };
const second: InterruptInput = { reason: "tool_call", message: "Delete /dat/b?", toolCallId: "c2" };
const calls = {
  c1: ["delete_file", '{"path":"/dat/a"}'],
  c2: ["delete_file", '{"path":"/dat/b"}'],
} as const;

function cards() {
  return screen.getAllByRole("group", { name: "Approval needed" });
}

function rows(container: HTMLElement) {
  return [...container.querySelectorAll<HTMLElement>(".agk-tool-call")];
}

function lines(container: HTMLElement) {
  return [...container.querySelectorAll<HTMLElement>("div.agk-interrupt")];
}

test("folds an answer into the row of its call, which opens to the question and the answer", async () => {
  const { press, user, resumed, container } = await openInterrupts(
    [{ ...first, responseSchema: noReasonSchema }],
    { toolCalls: calls },
  );
  await press("Edit");
  await user.type(await screen.findByRole("textbox", { name: "Path" }), "bc");
  await press("Approve with changes");
  await resumed();
  expect(container.querySelector(".agk-interrupt")).toBeNull();
  const [row] = rows(container) as [HTMLElement];
  expect(row).toHaveTextContent(/^Delete fileApproved with changes · /);
  await user.click(within(row).getByText(/^Approved with changes/));
  expect(within(row).getByText("Delete /dat/a?")).toBeVisible();
  expect(within(row).getByText("/dat/abc")).toBeVisible();
  expect(within(row).queryByText("Result"), "the answer stands in for the result").toBeNull();
});

test("folds a denial with its reason and a skipped approval into the rows of their calls", async () => {
  const { user, press, resumed, container } = await openInterrupts([first, second], {
    toolCalls: calls,
  });
  const [one, two] = cards() as [HTMLElement, HTMLElement];
  await user.click(within(one).getByRole("button", { name: "Deny" }));
  await user.keyboard("It is mine{Enter}");
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(two).toBeInTheDocument();
  await press("Skip");
  await resumed();
  expect(lines(container)).toEqual([]);
  expect(rows(container).map((row) => row.textContent)).toEqual([
    "Delete fileDenied",
    "Delete fileSkipped",
  ]);
  await user.click(screen.getByText("Denied"));
  expect(screen.getByText("It is mine")).toBeVisible();
});

test("leaves one line for an answer to a question without a call", async () => {
  const { press, user, resumed, container } = await openInterrupts([
    { reason: "tool_call", message: "Delete the draft?" },
    { reason: "confirmation", message: "Go on?" },
    { reason: "pick_time", message: "What time?" },
  ]);
  await press("Deny");
  await user.keyboard("It is mine{Enter}");
  await press("No");
  await user.type(screen.getByRole("textbox", { name: "Your answer" }), "At ten{Enter}");
  await press("Send answer");
  await resumed();
  expect(lines(container).map((line) => line.textContent)).toEqual([
    "DeniedDelete the draft? · It is mine",
    "Answered noGo on?",
    "AnsweredWhat time? · At ten",
  ]);
  expect(lines(container).map((line) => line.dataset.status)).toEqual(Array(3).fill("answered"));
});

test("leaves the line of an answer below a card of the application", async () => {
  const { press, resumed, container } = await openInterrupts([first], {
    toolCalls: calls,
    components: { ToolCallCard: () => <p>My card</p> },
  });
  await press("Approve");
  await resumed();
  expect(lines(container).map((line) => line.textContent)).toEqual(["ApprovedDelete /dat/a?"]);
});

test("sends all answers in order once every interrupt is answered", async () => {
  const { user, resumed, container, agent, press } = await openInterrupts([first, second], {
    toolCalls: calls,
  });
  const [, two] = cards() as [HTMLElement, HTMLElement];
  await user.click(within(two).getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(lines(container)).toHaveLength(1));
  const [line] = lines(container) as [HTMLElement];
  expect(line).toHaveAttribute("data-waiting");
  expect(line).toHaveTextContent(
    "ApprovedDelete file · Delete /dat/b?Waiting for your other answers",
  );
  expect(agent.inputs).toHaveLength(1);
  await press("Approve");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: true } },
    { interruptId: "i2", status: "resolved", payload: { approved: true } },
  ]);
});

test("lets the user change an answer that has not been sent", async () => {
  const { user, resumed, container, press } = await openInterrupts([first, second], {
    toolCalls: calls,
  });
  const [one] = cards() as [HTMLElement];
  await user.click(within(one).getByRole("button", { name: "Deny" }));
  await user.keyboard("Mine{Enter}");
  await waitFor(() => expect(lines(container)).toHaveLength(1));

  await press("Change");
  const [again] = cards() as [HTMLElement];
  expect(again).toHaveFocus();
  await user.click(within(again).getByRole("button", { name: "Keep my answer" }));
  expect(screen.getByRole("button", { name: "Change" })).toHaveFocus();
  expect(lines(container)[0]).toHaveTextContent("DeniedDelete file · Delete /dat/a? · Mine");

  await press("Change");
  const [reopened] = cards() as [HTMLElement];
  await user.click(within(reopened).getByRole("button", { name: "Deny" }));
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveValue("Mine");
  await user.keyboard(" alone{Enter}");
  await waitFor(() =>
    expect(lines(container)[0]).toHaveTextContent(
      "DeniedDelete file · Delete /dat/a? · Mine alone",
    ),
  );
  await user.click(within(cards()[0] as HTMLElement).getByRole("button", { name: "Approve" }));
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: false, reason: "Mine alone" } },
    { interruptId: "i2", status: "resolved", payload: { approved: true } },
  ]);
});

test("starts a form and a text field with the answer that is being changed", async () => {
  const { user, container } = await openInterrupts([
    {
      reason: "input_required",
      responseSchema: { type: "object", properties: { city: { type: "string" } } },
    },
    { reason: "pick_time" },
    { reason: "confirmation" },
  ]);
  await user.type(await screen.findByRole("textbox", { name: "City" }), "Rome");
  await user.click(screen.getAllByRole("button", { name: "Send answer" })[0] as HTMLElement);
  await waitFor(() => expect(lines(container)).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Change" }));
  expect(await screen.findByRole("textbox", { name: "City" })).toHaveValue("Rome");

  const time = screen.getByRole("textbox", { name: "Your answer" });
  await user.type(time, "At ten");
  const card = time.closest("section") as HTMLElement;
  await user.click(within(card).getByRole("button", { name: "Send answer" }));
  await user.click(await screen.findByRole("button", { name: "Change" }));
  expect(screen.getByRole("textbox", { name: "Your answer" })).toHaveValue("At ten");
});

test("approves all approvals of one tool with one run, as their own buttons do", async () => {
  const other: InterruptInput = { reason: "tool_call", message: "Send it?", toolCallId: "c3" };
  const { press, user, resumed, agent } = await openInterrupts([first, other, second], {
    toolCalls: { ...calls, c3: ["send_mail", "{}"] },
  });
  await press("Approve all (2)");
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(cards()[0], "another tool is not approved").toHaveTextContent("Send it?");
  expect(agent.inputs).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Approve" }));
  expect(await resumed()).toEqual(
    ["i1", "i2", "i3"].map((interruptId) => ({
      interruptId,
      status: "resolved",
      payload: { approved: true },
    })),
  );
});

test("offers to approve all while several approvals of one tool are open", async () => {
  const { user } = await openInterrupts([first, second], { toolCalls: calls });
  expect(screen.getAllByRole("button", { name: "Approve all (2)" })).toHaveLength(1);
  await user.click(screen.getAllByRole("button", { name: "Approve" })[0] as HTMLElement);
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(screen.queryByRole("button", { name: /^Approve all/ })).toBeNull();
});

test("does not take focus when a question appears", async () => {
  await openInterrupts([first], { toolCalls: calls });
  expect(document.body).toHaveFocus();
});

test("moves focus after an answer to the next question and then to the composer", async () => {
  const { user, resumed, container } = await openInterrupts([first, second], { toolCalls: calls });
  const [one, two] = cards() as [HTMLElement, HTMLElement];
  within(two).getByRole("button", { name: "Approve" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(lines(container)).toHaveLength(1));
  expect(one).toHaveFocus();
  expect(one).toHaveAccessibleName("Approval needed");
  expect(one).toHaveAccessibleDescription("delete_file Delete /dat/a?");
  await user.keyboard("{Enter}");
  expect(cards(), "a second Enter answers nothing").toEqual([one]);
  expect(one).not.toHaveAttribute("aria-busy");
  await user.keyboard("{Tab}{Enter}");
  await resumed();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
});

test("moves focus to the composer when an answered question moves in the transcript", async () => {
  const { user, resumed } = await openInterrupts([{ reason: "confirmation" }]);
  screen.getByRole("button", { name: "Yes" }).focus();
  await user.keyboard("{Enter}");
  await resumed();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
});

test("keeps focus in the composer when an interrupt is resolved elsewhere", async () => {
  const { user, resumed, thread } = await openInterrupts([first], { toolCalls: calls });
  const composer = screen.getByRole("textbox", { name: "Message" });
  await user.type(composer, "By the way");
  void thread.resume([{ interruptId: "i1", status: "cancelled" }]);
  await resumed();
  expect(composer).toHaveFocus();
});

test("ignores a repeated Enter on buttons and inputs", async () => {
  const { press } = await openInterrupts([first], { toolCalls: calls });
  const isTaken = (element: HTMLElement, repeat: boolean) =>
    fireEvent.keyDown(element, { key: "Enter", repeat });
  const approve = screen.getByRole("button", { name: "Approve" });
  expect(isTaken(approve, false)).toBe(true);
  expect(isTaken(approve, true)).toBe(false);
  await press("Deny");
  const reason = screen.getByRole("textbox", { name: "Reason" });
  expect(isTaken(reason, false)).toBe(true);
  expect(isTaken(reason, true)).toBe(false);
});

test("opens an answer without a message to what was asked", async () => {
  const proposal = { tool: "sendEmail", to: "a@b.com" };
  const { press, user, resumed, container } = await openInterrupts([
    { reason: "confirmation", metadata: { payload: { proposal } } },
  ]);
  await press("Yes");
  await resumed();
  const [line] = lines(container) as [HTMLElement];
  await user.click(within(line).getByText("Confirmed"));
  expect(within(line).getByText("a@b.com")).toBeVisible();
});

test("opens an answer about a call that is not in the conversation to its arguments", async () => {
  const { press, user, resumed, container } = await openInterrupts([
    { reason: "tool_call", metadata: { toolName: "delete_file", input: { path: "/dat/a" } } },
  ]);
  await press("Approve");
  await resumed();
  const [line] = lines(container) as [HTMLElement];
  await user.click(within(line).getByText("Approved"));
  expect(within(line).getByText("/dat/a")).toBeVisible();
});

test("shows a question that the arguments of its call repeat once", async () => {
  const question = "Which color?";
  const { press, user, resumed, container } = await openInterrupts(
    [{ reason: "input_required", message: question, toolCallId: "c1" }, { reason: "confirmation" }],
    { toolCalls: { c1: ["ask_user", JSON.stringify({ question, options: ["red", "blue"] })] } },
  );
  await user.type(screen.getByRole("textbox", { name: "Your answer" }), "red");
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  await waitFor(() => expect(lines(container)).toHaveLength(1));
  const [line] = lines(container) as [HTMLElement];
  const countIn = (element: HTMLElement) => element.textContent?.split(question).length;
  await user.click(within(line).getByText(/^Ask user/));
  expect(countIn(line), "in the line and once in its details").toBe(3);
  await press("Yes");
  await resumed();
  const row = rows(container).find((row) => row.textContent?.includes("Ask user")) as HTMLElement;
  await user.click(within(row).getByText(/Answered/));
  expect(within(row).getByText("blue")).toBeVisible();
  expect(countIn(row)).toBe(2);
});
