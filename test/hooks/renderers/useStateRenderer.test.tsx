import { act, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { StateRenderProps } from "../../../src/hooks/renderers/stateRenderers.ts";
import {
  type DeclaredStateRendererOptions,
  useStateRenderer,
} from "../../../src/hooks/renderers/useStateRenderer.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { parseThread, serializeThread } from "../../../src/store/eventLog/serializeThread.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { stateSnapshot } from "../../support/runEvents.ts";
import { endRun, expectErrors, renderToolChat, startRun, textEvents } from "../toolChat.tsx";
import { emit, finish } from "../wrap.tsx";

function StateRenderer<TState>(options: DeclaredStateRendererOptions<TState>): ReactNode {
  useStateRenderer(options);
  return null;
}
const change = (path: string, value: unknown): EventInput => ({
  type: "STATE_DELTA",
  delta: [{ op: "add", path, value }],
});
const stateCard = ({ state, isRunning }: StateRenderProps) => (
  <p data-testid="state">{`${JSON.stringify(state)}${isRunning ? " running" : ""}`}</p>
);
const cards = () => screen.queryAllByTestId("state").map(({ textContent }) => textContent);
/** Returns the texts of the transcript in their order. */
const transcript = () =>
  [...screen.getByRole("log").querySelectorAll("[data-testid=state], .agk-message")].map(
    ({ textContent }) => textContent,
  );

/** Agent whose runs write a counter and answer. */
const countingAgent = () => {
  const run = (n: number) => [
    runStarted(),
    ...textEvents(`a${n}`, `Answer ${n}`),
    stateSnapshot({ n, topic: "trees" }),
    runFinished(),
  ];
  return scriptedAgent(run(1), run(2), run(3));
};

describe("a state with a renderer", () => {
  test("renders at the run that wrote it, follows the run, and stays when a later run writes", async () => {
    const agent = manualAgent();
    const { begin } = renderToolChat(agent, <StateRenderer render={stateCard} />);
    begin("One");
    await startRun(agent);
    expect(cards()).toEqual([]);
    await emit(agent, stateSnapshot({ n: 1 }));
    expect(cards()).toEqual(['{"n":1} running']);
    await emit(agent, change("/n", 2), ...textEvents("a1", "First"));
    expect(cards()).toEqual(['{"n":2} running']);
    await endRun(agent);
    begin("Two");
    await startRun(agent);
    expect(cards()).toEqual(['{"n":2}']);
    await emit(agent, ...textEvents("a2", "Second"), change("/n", 3));
    await endRun(agent);
    expect(transcript()).toEqual(["One", '{"n":2}', "First", "Two", "Second", '{"n":3}']);
  });

  test("renders only the card of the run that writes", async () => {
    const agent = manualAgent();
    const rendered: string[] = [];
    const { begin } = renderToolChat(
      agent,
      <StateRenderer<{ n: number }>
        render={({ state }) => {
          rendered.push(`state ${state.n}`);
          return null;
        }}
      />,
    );
    for (const n of [1, 2]) {
      begin();
      await startRun(agent);
      await emit(agent, stateSnapshot({ n }));
      await endRun(agent);
    }
    begin();
    await startRun(agent);
    rendered.length = 0;
    await emit(agent, stateSnapshot({ n: 3 }), ...textEvents("a3", "Third"));
    expect([...new Set(rendered)]).toEqual(["state 3"]);
    await finish(agent);
  });

  test("is not rendered for a run that did not write its part", async () => {
    const agent = scriptedAgent(
      [runStarted(), stateSnapshot({ n: 1, topic: "trees" }), runFinished()],
      [runStarted(), stateSnapshot({ n: 2, topic: "trees" }), runFinished()],
      [runStarted(), ...textEvents("a3", "Nothing new"), runFinished()],
    );
    const { send, show } = renderToolChat(
      agent,
      <StateRenderer pointer="/topic" render={stateCard} />,
    );
    for (const text of ["One", "Two", "Three"]) await send(text);
    expect(cards()).toEqual(['"trees"']);
    show(
      <>
        <StateRenderer pointer="/topic" render={stateCard} />
        <StateRenderer pointer="/n" render={stateCard} />
      </>,
    );
    expect(cards()).toEqual(["1", '"trees"', "2"]);
    show(null);
    expect(cards()).toEqual([]);
  });

  test("does not count what the user wrote between two runs as written by a run", async () => {
    const agent = scriptedAgent(
      [runStarted(), stateSnapshot({ n: 1 }), runFinished()],
      [runStarted(), stateSnapshot({ n: 2, topic: "bees" }), runFinished()],
    );
    const { send, thread } = renderToolChat(
      agent,
      <StateRenderer pointer="/topic" render={stateCard} />,
    );
    await send("One");
    act(() => thread.setState({ n: 1, topic: "bees" }));
    await send("Two");
    expect(cards()).toEqual([]);
  });

  test("shows the prediction while the arguments of its tool stream", async () => {
    const agent = manualAgent();
    const { begin } = renderToolChat(agent, <StateRenderer pointer="/text" render={stateCard} />);
    begin();
    await startRun(agent);
    await emit(
      agent,
      {
        type: "CUSTOM",
        name: "PredictState",
        value: [{ state_key: "text", tool: "write", tool_argument: "text" }],
      },
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "write" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"text":"Once' },
    );
    expect(cards()).toEqual(['"Once" running']);
    await emit(
      agent,
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: ' upon"}' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      stateSnapshot({ text: "Once upon." }),
    );
    await endRun(agent);
    expect(cards()).toEqual(['"Once upon."']);
  });

  test("renders what its schema returns, and nothing while the state does not match", async () => {
    const errors = expectErrors();
    const agent = manualAgent();
    const schema = z.object({ n: z.number(), unit: z.string().default("m") });
    const { begin } = renderToolChat(agent, <StateRenderer state={schema} render={stateCard} />);
    begin();
    await startRun(agent);
    await emit(agent, stateSnapshot({ n: "one" }));
    expect(cards()).toEqual([]);
    expect(errors).not.toHaveBeenCalled();
    await emit(agent, stateSnapshot({ n: 1 }));
    expect(cards()).toEqual(['{"n":1,"unit":"m"} running']);
    await emit(agent, stateSnapshot({ n: "two" }));
    await endRun(agent);
    expect(cards()).toEqual([]);
    expect(errors).toHaveBeenCalledOnce();
    expect(String(errors.mock.calls[0])).toContain("The state that a run wrote does not match");
  });

  test("leaves the conversation as it is when its renderer throws, and tries again", async () => {
    expectErrors();
    const agent = manualAgent();
    const { begin } = renderToolChat(
      agent,
      <StateRenderer<{ n: number }>
        render={({ state, ...props }) => {
          if (state.n === 1) throw new Error("No 1");
          return stateCard({ state, ...props });
        }}
      />,
    );
    begin("One");
    await startRun(agent);
    await emit(agent, stateSnapshot({ n: 1 }));
    expect(transcript()).toEqual(["One"]);
    await emit(agent, stateSnapshot({ n: 2 }));
    expect(cards()).toEqual(['{"n":2} running']);
    await finish(agent);
  });

  test("renders in the card of the sub-agent that wrote it", async () => {
    const subagentRunId = "s1";
    const agent = scriptedAgent([
      runStarted(),
      { type: "SUBAGENT_STARTED", subagentRunId, name: "Scout" },
      ...textEvents("m1", "Looking").map((event) => ({ ...event, subagentRunId }) as EventInput),
      { type: "STATE_SNAPSHOT", snapshot: { n: 1 }, subagentRunId },
      { type: "SUBAGENT_FINISHED", subagentRunId },
      runFinished(),
    ]);
    const { send, user } = renderToolChat(agent, <StateRenderer render={stateCard} />);
    await send();
    expect(cards()).toEqual([]);
    await user.click(screen.getByText("Scout"));
    const card = screen.getByText("Scout").closest("details");
    expect(within(card ?? document.body).getByTestId("state")).toHaveTextContent('{"n":1}');
  });

  test("is rendered by the renderer for the thread's agent before one for all agents", async () => {
    const { send } = renderToolChat(
      countingAgent(),
      <>
        <StateRenderer agentId="default" render={() => <p>of the agent</p>} />
        <StateRenderer agentId="other" render={() => <p>of another</p>} />
        <StateRenderer render={() => <p>of all</p>} />
      </>,
    );
    await send();
    expect(screen.getByText("of the agent")).toBeVisible();
    expect(screen.queryByText("of all")).not.toBeInTheDocument();
  });
});

describe("states of earlier runs", () => {
  const expected = [
    "One",
    "Answer 1",
    '{"n":1,"topic":"trees"}',
    "Two",
    "Answer 2",
    '{"n":2,"topic":"trees"}',
  ];
  const showThread = (thread: ReturnType<typeof createThread>) =>
    render(
      <AgentProvider agent={countingAgent()}>
        <StateRenderer render={stateCard} />
        <ThreadProvider thread={thread}>
          <Chat />
        </ThreadProvider>
      </AgentProvider>,
    );

  test("come back from a storage", async () => {
    const storage = memoryStorage();
    const first = createThread({ agent: countingAgent(), storage, threadId: "t1" });
    for (const text of ["One", "Two"]) await first.send(text);
    await expect
      .poll(async () => (await storage.load("t1"))?.entries?.length)
      .toBe((await first.getEventLog()).events.length);
    first.dispose();
    showThread(createThread({ agent: countingAgent(), storage, threadId: "t1" }));
    expect(await screen.findByText("Answer 2")).toBeVisible();
    expect(transcript()).toEqual(expected);
  });

  test("come back from the log of events", async () => {
    const first = createThread({ agent: countingAgent() });
    for (const text of ["One", "Two"]) await first.send(text);
    showThread(
      createThread({ agent: countingAgent(), ...parseThread(await serializeThread(first)) }),
    );
    expect(transcript()).toEqual(expected);
  });

  test("leave with the branch of their run, and come back with it", async () => {
    const { send, thread } = renderToolChat(countingAgent(), <StateRenderer render={stateCard} />);
    for (const text of ["One", "Two"]) await send(text);
    const question = thread.getSnapshot().messages.find(({ content }) => content === "Two");
    await act(() => thread.edit(question?.id ?? "", "Three"));
    expect(cards()).toEqual(['{"n":1,"topic":"trees"}', '{"n":3,"topic":"trees"}']);
    await act(() => thread.switchBranch("a1", 0));
    expect(cards()).toEqual(['{"n":1,"topic":"trees"}', '{"n":2,"topic":"trees"}']);
  });
});
