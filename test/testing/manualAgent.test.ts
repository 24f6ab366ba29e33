import { describe, expect, test } from "vitest";
import type { EventInput } from "../../src/protocol/events.ts";
import { manualAgent } from "../../src/testing.ts";
import { collect, runInput } from "../support/collect.ts";

const custom = (name: string): EventInput => ({ type: "CUSTOM", name, value: null });
const [a, b, c] = [custom("a"), custom("b"), custom("c")];

describe("a manual agent", () => {
  test("hands over what is emitted together, and the emission ends when it was taken", async () => {
    const agent = manualAgent();
    const seen: unknown[] = [];
    const run = (async () => {
      for await (const item of agent.run(runInput(), new AbortController())) seen.push(item);
    })();
    await agent.emit(a);
    expect(seen).toEqual([[a]]);
    await agent.emit(b, c);
    expect(seen).toEqual([[a], [b, c]]);
    await agent.emit();
    await agent.finish();
    await run;
    expect(seen).toEqual([[a], [b, c]]);
  });

  test("waits with what it is told until it is run", async () => {
    const agent = manualAgent();
    const told = Promise.all([agent.emit(a), agent.emit(b), agent.finish()]);
    expect(agent.inputs).toEqual([]);
    expect((await collect(agent)).batches).toEqual([[a], [b]]);
    await told;
  });

  test("says when a run has started, with its input and its signal", async () => {
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

  test("fails with the error it is told", async () => {
    const agent = manualAgent();
    const failure = new Error("gone");
    const run = collect(agent);
    await agent.emit(a);
    await agent.fail(failure);
    expect(await run).toMatchObject({ events: [a], error: failure });
  });

  test("stops waiting when the run is stopped, and keeps the rest for the next run", async () => {
    const agent = manualAgent();
    const abort = new AbortController();
    const run = collect(agent, abort);
    await agent.emit(a);
    abort.abort("enough");
    expect(await run).toMatchObject({ events: [a], error: "enough" });
    const rest = Promise.all([agent.emit(b), agent.finish()]);
    expect((await collect(agent)).events).toEqual([b]);
    await rest;
  });

  test("settles an emission whose reader went away with it", async () => {
    const agent = manualAgent();
    const emitted = agent.emit(a);
    for await (const item of agent.run(runInput(), new AbortController())) {
      expect(item).toEqual([a]);
      break;
    }
    await emitted;
  });
});
