import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ToolRenderProps } from "../../../src/hooks/tools/toolRenderers.ts";
import { IncrementalJsonParser } from "../../../src/store/tools/incrementalJsonParser.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { endRun, renderToolChat, startRun, ToolRenderer } from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";

interface Trip {
  readonly from?: { readonly city?: string };
  readonly stops?: readonly { readonly city?: string }[];
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Renders a chat in which a tool call has just started. */
async function renderStreaming(render: (props: ToolRenderProps<Trip>) => unknown) {
  const agent = manualAgent();
  const received: ToolRenderProps<Trip>[] = [];
  const tool = () => (
    <ToolRenderer<Trip, unknown>
      name="book"
      render={(props) => {
        received.push(props);
        render(props);
        return <p>{props.status}</p>;
      }}
    />
  );
  const { begin, show, thread } = renderToolChat(agent, tool());
  begin();
  await startRun(agent);
  await emit(agent, { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "book" });
  return {
    agent,
    thread,
    last: () => received.at(-1),
    /** Renders the component of the renderer again. */
    rerenderCard: () => show(tool()),
    stream: (delta: string) => emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta }),
    end: () => emit(agent, { type: "TOOL_CALL_END", toolCallId: "c1" }),
  };
}

const readPartialArgs = ({ partialArgs }: ToolRenderProps<Trip>) => partialArgs;

describe("partial arguments", () => {
  test("grow while they stream, and equal the arguments at the end", async () => {
    const { agent, last, stream, end } = await renderStreaming(readPartialArgs);
    expect(last()?.partialArgs).toEqual({});
    await stream('{"from":{"city":"Ro');
    await waitFor(() => expect(last()?.partialArgs).toEqual({ from: { city: "Ro" } }));
    await stream('me"},"stops":[{');
    expect(last()?.partialArgs).toEqual({ from: { city: "Rome" }, stops: [{}] });
    await stream('"city":"Pisa"}]}');
    expect(last()).toMatchObject({ status: "streaming", args: undefined });
    const whole = { from: { city: "Rome" }, stops: [{ city: "Pisa" }] };
    expect(last()?.partialArgs).toEqual(whole);
    await end();
    expect(last()).toMatchObject({ status: "running", args: whole, partialArgs: whole });
    await endRun(agent);
  });

  test("keep the identity of unchanged values", async () => {
    const { agent, last, rerenderCard, stream, end } = await renderStreaming(readPartialArgs);
    await stream('{"from":{"city":"Rome"},"stops":[{"city":"Pisa"},{"ci');
    await waitFor(() => expect(last()?.partialArgs.stops).toHaveLength(2));
    const before = last()?.partialArgs;
    rerenderCard();
    expect(last()?.partialArgs).toBe(before);
    await stream('ty":"Sie');
    const now = last()?.partialArgs;
    expect(now).not.toBe(before);
    expect(now?.from).toBe(before?.from);
    expect(now?.stops?.[0]).toBe(before?.stops?.[0]);
    expect(now?.stops?.[1]).toEqual({ city: "Sie" });
    await stream('na"}]}');
    const whole = last()?.partialArgs;
    await end();
    expect(last()?.partialArgs).toBe(whole);
    await endRun(agent);
  });

  test("keep their identity when only white space arrives", async () => {
    const { agent, last, stream } = await renderStreaming(readPartialArgs);
    await stream('{"from":{"city":"Rome"},');
    await waitFor(() => expect(last()?.partialArgs.from).toBeDefined());
    const before = last()?.partialArgs;
    await stream("  \n  ");
    expect(last()?.partialArgs).toBe(before);
    await endRun(agent);
  });

  test("are parsed once per rendered text, however often a renderer reads them", async () => {
    const results: object[][] = [];
    const { agent, last, stream } = await renderStreaming((props) => {
      results.push(Array.from({ length: 5 }, () => readPartialArgs(props)));
    });
    await stream('{"from":{"city":"');
    await waitFor(() => expect(last()?.partialArgs).toEqual({ from: { city: "" } }));
    for (let n = 0; n < 20; n++) await stream("x");
    expect(last()?.partialArgs.from?.city).toHaveLength(20);
    for (const values of results) expect(new Set(values).size).toBe(1);
    await endRun(agent);
  });

  test("are not parsed for a renderer that does not read them", async () => {
    const reading = vi.spyOn(IncrementalJsonParser.prototype, "parsePiece");
    const { agent, last, stream, end } = await renderStreaming(() => {});
    for (const delta of ['{"from":', '{"city"', ':"Rome"', "}}"]) await stream(delta);
    await end();
    expect(reading).not.toHaveBeenCalled();
    expect(last()?.args).toEqual({ from: { city: "Rome" } });
    await endRun(agent);
  });

  test.each<[text: string, args: unknown, partialArgs: object]>([
    ['{"from":{"city":"Rome"', undefined, { from: { city: "Rome" } }],
    ["", {}, {}],
    ["null", null, {}],
    ["no JSON", undefined, {}],
  ])("contain what can be parsed of a call that ends with %j", async (text, args, partialArgs) => {
    const { agent, last, stream, end } = await renderStreaming(readPartialArgs);
    await stream(text);
    await end();
    await waitFor(() => expect(last()?.partialArgs).toEqual(partialArgs));
    expect(last()?.args).toEqual(args);
    await endRun(agent);
  });

  test("stay after the call is stopped, and do not become arguments", async () => {
    const { thread, last, stream } = await renderStreaming(readPartialArgs);
    await stream('{"from":{"city":"Ro');
    await waitFor(() => expect(last()?.partialArgs).toEqual({ from: { city: "Ro" } }));
    act(() => thread.stop());
    await screen.findByText("failed");
    expect(last()?.args).toBeUndefined();
    expect(last()?.partialArgs).toEqual({ from: { city: "Ro" } });
  });

  test("contain what can be parsed of a call that broke off before it was rendered", async () => {
    const received: unknown[] = [];
    const tool = (
      <ToolRenderer<object, unknown>
        name="book"
        render={({ partialArgs }: ToolRenderProps<object>) => {
          received.push(partialArgs);
          return null;
        }}
      />
    );
    const { thread } = renderToolChat(manualAgent(), tool);
    const call = { name: "book", arguments: '{"from":{"city":"Ro' };
    act(() =>
      thread.setMessages([
        { id: "a", role: "assistant", toolCalls: [{ id: "c", type: "function", function: call }] },
      ]),
    );
    await waitFor(() => expect(received.at(-1)).toEqual({ from: { city: "Ro" } }));
  });
});
