import { describe, expect, test } from "vitest";
import { manualAgent } from "../../src/testing.ts";
import { collect, runInput } from "../support/collect.ts";
import { customEvent } from "../support/runEvents.ts";

const [a, b, c] = [customEvent("a"), customEvent("b"), customEvent("c")];

describe("manualAgent", () => {
  test("yields events of one emit together, and emit resolves when they are read", async () => {
    const agent = manualAgent();
    const received: unknown[] = [];
    const run = (async () => {
      for await (const item of agent.run(runInput(), new AbortController())) received.push(item);
    })();
    await agent.emit(a);
    expect(received).toEqual([[a]]);
    await agent.emit(b, c);
    expect(received).toEqual([[a], [b, c]]);
    await agent.emit();
    await agent.finish();
    await run;
    expect(received).toEqual([[a], [b, c]]);
  });

  test("keeps steps until it is run", async () => {
    const agent = manualAgent();
    const steps = Promise.all([agent.emit(a), agent.emit(b), agent.finish()]);
    expect(agent.inputs).toEqual([]);
    expect((await collect(agent)).batches).toEqual([[a], [b]]);
    await steps;
  });

  test("started() resolves with the input of the run, and exposes its signal", async () => {
    const agent = manualAgent();
    const started = agent.started();
    expect(agent.signal).toBeUndefined();
    const input = runInput({ runId: "first" });
    const abort = new AbortController();
    const run = collect(agent, { input, signal: abort.signal });
    expect(await started).toBe(input);
    expect(await agent.started()).toBe(input);
    expect(agent.signal).toBe(abort.signal);
    await agent.finish();
    await run;
    expect(agent.inputs).toEqual([input]);
  });

  test("fails with the given error", async () => {
    const agent = manualAgent();
    const failure = new Error("gone");
    const run = collect(agent);
    await agent.emit(a);
    await agent.fail(failure);
    expect(await run).toMatchObject({ events: [a], error: failure });
  });

  test("ends when the run is stopped, and keeps remaining steps for the next run", async () => {
    const agent = manualAgent();
    const abort = new AbortController();
    const run = collect(agent, abort);
    await agent.emit(a);
    abort.abort("enough");
    expect(await run).toMatchObject({ events: [a], error: "enough" });
    const laterSteps = Promise.all([agent.emit(b), agent.finish()]);
    expect((await collect(agent)).events).toEqual([b]);
    await laterSteps;
  });

  test("resolves emit when its reader stops reading", async () => {
    const agent = manualAgent();
    const emitted = agent.emit(a);
    for await (const item of agent.run(runInput(), new AbortController())) {
      expect(item).toEqual([a]);
      break;
    }
    await emitted;
  });
});
