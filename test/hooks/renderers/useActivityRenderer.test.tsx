import { act, render, screen } from "@testing-library/react";
import { lazy, type ReactNode, useReducer } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { MessageItem } from "../../../src/components/message/MessageItem.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { ActivityRenderProps } from "../../../src/hooks/renderers/activityRenderers.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { createDeferred } from "../../support/deferred.ts";
import { endRun, expectErrors, renderToolChat, startRun } from "../toolChat.tsx";
import { emit, finish } from "../wrap.tsx";
import {
  ActivityRenderer,
  activity,
  activityAgent,
  change,
  mark,
  queryDefault,
} from "./activityChat.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("an activity with a renderer", () => {
  test("renders with the renderer, its growing content, and `isRunning` until the turn ends", async () => {
    const agent = manualAgent();
    const received: ActivityRenderProps<unknown>[] = [];
    const { begin, thread } = renderToolChat(
      agent,
      <ActivityRenderer
        activityType="SEARCH"
        render={(props) => {
          received.push(props);
          return <p>{JSON.stringify(props.content)}</p>;
        }}
      />,
    );
    begin();
    await startRun(agent);
    await emit(agent, activity("SEARCH", { hits: 1 }));
    expect(screen.getByText('{"hits":1}')).toBeVisible();
    await emit(agent, change({ op: "replace", path: "/hits", value: 2 }));
    expect(screen.getByText('{"hits":2}')).toBeVisible();
    expect(queryDefault()).not.toBeInTheDocument();
    expect(received.at(-1)).toEqual({
      activityType: "SEARCH",
      content: { hits: 2 },
      message: thread.getSnapshot().messages.at(-1),
      isRunning: true,
    });
    await endRun(agent);
    expect(received.at(-1)?.isRunning).toBe(false);
  });

  test("is no longer running once the next turn starts", async () => {
    const agent = manualAgent();
    const { begin } = renderToolChat(
      agent,
      <ActivityRenderer
        activityType="SEARCH"
        render={({ message, isRunning }) => <p>{`${message.id} ${isRunning}`}</p>}
      />,
    );
    begin();
    await startRun(agent);
    await emit(agent, activity("SEARCH", {}, "first"));
    await endRun(agent);
    begin("More");
    await startRun(agent);
    await emit(agent, activity("SEARCH", {}, "second"));
    expect(screen.getByText("first false")).toBeVisible();
    expect(screen.getByText("second true")).toBeVisible();
    await finish(agent);
  });

  test("keeps the hook state of a lazy renderer across content changes", async () => {
    function Counter(): ReactNode {
      const [count, add] = useReducer((count: number) => count + 1, 0);
      return (
        <button type="button" onClick={add}>
          {`clicked ${count} times`}
        </button>
      );
    }
    const gate = createDeferred<{ default: () => ReactNode }>();
    const LazyContent = lazy(() => gate.promise);
    const agent = manualAgent();
    const { begin, user } = renderToolChat(
      agent,
      <ActivityRenderer activityType="SEARCH" render={() => <LazyContent />} />,
    );
    begin();
    await startRun(agent);
    await emit(agent, activity("SEARCH", { hits: 1 }));
    expect(queryDefault()).toBeVisible();
    await act(async () => gate.resolve({ default: Counter }));
    await user.click(await screen.findByRole("button", { name: "clicked 0 times" }));
    await emit(agent, change({ op: "replace", path: "/hits", value: 2 }));
    expect(screen.getByRole("button", { name: "clicked 1 times" })).toBeVisible();
    await finish(agent);
  });

  test("renders the default when its renderer throws, and tries again with new content", async () => {
    const errors = expectErrors();
    const agent = manualAgent();
    const { begin } = renderToolChat(
      agent,
      <ActivityRenderer<{ hits: number }>
        activityType="SEARCH"
        render={({ content }) => {
          if (content.hits === 1) throw new Error("mine");
          return <p>{`${content.hits} hits`}</p>;
        }}
      />,
    );
    begin();
    await startRun(agent);
    await emit(agent, activity("SEARCH", { hits: 1 }));
    expect(queryDefault()).toBeVisible();
    expect(errors).toHaveBeenCalled();
    await emit(agent, change({ op: "replace", path: "/hits", value: 2 }));
    expect(screen.getByText("2 hits")).toBeVisible();
    await endRun(agent);
  });

  test("re-renders only when its own activity changes", async () => {
    const agent = manualAgent();
    const renderActivity = vi.fn(mark("mine"));
    const { begin } = renderToolChat(
      agent,
      <ActivityRenderer activityType="SEARCH" content={z.object({})} render={renderActivity} />,
    );
    begin();
    await startRun(agent);
    await emit(agent, activity("SEARCH", {}));
    const renderedContent = renderActivity.mock.calls.length;
    for (const delta of ["a", "b", "c"]) {
      await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta });
    }
    await emit(agent, activity("PLAN", {}, "a2"));
    expect(renderActivity).toHaveBeenCalledTimes(renderedContent);
    await finish(agent);
  });

  test("renders the default again when the renderer unmounts", async () => {
    const { show, send } = renderToolChat(
      activityAgent(activity("SEARCH", {})),
      <ActivityRenderer activityType="SEARCH" render={mark("mine")} />,
    );
    await send();
    expect(screen.getByText("mine")).toBeVisible();
    show(null);
    expect(screen.queryByText("mine")).not.toBeInTheDocument();
    expect(queryDefault()).toBeVisible();
  });

  test("prefers a renderer over a replaced default component", async () => {
    const { show, send } = renderToolChat(
      activityAgent(activity("SEARCH", {})),
      <ActivityRenderer activityType="SEARCH" render={mark("mine")} />,
      { chat: { components: { Activity: ({ message }) => <p>{`part ${message.id}`}</p> } } },
    );
    await send();
    expect(screen.queryByText("part a1")).not.toBeInTheDocument();
    show(null);
    expect(screen.getByText("part a1")).toBeVisible();
  });

  test("renders the default without a provider", () => {
    render(
      <MessageItem message={{ id: "a1", role: "activity", activityType: "SEARCH", content: {} }} />,
    );
    expect(queryDefault()).toBeVisible();
  });
});

describe("several activity renderers", () => {
  test("a renderer for the type takes precedence over `*`, which renders other types", async () => {
    const { send } = renderToolChat(
      activityAgent(activity("SEARCH", {}), activity("PLAN", {}, "a2")),
      [
        <ActivityRenderer key="1" activityType="SEARCH" render={mark("my search")} />,
        <ActivityRenderer
          key="2"
          activityType="*"
          render={({ activityType }) => <p>{`any ${activityType}`}</p>}
        />,
      ],
    );
    await send();
    expect(screen.getByText("my search")).toBeVisible();
    expect(screen.getByText("any PLAN")).toBeVisible();
    expect(screen.queryByText("any SEARCH")).not.toBeInTheDocument();
  });

  test("a renderer for the thread's agent takes precedence over a common one, and other agents' are ignored", async () => {
    const client = createAgentClient({
      agents: {
        left: activityAgent(activity("SEARCH", {})),
        right: activityAgent(activity("SEARCH", {})),
      },
    });
    render(
      <AgentProvider client={client}>
        <ActivityRenderer activityType="SEARCH" agentId="left" render={mark("left")} />
        <ActivityRenderer activityType="SEARCH" render={mark("common")} />
        <Chat />
        <ThreadProvider agentId="right">
          <Chat />
        </ThreadProvider>
      </AgentProvider>,
    );
    await act(() => client.thread({ agentId: "left" }).send("Hi"));
    expect(screen.getByText("left")).toBeVisible();
    expect(screen.queryByText("common")).not.toBeInTheDocument();
    await act(() => client.thread({ agentId: "right" }).send("Hi"));
    expect(screen.getByText("common")).toBeVisible();
  });
});

test("activities are never sent back to the agent", async () => {
  const agent = scriptedAgent(
    [runStarted(), activity("SEARCH", { hits: 1 }), runFinished()],
    [runStarted(), runFinished()],
  );
  const thread = createThread({ agent });
  render(
    <ThreadProvider thread={thread}>
      <ActivityRenderer activityType="*" render={mark("mine")} />
      <Chat />
    </ThreadProvider>,
  );
  await act(() => thread.send("Hi"));
  expect(screen.getByText("mine")).toBeVisible();
  await act(() => thread.send("And?"));
  expect(agent.inputs[1]?.messages.map(({ role }) => role)).toEqual(["user", "user"]);
});

test("an activity with a `toolCallId` renders with its renderer inside the card of the call", async () => {
  const agent = scriptedAgent([
    runStarted(),
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look", parentMessageId: "m1" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    activity("SEARCH", { toolCallId: "c1", query: "tides" }),
    { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "r1", content: "found" },
    runFinished(),
  ]);
  const thread = createThread({ agent });
  render(
    <ThreadProvider thread={thread}>
      <ActivityRenderer<{ query: string }>
        activityType="SEARCH"
        render={({ content }) => <p>Looked for {content.query}</p>}
      />
      <Chat />
    </ThreadProvider>,
  );
  await act(async () => void (await thread.run()));
  act(() => screen.getByText("Look").closest("summary")?.click());
  expect(await screen.findByText("Looked for tides")).toBeVisible();
  expect(screen.getByText("Looked for tides").closest(".agk-tool-call")).not.toBeNull();
});
