import { act, renderHook, waitFor } from "@testing-library/react";
import { type } from "arktype";
import * as v from "valibot";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { useCustomEvent } from "../../../src/hooks/events/useCustomEvent.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { createDeferred } from "../../support/deferred.ts";
import { withThread } from "../wrap.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

const progress = (value: unknown): EventInput => ({ type: "CUSTOM", name: "progress", value });

/** Renders a hook and runs an agent that sends these events. */
async function receive(use: () => void, ...events: readonly EventInput[]) {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const agent = scriptedAgent([
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    ...events,
    { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
  ]);
  const thread = createThread({ agent });
  const view = renderHook(use, { wrapper: withThread(thread) });
  await act(() => thread.run());
  return { thread, reported, ...view };
}

describe("useCustomEvent without a schema", () => {
  test("values of the named event are delivered unchanged, with their event", async () => {
    const received: unknown[] = [];
    await receive(
      () => useCustomEvent("progress", (value, { name }) => received.push([name, value])),
      progress(1),
      { type: "CUSTOM", name: "other", value: 2 },
      progress({ n: 3 }),
    );
    expect(received).toEqual([
      ["progress", 1],
      ["progress", { n: 3 }],
    ]);
  });

  test("options are the argument after the listener", async () => {
    const received: unknown[] = [];
    const { thread } = await receive(
      () => useCustomEvent("progress", (value) => received.push(value), { replay: true }),
      progress(1),
    );
    await act(() => thread.run());
    expect(received).toEqual([1, 1]);
  });
});

describe("useCustomEvent with a schema", () => {
  const asJsonSchema = {
    type: "object",
    properties: { percent: { type: "number" } },
    required: ["percent"],
  } as const;

  test.each([
    ["JSON Schema", asJsonSchema],
    ["Zod", z.object({ percent: z.number() })],
    ["Valibot", v.object({ percent: v.number() })],
    ["ArkType, whose schemas are functions", type({ percent: "number" })],
  ])("%s: valid values are delivered in order, invalid ones reported", async (_, schema) => {
    const received: unknown[] = [];
    const { reported } = await receive(
      () => useCustomEvent("progress", schema, (value) => received.push(value)),
      progress({ percent: 1 }),
      progress({ percent: "many" }),
      progress({ percent: 3 }),
    );
    await waitFor(() => expect(received).toEqual([{ percent: 1 }, { percent: 3 }]));
    expect(reported.mock.calls).toEqual([
      [
        expect.objectContaining({
          code: "schema-mismatch",
          message: expect.stringMatching(/"progress" does not match its schema.*percent/),
        }),
      ],
    ]);
  });

  test("the listener receives the output of the schema", async () => {
    const received: unknown[] = [];
    const schema = z.object({ at: z.string().transform((text) => text.length) });
    await receive(
      () => useCustomEvent("progress", schema, ({ at }) => received.push(at)),
      progress({ at: "12:00" }),
    );
    await waitFor(() => expect(received).toEqual([5]));
  });

  test("a slow validation delays later values, so that the order is kept", async () => {
    const gate = createDeferred();
    const received: unknown[] = [];
    const slow = z.number().refine(async (value) => {
      if (value === 1) await gate.promise;
      return true;
    });
    await receive(
      () => useCustomEvent("progress", slow, (value) => received.push(value)),
      progress(1),
      progress(2),
    );
    expect(received).toEqual([]);
    await act(async () => gate.resolve());
    await waitFor(() => expect(received).toEqual([1, 2]));
  });

  test("values still in validation are not delivered after the component unmounts", async () => {
    const gate = createDeferred();
    const schema = z.number().refine(() => gate.promise.then(() => true));
    const [unmounted, mounted] = [vi.fn(), vi.fn()];
    const thread = createThread({
      agent: scriptedAgent([
        { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
        progress(1),
        progress(2),
        { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
      ]),
    });
    const wrapper = withThread(thread);
    const { unmount } = renderHook(() => useCustomEvent("progress", schema, unmounted), {
      wrapper,
    });
    renderHook(() => useCustomEvent("progress", schema, mounted), { wrapper });
    await act(() => thread.run());
    unmount();
    gate.resolve();
    await waitFor(() => expect(mounted).toHaveBeenCalledTimes(2));
    expect(unmounted).not.toHaveBeenCalled();
  });

  test("an error of the listener is reported, and the next value is delivered", async () => {
    const received: unknown[] = [];
    const { reported } = await receive(
      () =>
        useCustomEvent("progress", z.number(), (value) => {
          if (value === 1) throw new Error("mine");
          received.push(value);
        }),
      progress(1),
      progress(2),
    );
    await waitFor(() => expect(received).toEqual([2]));
    expect(reported.mock.calls).toEqual([[new Error("mine")]]);
  });
});
