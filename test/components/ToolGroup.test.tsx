import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Message } from "../../src/components/Message.tsx";
import type { ToolCallProps, ToolGroupProps } from "../../src/components/parts.ts";
import { ToolCall } from "../../src/components/ToolCall.tsx";
import { ToolGroup } from "../../src/components/ToolGroup.tsx";
import { ThreadProvider } from "../../src/hooks/ThreadProvider.tsx";
import type { ToolCallView } from "../../src/hooks/toolCallViews.ts";
import { createThread } from "../../src/store/createThread.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { textRun } from "../../src/testing/steps.ts";
import {
  askingRun,
  endRun,
  FrontendTool,
  HumanTool,
  renderChat,
  startRun,
  ToolRenderer,
} from "../hooks/toolChat.tsx";
import { emit } from "../hooks/wrap.tsx";
import { call, callEvents, callRun } from "../store/tools/calls.ts";
import { loadViews } from "./loadViews.tsx";

loadViews();

type Status = ToolCallView["status"];

function view(id: string, status: Status, fields: Partial<ToolCallView> = {}): ToolCallView {
  return {
    toolCall: { id, type: "function", function: { name: `tool_${id}`, arguments: "{}" } },
    info: { messageId: "m", status: status === "failed" ? "failed" : "complete" },
    result: undefined,
    status,
    interrupts: [],
    outputs: [],
    ...fields,
  };
}

const renderCall = (call: ToolCallView) => <ToolCall key={call.toolCall.id} {...call} />;
const group = (...calls: readonly ToolCallView[]) => (
  <ToolGroup calls={calls} renderCall={renderCall} />
);
const row = () => screen.getByRole("button", { name: /tool calls/ });
const cards = () =>
  screen
    .queryAllByRole("group")
    .flatMap((card) => card.querySelector(".agk-tool-name")?.textContent ?? []);

const answers = (...ids: readonly string[]) =>
  ids.map((id) => ({
    type: "TOOL_CALL_RESULT" as const,
    messageId: `r-${id}`,
    toolCallId: id,
    content: "ok",
  }));
const three = [call("look", {}, "a"), call("read", {}, "b"), call("look", {}, "c")];

describe("calls that stand side by side", () => {
  test("are one row from three on, which opens to show each in its order", async () => {
    render(group(view("a", "complete"), view("b", "complete"), view("c", "complete")));
    expect(row()).toHaveAccessibleName("3 tool calls tool_a, tool_b, tool_c Done");
    expect(row()).toHaveAttribute("aria-expanded", "false");
    expect(cards()).toEqual([]);
    await userEvent.click(row());
    expect(row()).toHaveAttribute("aria-expanded", "true");
    expect(cards()).toEqual(["tool_a", "tool_b", "tool_c"]);
    await userEvent.click(row());
    expect(cards()).toEqual([]);
  });

  test("stand as they are while there are fewer", () => {
    render(group(view("a", "complete"), view("b", "running")));
    expect(screen.queryByRole("button")).toBeNull();
    expect(cards()).toEqual(["tool_a", "tool_b"]);
  });

  test("are folded from as many as one says", () => {
    const calls = [view("a", "complete"), view("b", "complete")];
    render(<ToolGroup calls={calls} renderCall={renderCall} from={2} />);
    expect(row()).toHaveAccessibleName(/^2 tool calls/);
  });

  test("are called by each name once", () => {
    const look = view("a", "complete").toolCall.function;
    const again = (id: string) =>
      view(id, "complete", { toolCall: { id, type: "function", function: look } });
    render(group(again("a"), again("b"), again("c")));
    expect(row()).toHaveTextContent("3 tool calls tool_a Done");
  });

  test.each<[words: string, status: string, of: readonly Status[]]>([
    ["Running", "running", ["streaming", "pending", "running"]],
    ["1 done, 2 running", "running", ["complete", "running", "streaming"]],
    ["2 done, 1 failed", "failed", ["complete", "failed", "complete"]],
    ["1 done, 1 running, 1 waiting", "waiting", ["running", "waiting", "complete"]],
    ["2 done, 1 declined", "complete", ["complete", "complete", "denied"]],
    ["Declined", "denied", ["denied", "denied", "denied"]],
  ])("say %s", (words, status, of) => {
    const { container } = render(group(...of.map((one, at) => view(`c${at}`, one))));
    expect(row()).toHaveAccessibleName(new RegExp(`${words}$`));
    expect(container.querySelector(".agk-tool-row")).toHaveAttribute("data-status", status);
  });

  test("are opened and closed by keyboard", async () => {
    render(group(view("a", "complete"), view("b", "complete"), view("c", "complete")));
    await userEvent.tab();
    expect(row()).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(cards()).toHaveLength(3);
    await userEvent.keyboard(" ");
    expect(cards()).toEqual([]);
    expect(row()).toHaveFocus();
  });
});

describe("what needs the person is never folded", () => {
  const done = [view("a", "complete"), view("b", "complete")];
  const interrupt = { id: "i", reason: "approval" };
  test.each<[string, ToolCallView]>([
    ["one that waits", view("c", "waiting")],
    ["one that failed", view("c", "failed")],
    ["one that was asked about", view("c", "complete", { interrupts: [interrupt] })],
    [
      "one that a person answered",
      view("c", "complete", { info: { messageId: "m", status: "complete", askedAt: 1 } }),
    ],
    ["one with a sub-agent", view("c", "running", { subagents: ["s"] })],
  ])("%s keeps its place", (_what, pinned) => {
    // A call with a sub-agent asks the thread how far that is.
    const thread = createThread({ agent: manualAgent() });
    const show = (...calls: readonly ToolCallView[]) => (
      <ThreadProvider thread={thread}>{group(...calls)}</ThreadProvider>
    );
    const { rerender } = render(show(...done, pinned));
    expect(cards()).toEqual(["tool_c"]);
    expect(row()).toHaveAccessibleName(/^3 tool calls/);
    rerender(show(pinned, ...done));
    expect(cards()).toEqual(["tool_c"]);
  });

  test("nor is anything where nothing would be", () => {
    render(group(view("a", "failed"), view("b", "failed"), view("c", "failed")));
    expect(screen.queryByRole("button", { name: /tool calls/ })).toBeNull();
    expect(cards()).toHaveLength(3);
  });

  test("what the application draws is neither folded nor counted", async () => {
    const { send, show } = renderChat(
      scriptedAgent(callRun(...three, call("paint", {}, "p"), call("read", {}, "d"))),
      <ToolRenderer name="paint" render={() => <p>my card</p>} />,
    );
    await send();
    // Nothing answers them, so that they have failed; what is drawn stands among them.
    expect(screen.getByText("my card")).toBeVisible();
    show(<ToolRenderer name="*" render={({ toolCallId }) => <p>{`card ${toolCallId}`}</p>} />);
    expect(screen.getAllByText(/^card /)).toHaveLength(5);
    expect(screen.queryByRole("button", { name: /tool calls/ })).toBeNull();
  });

  test("a human tool asks beside the others, which are folded", async () => {
    const { send, user } = renderChat(
      scriptedAgent(callRun(...three, call("ask", {}, "q")), textRun("Thanks")),
      <>
        <FrontendTool name="look" handler={() => "seen"} />
        <FrontendTool name="read" handler={() => "read"} />
        <HumanTool
          name="ask"
          render={({ status, respond }) => (
            <button type="button" onClick={() => void respond("yes")}>
              {`ask ${status}`}
            </button>
          )}
        />
      </>,
    );
    await send();
    expect(row()).toHaveAccessibleName("3 tool calls look, read Done");
    await user.click(screen.getByRole("button", { name: "ask waiting" }));
    expect(await screen.findByText("Thanks", { selector: "p" })).toBeVisible();
    expect(screen.getByRole("button", { name: "ask complete" })).toBeVisible();
  });

  test("a question about a call stands with it", async () => {
    const interrupts = [{ id: "i1", reason: "approval", toolCallId: "b", message: "May I read?" }];
    const { send } = renderChat(
      scriptedAgent(askingRun(interrupts, ...three)),
      <FrontendTool name="look" handler={() => "seen"} />,
    );
    await send();
    expect(within(screen.getByRole("log")).getByText("May I read?")).toBeVisible();
    expect(cards()).toContain("read");
  });
});

describe("while it streams", () => {
  test("the third call folds them, and the row stays what it is until all are done", async () => {
    const agent = manualAgent();
    const { begin } = renderChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents(three.slice(0, 2), "m"));
    expect(cards()).toEqual(["look", "read"]);
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

  test("what the person has opened stays open when the message settles", async () => {
    const agent = manualAgent();
    const { begin, user } = renderChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents(three, "m"));
    await user.click(row());
    await emit(agent, ...answers("a", "b", "c"));
    await endRun(agent);
    expect(cards()).toEqual(["look", "read", "look"]);
  });

  test("a card in which the person is at work is not folded under their hands", async () => {
    const agent = manualAgent();
    const { begin, user } = renderChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents(three.slice(0, 1), "m"));
    const summary = screen.getByText("look");
    await user.click(summary);
    await emit(agent, ...callEvents(three.slice(1), "m"));
    expect(row()).toHaveAttribute("aria-expanded", "true");
    expect(cards()).toEqual(["look", "read", "look"]);
    expect(screen.getAllByText("look")).toContain(summary);
    // What they fold themselves is folded.
    await user.click(row());
    expect(row()).toHaveAttribute("aria-expanded", "false");
    expect(cards()).toEqual([]);
    await endRun(agent);
  });

  test("a card that was opened is open again when it comes back", async () => {
    const agent = manualAgent();
    const { begin, user } = renderChat(agent, null);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("read", { page: 7 }, "b"), ...three.slice(0, 1)], "m"));
    await user.click(screen.getByText("read"));
    expect(screen.getByText(/"page": 7/)).toBeVisible();
    await emit(agent, ...callEvents(three.slice(2), "m"));
    await user.click(row());
    expect(screen.queryByText(/"page": 7/)).toBeNull();
    await user.click(row());
    expect(screen.getByText(/"page": 7/)).toBeVisible();
    await endRun(agent);
  });

  test("arguments of one call draw that one and no other", async () => {
    const drawn: Record<string, number> = {};
    const Counted = (props: ToolCallProps) => {
      const { id } = props.toolCall;
      drawn[id] = (drawn[id] ?? 0) + 1;
      return <ToolCall {...props} />;
    };
    const agent = manualAgent();
    const chat = { components: { ToolCall: Counted } };
    const { begin, user } = renderChat(agent, null, { chat });
    begin();
    await startRun(agent);
    await emit(
      agent,
      ...callEvents(three.slice(0, 2), "m"),
      ...callEvents(three.slice(2), "m").slice(0, 1),
    );
    await user.click(row());
    const before = { ...drawn };
    for (let sent = 0; sent < 10; sent++) {
      await emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: " " });
    }
    expect(drawn).toEqual({ ...before, c: (before.c ?? 0) + 20 });
    // And where they are folded, none at all.
    await user.click(row());
    const folded = { ...drawn };
    await emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "{}" });
    expect(drawn).toEqual(folded);
    await endRun(agent);
  });
});

test("a message on its own follows its calls as well", async () => {
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
      <Message message={{ id: "m", role: "assistant", toolCalls: calls }} />
    </ThreadProvider>,
  );
  expect(row()).toHaveAccessibleName(/Running$/);
  await emit(agent, ...answers("b"));
  expect(row()).toHaveAccessibleName(/1 done, 2 running$/);
  await act(() => agent.finish());
});

test("another part takes its place, also around a single call", async () => {
  const Titled = ({ calls, renderCall }: ToolGroupProps) => (
    <section aria-label={`Work: ${calls.length}`}>{calls.map(renderCall)}</section>
  );
  const { send } = renderChat(
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
