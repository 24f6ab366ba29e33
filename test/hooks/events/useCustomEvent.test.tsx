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

/** A hook that has heard these custom events of one run. */
async function hear(use: () => void, ...events: readonly EventInput[]) {
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

describe("without a schema", () => {
  test("values of the name are delivered as they come, with their event", async () => {
    const heard: unknown[] = [];
    await hear(
      () => useCustomEvent("progress", (value, { name }) => heard.push([name, value])),
      progress(1),
      { type: "CUSTOM", name: "other", value: 2 },
      progress({ n: 3 }),
    );
    expect(heard).toEqual([
      ["progress", 1],
      ["progress", { n: 3 }],
    ]);
  });

  test("options stand behind the listener", async () => {
    const heard: unknown[] = [];
    const { thread } = await hear(
      () => useCustomEvent("progress", (value) => heard.push(value), { replay: true }),
      progress(1),
    );
    await act(() => thread.run());
    expect(heard).toEqual([1, 1]);
  });
});

describe("with a schema", () => {
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
  ])("of %s, values that fit are delivered in order, and others reported", async (_, schema) => {
    const heard: unknown[] = [];
    const { reported } = await hear(
      () => useCustomEvent("progress", schema, (value) => heard.push(value)),
      progress({ percent: 1 }),
      progress({ percent: "many" }),
      progress({ percent: 3 }),
    );
    await waitFor(() => expect(heard).toEqual([{ percent: 1 }, { percent: 3 }]));
    expect(reported.mock.calls).toEqual([
      [
        expect.objectContaining({
          code: "schema-mismatch",
          message: expect.stringMatching(/"progress" does not match its schema.*percent/),
        }),
      ],
    ]);
  });

  test("the value is what the schema makes of it", async () => {
    const heard: unknown[] = [];
    const schema = z.object({ at: z.string().transform((text) => text.length) });
    await hear(
      () => useCustomEvent("progress", schema, ({ at }) => heard.push(at)),
      progress({ at: "12:00" }),
    );
    await waitFor(() => expect(heard).toEqual([5]));
  });

  test("a check that takes long keeps its place in the order", async () => {
    const gate = createDeferred();
    const heard: unknown[] = [];
    const slow = z.number().refine(async (value) => {
      if (value === 1) await gate.promise;
      return true;
    });
    await hear(
      () => useCustomEvent("progress", slow, (value) => heard.push(value)),
      progress(1),
      progress(2),
    );
    expect(heard).toEqual([]);
    await act(async () => gate.resolve());
    await waitFor(() => expect(heard).toEqual([1, 2]));
  });

  test("what is still being checked is not delivered after the component has gone", async () => {
    const gate = createDeferred();
    const schema = z.number().refine(() => gate.promise.then(() => true));
    const [gone, staying] = [vi.fn(), vi.fn()];
    const thread = createThread({
      agent: scriptedAgent([
        { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
        progress(1),
        progress(2),
        { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
      ]),
    });
    const wrapper = withThread(thread);
    const { unmount } = renderHook(() => useCustomEvent("progress", schema, gone), { wrapper });
    renderHook(() => useCustomEvent("progress", schema, staying), { wrapper });
    await act(() => thread.run());
    unmount();
    gate.resolve();
    await waitFor(() => expect(staying).toHaveBeenCalledTimes(2));
    expect(gone).not.toHaveBeenCalled();
  });

  test("a schema or a listener that throws is reported, and the next value comes", async () => {
    const heard: unknown[] = [];
    const { reported } = await hear(
      () =>
        useCustomEvent("progress", z.number(), (value) => {
          if (value === 1) throw new Error("mine");
          heard.push(value);
        }),
      progress(1),
      progress(2),
    );
    await waitFor(() => expect(heard).toEqual([2]));
    expect(reported.mock.calls).toEqual([[new Error("mine")]]);
  });
});
