import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import {
  endRun,
  FrontendTool,
  renderToolChat,
  startRun,
  ToolRenderer,
} from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";

/** Renders cards and counts the renders of each. StrictMode doubles every render. */
function createRenderCounter() {
  const counts: Record<string, number> = {};
  return {
    renderCard({ toolCallId, status }: { readonly toolCallId: string; readonly status: string }) {
      counts[toolCallId] = (counts[toolCallId] ?? 0) + 1;
      return <p>{`${toolCallId} ${status}`}</p>;
    },
    /** Returns the renders of each card during an action. */
    async countDuring(act: () => Promise<unknown>) {
      for (const id of Object.keys(counts)) delete counts[id];
      await act();
      return { ...counts };
    },
  };
}

const token = (messageId: string) =>
  ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta: "word " }) as const;

describe("a settled card", () => {
  test.each([
    ["another message", "m2"],
    ["its own message", "m1"],
  ])("the card does not render again while text streams in %s", async (_, textId) => {
    const agent = manualAgent();
    const { renderCard, countDuring } = createRenderCounter();
    const { begin } = renderToolChat(agent, <ToolRenderer name="weather" render={renderCard} />);
    begin();
    await startRun(agent);
    await emit(
      agent,
      ...callEvents([call("weather")], "m1"),
      { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "sunny" },
      { type: "TEXT_MESSAGE_START", messageId: textId, role: "assistant" },
      token(textId),
    );
    expect(screen.getByText("c1 complete")).toBeVisible();
    const counts = await countDuring(async () => {
      for (let sent = 0; sent < 20; sent++) await emit(agent, token(textId));
    });
    expect(counts).toEqual({});
    await endRun(agent);
  });

  test("the card does not render again while another call streams its arguments and receives its result", async () => {
    const agent = manualAgent();
    const { renderCard, countDuring } = createRenderCounter();
    const { begin } = renderToolChat(agent, <ToolRenderer name="*" render={renderCard} />);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("weather", {}, "a")], "m1"));
    const counts = await countDuring(() =>
      emit(agent, ...callEvents([call("news", { of: "today" }, "b")], "m1"), {
        type: "TOOL_CALL_RESULT",
        messageId: "r1",
        toolCallId: "b",
        content: "none",
      }),
    );
    expect(Object.keys(counts)).toEqual(["b"]);
    await endRun(agent);
  });

  test("the card does not render again when the next run starts and ends", async () => {
    const agent = scriptedAgent(
      [
        runStarted(),
        ...callEvents([call("weather")]),
        { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "sunny" },
        runFinished(),
      ],
      textRun("Hello", { chunk: 1 }),
    );
    const { renderCard, countDuring } = createRenderCounter();
    const { send } = renderToolChat(agent, <ToolRenderer name="weather" render={renderCard} />);
    await send();
    expect(await countDuring(() => send())).toEqual({});
  });
});

test("progress renders only its own card, once per frame", async () => {
  const agent = scriptedAgent(callRun(call("copy", {}, "a"), call("copy", {}, "b")), textRun("Ok"));
  const { renderCard, countDuring } = createRenderCounter();
  const steps = new Map<string, () => void>();
  const { begin, thread } = renderToolChat(
    agent,
    <FrontendTool
      name="copy"
      handler={async function* (_, { toolCallId }) {
        for (let n = 1; ; n++) {
          yield n;
          await new Promise<void>((resolve) => steps.set(toolCallId, resolve));
        }
      }}
      render={renderCard}
    />,
  );
  begin();
  await waitFor(() => expect(steps.size).toBe(2));
  await waitFor(() => expect(thread.store.getState().toolCalls.b?.progress).toBe(1));
  const counts = await countDuring(async () => {
    for (let n = 2; n <= 11; n++) {
      act(() => steps.get("a")?.());
      await waitFor(() => expect(thread.store.getState().toolCalls.a?.progress).toBe(n));
    }
  });
  expect(counts).toEqual({ a: 20 });
  act(() => thread.stop());
  await screen.findByText("a failed");
});

test("a component that renders again renders only its own cards", async () => {
  const agent = scriptedAgent(
    callRun(call("weather", {}, "a"), call("news", {}, "b")),
    textRun("Ok"),
  );
  const { renderCard, countDuring } = createRenderCounter();
  const tools = (version: number) => [
    <ToolRenderer
      key="w"
      name="weather"
      render={(props) => <div id={`a${version}`}>{renderCard(props)}</div>}
    />,
    <ToolRenderer key="n" name="news" render={renderCard} />,
  ];
  const { show, send } = renderToolChat(agent, tools(0));
  await send();
  const counts = await countDuring(async () => {
    for (let version = 1; version <= 10; version++) show(tools(version));
  });
  expect(counts).toEqual({ a: 20 });
});
