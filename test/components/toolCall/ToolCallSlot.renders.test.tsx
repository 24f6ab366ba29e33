import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/steps.ts";
import { endRun, FrontendTool, renderChat, startRun, ToolRenderer } from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";

/** Draws cards and counts how often each was drawn. StrictMode draws each time twice. */
function counting() {
  const drawn: Record<string, number> = {};
  return {
    draw({ toolCallId, status }: { readonly toolCallId: string; readonly status: string }) {
      drawn[toolCallId] = (drawn[toolCallId] ?? 0) + 1;
      return <p>{`${toolCallId} ${status}`}</p>;
    },
    /** What was drawn while this happened. */
    async during(happening: () => Promise<unknown>) {
      for (const id of Object.keys(drawn)) delete drawn[id];
      await happening();
      return { ...drawn };
    },
  };
}

const token = (messageId: string) =>
  ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta: "word " }) as const;

describe("a settled card is not drawn again", () => {
  test.each([
    ["another message", "m2"],
    ["its own message", "m1"],
  ])("while text streams in %s", async (_which, textId) => {
    const agent = manualAgent();
    const { draw, during } = counting();
    const { begin } = renderChat(agent, <ToolRenderer name="weather" render={draw} />);
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
    const drawn = await during(async () => {
      for (let sent = 0; sent < 20; sent++) await emit(agent, token(textId));
    });
    expect(drawn).toEqual({});
    await endRun(agent);
  });

  test("while the arguments of a call beside it stream, and when it is answered", async () => {
    const agent = manualAgent();
    const { draw, during } = counting();
    const { begin } = renderChat(agent, <ToolRenderer name="*" render={draw} />);
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("weather", {}, "a")], "m1"));
    const drawn = await during(() =>
      emit(agent, ...callEvents([call("news", { of: "today" }, "b")], "m1"), {
        type: "TOOL_CALL_RESULT",
        messageId: "r1",
        toolCallId: "b",
        content: "none",
      }),
    );
    expect(Object.keys(drawn)).toEqual(["b"]);
    await endRun(agent);
  });

  test("when the next run of the conversation starts and ends", async () => {
    const agent = scriptedAgent(
      [
        runStarted(),
        ...callEvents([call("weather")]),
        { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "sunny" },
        runFinished(),
      ],
      textRun("Hello", { chunk: 1 }),
    );
    const { draw, during } = counting();
    const { send } = renderChat(agent, <ToolRenderer name="weather" render={draw} />);
    await send();
    expect(await during(() => send())).toEqual({});
  });
});

test("progress draws its own card, once for each frame, and no other", async () => {
  const agent = scriptedAgent(callRun(call("copy", {}, "a"), call("copy", {}, "b")), textRun("Ok"));
  const { draw, during } = counting();
  const steps = new Map<string, () => void>();
  const { begin, thread } = renderChat(
    agent,
    <FrontendTool
      name="copy"
      handler={async function* (_, { toolCallId }) {
        for (let n = 1; ; n++) {
          yield n;
          await new Promise<void>((resolve) => steps.set(toolCallId, resolve));
        }
      }}
      render={draw}
    />,
  );
  begin();
  await waitFor(() => expect(steps.size).toBe(2));
  await waitFor(() => expect(thread.store.getState().toolCalls.b?.progress).toBe(1));
  const drawn = await during(async () => {
    for (let n = 2; n <= 11; n++) {
      act(() => steps.get("a")?.());
      await waitFor(() => expect(thread.store.getState().toolCalls.a?.progress).toBe(n));
    }
  });
  expect(drawn).toEqual({ a: 20 });
  act(() => thread.stop());
  await screen.findByText("a failed");
});

test("a component that renders again draws its own cards and no others", async () => {
  const agent = scriptedAgent(
    callRun(call("weather", {}, "a"), call("news", {}, "b")),
    textRun("Ok"),
  );
  const { draw, during } = counting();
  const tools = (at: number) => [
    <ToolRenderer
      key="w"
      name="weather"
      render={(props) => <div id={`a${at}`}>{draw(props)}</div>}
    />,
    <ToolRenderer key="n" name="news" render={draw} />,
  ];
  const { show, send } = renderChat(agent, tools(0));
  await send();
  const drawn = await during(async () => {
    for (let at = 1; at <= 10; at++) show(tools(at));
  });
  expect(drawn).toEqual({ a: 20 });
});
