import { act, render, screen, waitFor } from "@testing-library/react";
import { lazy, type ReactNode, useReducer } from "react";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { Message } from "../../../src/components/message/Message.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { ActivityRenderProps } from "../../../src/hooks/renderers/activityRenderers.ts";
import {
  type DeclaredActivityRendererOptions,
  useActivityRenderer,
} from "../../../src/hooks/renderers/useActivityRenderer.ts";
import type { ActivityMessage, EventInput } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/steps.ts";
import { createDeferred } from "../../support/deferred.ts";
import { endRun, expectErrors, renderChat, startRun } from "../toolChat.tsx";
import { emit, finish } from "../wrap.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

function ActivityRenderer<TContent = Readonly<Record<string, unknown>>>(
  options: DeclaredActivityRendererOptions<TContent>,
): ReactNode {
  useActivityRenderer(options);
  return null;
}

const activity = (activityType: string, content: object, messageId = "a1"): EventInput => ({
  type: "ACTIVITY_SNAPSHOT",
  messageId,
  activityType,
  content: { ...content },
});
const change = (
  ...patch: { op: "add" | "replace"; path: string; value: unknown }[]
): EventInput => ({
  type: "ACTIVITY_DELTA",
  messageId: "a1",
  activityType: "SEARCH",
  patch,
});
const reporting = (...activities: readonly EventInput[]) =>
  scriptedAgent([runStarted(), ...activities, runFinished()]);

const mark = (text: string) => () => <p>{text}</p>;
/** What the default part makes of the type. */
const byDefault = () => screen.queryByText("Search");

describe("an activity with a renderer", () => {
  test("is drawn by it, with its content as it grows, until the turn is over", async () => {
    const agent = manualAgent();
    const seen: ActivityRenderProps<unknown>[] = [];
    const { begin, thread } = renderChat(
      agent,
      <ActivityRenderer
        activityType="SEARCH"
        render={(props) => {
          seen.push(props);
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
    expect(byDefault()).not.toBeInTheDocument();
    expect(seen.at(-1)).toEqual({
      activityType: "SEARCH",
      content: { hits: 2 },
      message: thread.getSnapshot().messages.at(-1),
      isRunning: true,
    });
    await endRun(agent);
    expect(seen.at(-1)?.isRunning).toBe(false);
  });

  test("is over when the next turn has begun", async () => {
    const agent = manualAgent();
    const { begin } = renderChat(
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

  test("keeps the state of the hooks it calls, and loads its code late", async () => {
    function Counting(): ReactNode {
      const [count, add] = useReducer((count: number) => count + 1, 0);
      return (
        <button type="button" onClick={add}>
          {`clicked ${count} times`}
        </button>
      );
    }
    const gate = createDeferred<{ default: () => ReactNode }>();
    const Late = lazy(() => gate.promise);
    const agent = manualAgent();
    const { begin, user } = renderChat(
      agent,
      <ActivityRenderer activityType="SEARCH" render={() => <Late />} />,
    );
    begin();
    await startRun(agent);
    await emit(agent, activity("SEARCH", { hits: 1 }));
    expect(byDefault()).toBeVisible();
    await act(async () => gate.resolve({ default: Counting }));
    await user.click(await screen.findByRole("button", { name: "clicked 0 times" }));
    await emit(agent, change({ op: "replace", path: "/hits", value: 2 }));
    expect(screen.getByRole("button", { name: "clicked 1 times" })).toBeVisible();
    await finish(agent);
  });

  test("that throws is replaced by the default, and tried again with other content", async () => {
    const errors = expectErrors();
    const agent = manualAgent();
    const { begin } = renderChat(
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
    expect(byDefault()).toBeVisible();
    expect(errors).toHaveBeenCalled();
    await emit(agent, change({ op: "replace", path: "/hits", value: 2 }));
    expect(screen.getByText("2 hits")).toBeVisible();
    await endRun(agent);
  });

  test("draws again for its own activity alone", async () => {
    const agent = manualAgent();
    const draw = vi.fn(mark("mine"));
    const { begin } = renderChat(
      agent,
      <ActivityRenderer activityType="SEARCH" content={z.object({})} render={draw} />,
    );
    begin();
    await startRun(agent);
    await emit(agent, activity("SEARCH", {}));
    const drawn = draw.mock.calls.length;
    for (const delta of ["a", "b", "c"]) {
      await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta });
    }
    await emit(agent, activity("PLAN", {}, "a2"));
    expect(draw).toHaveBeenCalledTimes(drawn);
    await finish(agent);
  });

  test("goes back to the default when its component goes", async () => {
    const { show, send } = renderChat(
      reporting(activity("SEARCH", {})),
      <ActivityRenderer activityType="SEARCH" render={mark("mine")} />,
    );
    await send();
    expect(screen.getByText("mine")).toBeVisible();
    show(null);
    expect(screen.queryByText("mine")).not.toBeInTheDocument();
    expect(byDefault()).toBeVisible();
  });

  test("comes before the part that replaces the default", async () => {
    const { show, send } = renderChat(
      reporting(activity("SEARCH", {})),
      <ActivityRenderer activityType="SEARCH" render={mark("mine")} />,
      { chat: { components: { Activity: ({ message }) => <p>{`part ${message.id}`}</p> } } },
    );
    await send();
    expect(screen.queryByText("part a1")).not.toBeInTheDocument();
    show(null);
    expect(screen.getByText("part a1")).toBeVisible();
  });

  test("needs no provider to be drawn by default", () => {
    render(
      <Message message={{ id: "a1", role: "activity", activityType: "SEARCH", content: {} }} />,
    );
    expect(byDefault()).toBeVisible();
  });
});

describe("of several renderers", () => {
  test("one by its type comes before `*`, which draws the rest", async () => {
    const { send } = renderChat(reporting(activity("SEARCH", {}), activity("PLAN", {}, "a2")), [
      <ActivityRenderer key="1" activityType="SEARCH" render={mark("my search")} />,
      <ActivityRenderer
        key="2"
        activityType="*"
        render={({ activityType }) => <p>{`any ${activityType}`}</p>}
      />,
    ]);
    await send();
    expect(screen.getByText("my search")).toBeVisible();
    expect(screen.getByText("any PLAN")).toBeVisible();
    expect(screen.queryByText("any SEARCH")).not.toBeInTheDocument();
  });

  test("one for the thread's agent comes before one for all, and another's does not count", async () => {
    const client = createAgentClient({
      agents: { left: reporting(activity("SEARCH", {})), right: reporting(activity("SEARCH", {})) },
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

describe("content with a schema", () => {
  type Schema = NonNullable<DeclaredActivityRendererOptions<{ hits: number }>["content"]>;
  const jsonSchema = {
    type: "object",
    properties: { hits: { type: "number" } },
    required: ["hits"],
  };

  function watchReports() {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    return reported;
  }

  test.each<[string, Schema]>([
    ["JSON Schema", jsonSchema],
    ["Zod", z.object({ hits: z.number() })],
    ["Zod, checked in its own time", z.object({ hits: z.number() }).refine(async () => true)],
  ])("of %s is drawn by default until it fits, and nothing is reported", async (_, content) => {
    const reported = watchReports();
    const agent = manualAgent();
    const { begin } = renderChat(
      agent,
      <ActivityRenderer<{ hits: number }>
        activityType="SEARCH"
        content={content}
        render={({ content }) => <p>{`${content.hits} hits`}</p>}
      />,
    );
    begin();
    await startRun(agent);
    await emit(agent, activity("SEARCH", {}));
    expect(await screen.findByText("Search")).toBeVisible();
    await emit(agent, change({ op: "add", path: "/hits", value: 2 }));
    expect(await screen.findByText("2 hits")).toBeVisible();
    expect(byDefault()).not.toBeInTheDocument();
    await emit(agent, change({ op: "replace", path: "/hits", value: 3 }));
    expect(await screen.findByText("3 hits")).toBeVisible();
    await endRun(agent);
    expect(screen.getByText("3 hits")).toBeVisible();
    expect(reported).not.toHaveBeenCalled();
  });

  test.each<[string, Schema]>([
    ["JSON Schema", jsonSchema],
    ["Zod", z.object({ hits: z.number() })],
  ])("of %s that never fits is reported once", async (_, content) => {
    const reported = watchReports();
    const { send, show } = renderChat(
      reporting(activity("SEARCH", { hits: "many" })),
      <ActivityRenderer activityType="SEARCH" content={content} render={mark("mine")} />,
    );
    await send();
    expect(await screen.findByText("Search")).toBeVisible();
    await waitFor(() => expect(reported).toHaveBeenCalledTimes(1));
    expect(reported.mock.calls[0]).toEqual([
      expect.objectContaining({
        code: "schema-mismatch",
        message: expect.stringMatching(/"SEARCH" does not match its schema.*hits/),
      }),
    ]);
    // A schema written inline is another one with every render.
    show(
      <ActivityRenderer
        activityType="SEARCH"
        content={{ ...jsonSchema }}
        render={mark("mine again")}
      />,
    );
    await send();
    expect(reported).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(/^mine/)).not.toBeInTheDocument();
  });

  test("shows neither a default that is replaced at once, nor anything else before it was checked", async () => {
    const messages: ActivityMessage[] = [
      { id: "a1", role: "activity", activityType: "SEARCH", content: { hits: 2 } },
    ];
    const thread = createThread({ agent: manualAgent(), initialMessages: messages });
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const { textContent } of screen.queryAllByRole("article")) seen.add(textContent ?? "");
    });
    onTestFinished(() => observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    render(
      <ThreadProvider thread={thread}>
        <ActivityRenderer<{ hits: number }>
          activityType="SEARCH"
          content={jsonSchema}
          render={({ content }) => <p>{`${content.hits} hits`}</p>}
        />
        <Chat />
      </ThreadProvider>,
    );
    expect(await screen.findByText("2 hits")).toBeVisible();
    await waitFor(() => expect([...seen].at(-1)).toBe("2 hits"));
    expect([...seen].filter((text) => text !== "")).toEqual(["2 hits"]);
  });

  test("is what the schema makes of it, at once where the schema can", async () => {
    const drawn: unknown[] = [];
    const { send } = renderChat(
      reporting(activity("SEARCH", {})),
      <ActivityRenderer<{ hits: string[] }>
        activityType="SEARCH"
        content={z.object({ hits: z.array(z.string()).default([]) })}
        render={({ content }) => {
          drawn.push(content);
          return <p>{`${content.hits.length} hits`}</p>;
        }}
      />,
    );
    await send();
    expect(screen.getByText("0 hits")).toBeVisible();
    expect(drawn[0]).toEqual({ hits: [] });
  });
});

test("activities do not go back to the agent, whoever draws them", async () => {
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

test("an activity that names a call is drawn by its renderer in the card of the call", async () => {
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
  act(() => screen.getByText("look").closest("summary")?.click());
  expect(await screen.findByText("Looked for tides")).toBeVisible();
  expect(screen.getByText("Looked for tides").closest(".agk-tool-call")).not.toBeNull();
});
