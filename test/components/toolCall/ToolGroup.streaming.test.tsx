import { act, render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MessageItem } from "../../../src/components/message/MessageItem.tsx";
import type {
  ToolCallCardProps,
  ToolGroupProps,
} from "../../../src/components/settings/transcriptPartProps.ts";
import { ToolCallCard } from "../../../src/components/toolCall/ToolCallCard.tsx";
import { ToolGroup } from "../../../src/components/toolCall/ToolGroup.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { endRun, FrontendTool, renderToolChat, startRun } from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";

const row = () => screen.getByRole("button", { name: /tool calls/ });
const cards = () =>
  screen
    .queryAllByRole("group")
    .flatMap((card) => card.querySelector(".agk-tool-label")?.textContent ?? []);

const answers = (...ids: readonly string[]) =>
  ids.map((id) => ({
    type: "TOOL_CALL_RESULT" as const,
    messageId: `r-${id}`,
    toolCallId: id,
    content: "ok",
  }));
const three = [call("look", {}, "a"), call("read", {}, "b"), call("look", {}, "c")];

describe("a tool group in a streaming message", () => {
  test("collapses with the third call, and keeps its row until all calls are done", async () => {
    const agent = manualAgent();
    const { begin } = renderToolChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents(three.slice(0, 2), "m"));
    expect(cards()).toEqual(["Look", "Read"]);
    await emit(agent, ...callEvents(three.slice(2), "m"));
    const first = row();
    expect(first).toHaveAccessibleName(/Running$/);
    await emit(agent, ...answers("a", "b"));
    expect(first).toHaveAccessibleName(/2 done, 1 running$/);
    await emit(agent, ...answers("c"));
    await endRun(agent);
    expect(row()).toBe(first);
    expect(first).toHaveAccessibleName(/Done$/);
    expect(cards()).toEqual([]);
  });

  test("stays expanded when the message settles", async () => {
    const agent = manualAgent();
    const { begin, user } = renderToolChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents(three, "m"));
    await user.click(row());
    await emit(agent, ...answers("a", "b", "c"));
    await endRun(agent);
    expect(cards()).toEqual(["Look", "Read", "Look"]);
  });

  test("does not collapse a card that has the focus", async () => {
    const agent = manualAgent();
    const { begin, user } = renderToolChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents(three.slice(0, 1), "m"));
    const summary = screen.getByText("Look");
    await user.click(summary);
    await emit(agent, ...callEvents(three.slice(1), "m"));
    expect(row()).toHaveAttribute("aria-expanded", "true");
    expect(cards()).toEqual(["Look", "Read", "Look"]);
    expect(screen.getAllByText("Look")).toContain(summary);
    // A click on the row collapses it.
    await user.click(row());
    expect(row()).toHaveAttribute("aria-expanded", "false");
    expect(cards()).toEqual([]);
    await endRun(agent);
  });

  test("shows an opened card open again after it was collapsed", async () => {
    const agent = manualAgent();
    const { begin, user } = renderToolChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("read", { page: 7 }, "b"), ...three.slice(0, 1)], "m"));
    await user.click(screen.getByText("Read"));
    expect(screen.getByText("7")).toBeVisible();
    await emit(agent, ...callEvents(three.slice(2), "m"));
    await user.click(row());
    expect(screen.queryByText("7")).toBeNull();
    await user.click(row());
    expect(screen.getByText("7")).toBeVisible();
    await endRun(agent);
  });

  test("renders only the card whose arguments stream", async () => {
    const rendered: Record<string, number> = {};
    const Counted = (props: ToolCallCardProps) => {
      const { id } = props.toolCall;
      rendered[id] = (rendered[id] ?? 0) + 1;
      return <ToolCallCard {...props} />;
    };
    const agent = manualAgent();
    const chat = { components: { ToolCallCard: Counted } };
    const { begin } = renderToolChat(agent, null, { chat });
    begin();
    await startRun(agent);
    await emit(
      agent,
      ...callEvents(three.slice(0, 2), "m"),
      ...callEvents(three.slice(2), "m").slice(0, 1),
    );
    const before = { ...rendered };
    for (let sent = 0; sent < 10; sent++) {
      await emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: " " });
    }
    expect(rendered).toEqual({ ...before, c: (before.c ?? 0) + 20 });
    await endRun(agent);
  });

  test("renders no card when the arguments of a collapsed call stream", async () => {
    const rendered: string[] = [];
    const Counted = (props: ToolGroupProps) => (
      <ToolGroup
        {...props}
        renderCall={(call) => {
          rendered.push(call.toolCall.id);
          return props.renderCall?.(call);
        }}
      />
    );
    const agent = manualAgent();
    const { begin, user } = renderToolChat(agent, null, {
      chat: { components: { ToolGroup: Counted } },
    });
    begin();
    await startRun(agent);
    await emit(
      agent,
      ...callEvents(three.slice(0, 2), "m"),
      ...callEvents(three.slice(2), "m").slice(0, 1),
    );
    const more = { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: " " } as const;
    rendered.length = 0;
    await emit(agent, more);
    expect(rendered).toEqual([]);
    // Expanded, the card renders with its arguments.
    await user.click(row());
    await emit(agent, more);
    expect(rendered).toContain("c");
    await endRun(agent);
  });
});

test("a MessageItem outside a MessageList updates its tool group", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const calls = three.map(({ id, name }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: "{}" },
  }));
  void thread.run();
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...callEvents(three, "m"));
  render(
    <ThreadProvider thread={thread}>
      <MessageItem message={{ id: "m", role: "assistant", toolCalls: calls }} />
    </ThreadProvider>,
  );
  expect(row()).toHaveAccessibleName(/Running$/);
  await emit(agent, ...answers("b"));
  expect(row()).toHaveAccessibleName(/1 done, 2 running$/);
  await act(() => agent.finish());
});

test("`components.ToolGroup` replaces the group, also around a single call", async () => {
  const Titled = ({ calls, renderCall }: ToolGroupProps) => (
    <section aria-label={`Work: ${calls.length}`}>{calls.map(renderCall)}</section>
  );
  const { send } = renderToolChat(
    scriptedAgent(callRun(call("look")), callRun(...three), textRun("Ok")),
    [
      <FrontendTool key="l" name="look" handler={() => "seen"} />,
      <FrontendTool key="r" name="read" handler={() => "read"} />,
    ],
    { chat: { components: { ToolGroup: Titled }, strings: { toolCall: { complete: "Fertig" } } } },
  );
  await send();
  expect(within(screen.getByRole("region", { name: "Work: 1" })).getByText("Fertig")).toBeVisible();
  expect(
    within(screen.getByRole("region", { name: "Work: 3" })).getAllByText("Fertig"),
  ).toHaveLength(3);
});
