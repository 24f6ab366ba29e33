import { act, render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { arabicStrings } from "../../../src/components/strings/ar.ts";
import { germanStrings } from "../../../src/components/strings/de.ts";
import { japaneseStrings } from "../../../src/components/strings/ja.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { asSubagent, spawn } from "../../hooks/subagents.ts";
import { endRun, renderToolChat, startRun, textEvents } from "../../hooks/toolChat.tsx";
import { emit, finish } from "../../hooks/wrap.tsx";

const activity = (content: Record<string, unknown>, messageId = "a1"): EventInput => ({
  type: "ACTIVITY_SNAPSHOT",
  messageId,
  activityType: "IMPORT",
  content,
});
const startReasoning: EventInput[] = [
  { type: "REASONING_START", messageId: "r1" },
  { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Hm" },
];
const startCall: EventInput[] = [
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "lookup" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"q":' },
];
const startSubagent: EventInput[] = [
  spawn("Scout"),
  { type: "STEP_STARTED", stepName: "Look", subagentRunId: "Scout" },
  ...asSubagent("Scout", textEvents("m1", "Looking")),
];

/** Returns the card whose title is this text. */
const card = (title: string) => {
  const found = screen.getByText(title).closest<HTMLElement>("details");
  if (!found) throw new Error(`"${title}" has no card`);
  return found;
};
/** Returns the status that a card names in its row. */
const statusIn = (title: string) => card(title).querySelector("summary")?.textContent;

async function endWith(
  ending: "success" | "error" | "stop",
  agent: ReturnType<typeof manualAgent>,
  stop: () => void,
) {
  if (ending === "success") return endRun(agent);
  if (ending === "stop") return act(async () => stop());
  await emit(agent, { type: "RUN_ERROR", message: "No connection" });
  await finish(agent);
}

describe.each(["success", "error", "stop"] as const)("after a run that ends with %s", (ending) => {
  test.each([
    [{ status: "running" }],
    [{ status: "building", progressTokens: 12 }],
    [{ status: "retrying", attempt: 2 }],
    [{ status: "In flight" }],
    [{ phase: "model", status: "transcribing" }],
    [{ jobs: { first: { phase: "Uploading" } } }],
    [{ file: "a.csv", isLoading: true }],
    [{ state: "in_progress", items: ["one"] }],
    [{ steps: [{ title: "Read", status: "in_progress" }] }],
  ])("an activity with %j says that it was interrupted", async (content) => {
    const agent = manualAgent();
    const { begin, thread } = renderToolChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, activity(content));
    expect(statusIn("Import")).toBe("Import");
    await endWith(ending, agent, thread.stop);
    expect(statusIn("Import")).toBe("ImportInterrupted");
    expect(card("Import")).toHaveAttribute("data-status", "unfinished");
    // The content stays as the agent sent it.
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content });
  });

  test("a call and a sub-agent that were left are labeled, and no spinner is left", async () => {
    const agent = manualAgent();
    const { begin, thread, container, user } = renderToolChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, ...startCall, ...startSubagent);
    await user.click(screen.getByText("Scout"));
    expect(screen.getByText("In progress")).toBeInTheDocument();
    await endWith(ending, agent, thread.stop);
    expect(card("Lookup")).toHaveAttribute("data-status", "unfinished");
    expect(within(card("Lookup")).getByText("Interrupted")).toBeVisible();
    expect(statusIn("Scout")).toContain("Interrupted");
    expect(within(card("Scout")).getByRole("listitem")).toHaveTextContent("Interrupted Look");
    expect(container.querySelector('[data-icon="running"]')).toBeNull();
  });
});

test.each([
  ["a stopped run", "stop", "Interrupted"],
  ["a failed run", "error", "Interrupted"],
  ["a successful run without the end event", "success", ""],
] as const)("reasoning of %s is labeled with what became of it", async (_, ending, label) => {
  const agent = manualAgent();
  const { begin, thread } = renderToolChat(agent, null);
  begin();
  await startRun(agent);
  await emit(agent, ...startReasoning);
  expect(screen.getByText("Thinking")).toBeVisible();
  await endWith(ending, agent, thread.stop);
  expect(statusIn("Thought for 1 second")).toBe(`Thought for 1 second${label}`);
});

test.each([
  [
    "a finished activity",
    { status: "completed", state: "Wyoming", parking: true, note: "running" },
  ],
  ["an activity that waits to begin", { status: "pending" }],
  ["a fact that is no work of the agent", { order: 5, status: "shipping" }],
])("%s is not called interrupted", async (_, content) => {
  const agent = manualAgent();
  const { begin } = renderToolChat(agent, null);
  begin();
  await startRun(agent);
  await emit(agent, activity(content));
  await endRun(agent);
  expect(statusIn("Import")).toBe("Import");
});

test("an activity of an interrupted run is in progress while the run waits for the answer", async () => {
  const agent = manualAgent();
  const { begin } = renderToolChat(agent, null);
  begin();
  await startRun(agent);
  await emit(agent, activity({ status: "running", steps: [{ title: "Read", status: "active" }] }));
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, {
    type: "RUN_FINISHED",
    threadId,
    runId,
    outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "confirm", message: "Go?" }] },
  });
  await finish(agent);
  expect(screen.getByText("Go?")).toBeVisible();
  expect(statusIn("Import")).toBe("Import");
  expect(within(card("Import")).getByRole("listitem")).toHaveTextContent("In progress Read");
});

test("an activity of an earlier turn stays interrupted during the next, unless that turn changes it", async () => {
  const agent = manualAgent();
  const { begin } = renderToolChat(agent, null);
  begin();
  await startRun(agent);
  const plan = { steps: [{ title: "Read", status: "in_progress" }] };
  await emit(agent, activity(plan));
  await endRun(agent);
  begin("Next");
  await startRun(agent);
  expect(statusIn("Import")).toBe("ImportInterrupted");
  expect(within(card("Import")).getByRole("listitem")).toHaveTextContent("Interrupted Read");
  await emit(agent, {
    type: "ACTIVITY_DELTA",
    messageId: "a1",
    activityType: "IMPORT",
    patch: [{ op: "add", path: "/steps/-", value: { title: "Write", status: "pending" } }],
  });
  expect(statusIn("Import")).toBe("Import");
  expect(within(card("Import")).getAllByRole("listitem")[0]).toHaveTextContent("In progress Read");
  await finish(agent);
});

test("a step of a sub-agent stays interrupted during the next run", async () => {
  const agent = manualAgent();
  const { begin, user } = renderToolChat(agent, null);
  begin();
  await startRun(agent);
  await emit(agent, ...startSubagent);
  await endRun(agent);
  await user.click(screen.getByText("Scout"));
  begin("Next");
  await startRun(agent);
  expect(within(card("Scout")).getByRole("listitem")).toHaveTextContent("Interrupted Look");
  await finish(agent);
});

test.each([
  ["German", germanStrings, "Unterbrochen"],
  ["Japanese", japaneseStrings, "中断"],
  ["Arabic", arabicStrings, "متوقف"],
])("an interrupted activity is labeled in %s", (_, strings, label) => {
  const thread = createThread({
    agent: manualAgent(),
    initialMessages: [
      {
        id: "a1",
        role: "activity",
        activityType: "IMPORT",
        content: { status: "building" },
      },
    ],
  });
  render(
    <ThreadProvider thread={thread}>
      <Chat strings={strings} />
    </ThreadProvider>,
  );
  expect(screen.getByText(label)).toBeVisible();
});
