import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { ToolRenderProps } from "../../../src/hooks/tools/toolRenderers.ts";
import type { Message, ToolMessage } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";
import { createDeferred } from "../../support/deferred.ts";
import {
  callsWithInterrupts,
  endRun,
  FrontendTool,
  HumanTool,
  renderToolChat,
  startRun,
  ToolRenderer,
} from "../toolChat.tsx";
import { emit, withThread } from "../wrap.tsx";

/** Creates a renderer that records its props. */
function createRecorder() {
  const received: ToolRenderProps[] = [];
  const render = (props: ToolRenderProps) => {
    received.push(props);
    return <p>{`${props.name} is ${props.status}`}</p>;
  };
  /** Returns the statuses in order, without repetitions. */
  const statuses = () =>
    received.map(({ status }) => status).filter((status, at, all) => status !== all[at - 1]);
  return { received, render, statuses, last: () => received.at(-1) };
}

const answered = (content: ToolMessage["content"]) =>
  ({ type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content }) as const;

function callOf(name: string, args: string, id = "c1"): Message {
  const toolCalls = [{ id, type: "function" as const, function: { name, arguments: args } }];
  return { id: `of-${id}`, role: "assistant", toolCalls };
}

describe("the status of a call", () => {
  test("a call that the server executes is streaming, running, complete", async () => {
    const agent = manualAgent();
    const { render, statuses, last } = createRecorder();
    const { begin } = renderToolChat(agent, <ToolRenderer name="weather" render={render} />);
    begin();
    await startRun(agent);
    const [start, args, end] = callEvents([call("weather", { city: "Rome" })]);
    if (!start || !args || !end) throw new Error("A call has three events.");
    await emit(agent, start, args);
    expect(last()).toMatchObject({ name: "weather", toolCallId: "c1", status: "streaming" });
    // The JSON is complete, but the call has not ended.
    expect(last()?.args).toBeUndefined();
    await emit(agent, end);
    expect(last()).toMatchObject({ status: "running", args: { city: "Rome" } });
    await emit(agent, answered('{"sky":"clear"}'));
    expect(last()).toMatchObject({ status: "complete", result: { sky: "clear" } });
    expect(last()?.error).toBeUndefined();
    await endRun(agent);
    expect(statuses()).toEqual(["streaming", "running", "complete"]);
  });

  test("a call of a frontend tool is pending during the run, then running", async () => {
    const agent = manualAgent();
    const { render, statuses, last } = createRecorder();
    const gate = createDeferred<string>();
    const { begin } = renderToolChat(
      agent,
      <FrontendTool
        name="copy"
        handler={async function* () {
          yield { done: 1 };
          return await gate.promise;
        }}
        render={render}
      />,
    );
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("copy")]));
    expect(last()).toMatchObject({ status: "pending", args: {}, progress: undefined });
    await endRun(agent);
    await screen.findByText("copy is running");
    await waitFor(() => expect(last()?.progress).toEqual({ done: 1 }));
    await act(async () => gate.resolve("2 files"));
    await startRun(agent);
    expect(last()).toMatchObject({ status: "complete", result: "2 files" });
    await endRun(agent);
    expect(statuses()).toEqual(["pending", "running", "complete"]);
  });

  test("a call of a human tool is waiting, then complete or denied", async () => {
    const agent = scriptedAgent(
      callRun(call("ask", {}, "a"), call("ask", {}, "b")),
      textRun("Thanks"),
    );
    const { thread, send } = renderToolChat(
      agent,
      <HumanTool
        name="ask"
        render={({ toolCallId, status, result, error, respond, reject }) => (
          <>
            <p>{`${toolCallId} ${status} ${String(result)} ${String(error)}`}</p>
            <button type="button" onClick={() => void respond({ seat: 7 })}>
              {`answer ${toolCallId}`}
            </button>
            <button type="button" onClick={() => void reject("too dear")}>
              {`decline ${toolCallId}`}
            </button>
          </>
        )}
      />,
    );
    await send();
    expect(screen.getByText("a waiting undefined undefined")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "decline a" }));
    expect(await screen.findByText("a denied undefined denied")).toBeVisible();
    expect(screen.getByText("b waiting undefined undefined")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "answer b" }));
    expect(await screen.findByText("b complete [object Object] undefined")).toBeVisible();
    expect(await screen.findByText("Thanks")).toBeVisible();
    expect(thread.getSnapshot().run.status).toBe("idle");
  });

  test("a call without a result is failed, without an error", async () => {
    const { render, last } = createRecorder();
    const { send } = renderToolChat(
      scriptedAgent(callRun(call("weather"))),
      <ToolRenderer name="weather" render={render} />,
    );
    await send();
    expect(last()).toMatchObject({ status: "failed", result: undefined, error: undefined });
  });

  test("a call with an open interrupt is waiting", async () => {
    const { render, last } = createRecorder();
    const { send } = renderToolChat(
      scriptedAgent(
        callsWithInterrupts([{ id: "i1", reason: "tool_call", toolCallId: "c1" }], call("weather")),
      ),
      <ToolRenderer name="weather" render={render} />,
    );
    await send();
    expect(last()).toMatchObject({ status: "waiting", args: {} });
  });
});

describe("the result", () => {
  test.each<[what: string, content: ToolMessage["content"], result: unknown]>([
    ["JSON", '{"sky":"clear","at":[1,2]}', { sky: "clear", at: [1, 2] }],
    ["a number", "21.5", 21.5],
    ["null", "null", null],
    ["false", "false", false],
    ["text", "It is sunny", "It is sunny"],
    ["no text", "", ""],
    ["text that looks like JSON", '{"sky":', '{"sky":'],
    ["parts", [{ type: "text", text: "Look:" }], [{ type: "text", text: "Look:" }]],
  ])("is parsed from %s", (_what, content, result) => {
    const { render: renderCall, last } = createRecorder();
    const thread = createThread({
      agent: manualAgent(),
      initialMessages: [
        callOf("weather", '{"city":"Rome"}'),
        { id: "r1", role: "tool", toolCallId: "c1", content },
      ],
    });
    render(
      <>
        <ToolRenderer name="weather" render={renderCall} />
        <Chat />
      </>,
      { wrapper: withThread(thread) },
    );
    // All props come from restored messages.
    expect(last()).toMatchObject({ status: "complete", args: { city: "Rome" } });
    expect(last()?.result).toEqual(result);
    expect(last()?.partialArgs).toEqual({ city: "Rome" });
  });

  test("is undefined for a failed call, which has an error", () => {
    const { render: renderCall, last } = createRecorder();
    const thread = createThread({
      agent: manualAgent(),
      initialMessages: [
        callOf("weather", ""),
        { id: "r1", role: "tool", toolCallId: "c1", content: "No such city", error: "not found" },
      ],
    });
    render(
      <>
        <ToolRenderer name="weather" render={renderCall} />
        <Chat />
      </>,
      { wrapper: withThread(thread) },
    );
    // Some models send an empty text for a tool without parameters.
    expect(last()).toMatchObject({ status: "failed", args: {}, error: "not found" });
    expect(last()?.result).toBeUndefined();
  });

  test("keeps its identity as long as the message", async () => {
    const { render: renderCall, received } = createRecorder();
    const agent = scriptedAgent(textRun("Hello"));
    const thread = createThread({
      agent,
      initialMessages: [
        callOf("weather", '{"city":"Rome"}'),
        { id: "r1", role: "tool", toolCallId: "c1", content: '{"sky":"clear"}' },
      ],
    });
    const view = (renderCall: (props: ToolRenderProps) => ReactNode) => (
      <ThreadProvider thread={thread}>
        <ToolRenderer name="weather" render={(props) => renderCall(props)} />
        <Chat />
      </ThreadProvider>
    );
    const { rerender } = render(view(renderCall));
    const before = received.length;
    rerender(view(renderCall));
    expect(received.length).toBeGreaterThan(before);
    expect(new Set(received.map(({ result }) => result)).size).toBe(1);
    expect(new Set(received.map(({ args }) => args)).size).toBe(1);
    expect(new Set(received.map(({ respond }) => respond)).size).toBe(1);
  });
});
