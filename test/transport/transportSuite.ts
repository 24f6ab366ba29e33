import { describe, expect, test } from "vitest";
import type { Agent } from "../../src/protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../src/protocol/events.ts";
import { collect, runInput, toList } from "../support/collect.ts";

/** What a server does after the last event: end well, break the connection, or keep silent. */
export type Ending = "end" | "reset" | "silence";

/** What the far side of one transport does. */
export interface Wire {
  /** Events in groups; what is in one group is sent together. */
  readonly groups: readonly (readonly EventInput[])[];
  readonly ending: Ending;
}

/** An agent over one transport, and the far side of it. */
export interface Line extends AsyncDisposable {
  readonly agent: Agent;
  /** What the far side was sent, in order. */
  readonly inputs: readonly RunAgentInput[];
  /** Resolves when the near side has hung up on the first run before its end. */
  readonly hungUp: Promise<void>;
}

/** What the far side remembers of a run: its events, each with a position. */
export interface Log {
  readonly events: readonly EventInput[];
  /** Breaks every connection after that many events of the log. */
  readonly breakAt?: number;
  /** Keeps silent after the last event. */
  readonly isOpen?: boolean;
}

/** How this suite meets one transport. */
export interface TransportHarness {
  readonly name: string;
  /** Opens a line whose far side tells the log from the start, or from after a position. */
  openLog(log: Log): Promise<Line>;
  /** Opens a line on which every run meets the same wire. */
  open(wire: Wire, options?: { idleMs?: number; maxEventBytes?: number }): Promise<Line>;
}

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const opened: EventInput = { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const says = (delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CONTENT",
  messageId: "m1",
  delta,
});

/** What every transport that can take a run up owes the run loop. */
export function describeConnecting(harness: TransportHarness): void {
  const log = [started, opened, says("a"), says("b"), says("c"), finished];

  describe(`over ${harness.name}, an agent that is cut off`, () => {
    test("goes on after its position: nothing is told twice, nothing is lost", async () => {
      const cut = { events: log, breakAt: 4 };
      await using broken = await harness.openLog(cut);
      const run = await collect(broken.agent);
      expect(run.events).toMatchObject(log.slice(0, 4));
      expect(run.error).toMatchObject({ code: "network" });
      await using healed = await harness.openLog({ events: log });
      const cursor = run.cursors.at(-1);
      expect(cursor).toBeDefined();
      const rest = await collect(healed.agent, { connect: { cursor: cursor ?? "" } });
      expect(rest.error).toBeUndefined();
      expect([...run.events, ...rest.events]).toMatchObject(log);
    });

    test("hears everything from the start without a position", async () => {
      await using line = await harness.openLog({ events: log });
      const replay = await collect(line.agent, { connect: {} });
      expect(replay.error).toBeUndefined();
      expect(replay.events).toMatchObject(log);
    });

    test("hears nothing where there is nothing to take up, and that is no failure", async () => {
      await using line = await harness.openLog({ events: [] });
      expect(await collect(line.agent, { connect: {} })).toMatchObject({ events: [] });
      const behind = await collect(line.agent, { connect: { cursor: "6" } });
      expect(behind).toEqual({ batches: [], events: [], cursors: [] });
    });

    test("fails with `network` when it is cut off once more, at a position that is further on", async () => {
      await using line = await harness.openLog({ events: log, breakAt: 5 });
      const rest = await collect(line.agent, { connect: { cursor: "2" } });
      expect(rest.events).toMatchObject(log.slice(2, 5));
      expect(rest.error).toMatchObject({ code: "network" });
      expect(rest.cursors.at(-1)).toBe("5");
    });

    test("hangs up when it is stopped after it was taken up, and throws the reason", async () => {
      await using line = await harness.openLog({ events: log.slice(0, 4), isOpen: true });
      const abort = new AbortController();
      const heard: EventInput[] = [];
      const reading = (async () => {
        const options = { signal: abort.signal, cursor: "2" };
        for await (const events of line.agent.connect?.(runInput(), options) ?? []) {
          heard.push(...toList(events));
          if (heard.length === 2) abort.abort("enough");
        }
      })();
      await expect(reading).rejects.toBe("enough");
      expect(heard).toMatchObject([says("a"), says("b")]);
      await line.hungUp;
    });

    test("is at a position when the events up to it have been taken, and not before", async () => {
      await using line = await harness.openLog({ events: log });
      let position = 0;
      const onCursor = (cursor: string) => {
        position = Number(cursor);
      };
      const { signal } = new AbortController();
      let taken = 0;
      for await (const events of line.agent.run(runInput(), { signal, onCursor })) {
        expect(position).toBe(taken);
        taken += toList(events).length;
      }
      expect(position).toBe(log.length);
    });
  });
}

/** What every transport owes the run loop, whatever carries the events. */
export function describeTransport(harness: TransportHarness): void {
  describe(`over ${harness.name}, an agent`, () => {
    test("is sent the input as it is", async () => {
      await using line = await harness.open({ groups: [[started, finished]], ending: "end" });
      const input = runInput({
        state: { plan: [null, 1, "zwei"] },
        tools: [{ name: "search", description: "", parameters: { type: "object" } }],
        context: [{ description: "place", value: "Köln" }],
        forwardedProps: { tenant: "acme" },
        parentRunId: "r0",
        protocolVersion: "1.0",
      });
      await collect(line.agent, { input });
      expect(line.inputs).toEqual([input]);
    });

    test("yields every event in order, and ends with the stream", async () => {
      const events = [started, opened, says("a"), says(""), says("b"), finished, says("late")];
      await using line = await harness.open({
        groups: events.map((event) => [event]),
        ending: "end",
      });
      const run = await collect(line.agent);
      expect(run.events).toEqual(events);
      expect(run.error).toBeUndefined();
    });

    test("invents nothing when the stream ends without a terminal event", async () => {
      await using line = await harness.open({ groups: [[started, opened]], ending: "end" });
      expect(await collect(line.agent)).toMatchObject({ events: [started, opened] });
    });

    test("yields nothing for a stream without events", async () => {
      await using line = await harness.open({ groups: [], ending: "end" });
      expect(await collect(line.agent)).toEqual({ batches: [], events: [], cursors: [] });
    });

    test("yields together what arrives together, without waiting for more", async () => {
      await using line = await harness.open({
        groups: [[started, opened, says("a")]],
        ending: "silence",
      });
      const abort = new AbortController();
      const stream = line.agent.run(runInput(), abort)[Symbol.asyncIterator]();
      expect(await stream.next()).toEqual({ done: false, value: [started, opened, says("a")] });
      abort.abort();
      await expect(stream.next()).rejects.toBe(abort.signal.reason);
    });

    test("keeps characters of every size whole", async () => {
      const text = 'äöü € 漢字 👩🏽‍🚀 \u0000 \u2028 \\ " \r\n';
      await using line = await harness.open({ groups: [[says(text)]], ending: "end" });
      expect((await collect(line.agent)).events).toEqual([says(text)]);
    });

    test("fails with `network` when the connection breaks, after what arrived", async () => {
      await using line = await harness.open({ groups: [[started, opened]], ending: "reset" });
      const run = await collect(line.agent);
      expect(run.events).toEqual([started, opened]);
      expect(run.error).toMatchObject({ name: "AgentKitError", code: "network" });
    });

    test("fails with `timeout` when the far side goes silent, and hangs up", async () => {
      await using line = await harness.open(
        { groups: [[started]], ending: "silence" },
        { idleMs: 500 },
      );
      const run = await collect(line.agent);
      expect(run.events).toEqual([started]);
      expect(run.error).toMatchObject({ code: "timeout", context: { timeoutMs: 500 } });
      await line.hungUp;
    });

    test("fails with `event-too-large` at the first event over the limit, and hangs up", async () => {
      await using line = await harness.open(
        { groups: [[started, says("x".repeat(2_000)), finished]], ending: "silence" },
        { maxEventBytes: 1_000 },
      );
      const run = await collect(line.agent);
      expect(run.events).toEqual([started]);
      expect(run.error).toMatchObject({
        code: "event-too-large",
        context: { maxEventBytes: 1_000 },
      });
      await line.hungUp;
    });

    test("hangs up when the run is aborted, and throws the reason", async () => {
      await using line = await harness.open({ groups: [[started]], ending: "silence" });
      const abort = new AbortController();
      const reason = new Error("the person pressed stop");
      const stream = line.agent.run(runInput(), abort)[Symbol.asyncIterator]();
      await stream.next();
      const pending = stream.next();
      abort.abort(reason);
      await expect(pending).rejects.toBe(reason);
      await line.hungUp;
      expect(await stream.next()).toEqual({ done: true, value: undefined });
    });

    test("hangs up when nobody reads on", async () => {
      await using line = await harness.open({ groups: [[started]], ending: "silence" });
      for await (const events of line.agent.run(runInput(), new AbortController())) {
        expect(events).toEqual([started]);
        break;
      }
      await line.hungUp;
    });

    test("sends nothing when the run was aborted before it began", async () => {
      await using line = await harness.open({ groups: [[started]], ending: "end" });
      const signal = AbortSignal.abort("no need");
      expect(await collect(line.agent, { signal })).toMatchObject({ events: [], error: "no need" });
      expect(line.inputs).toEqual([]);
    });

    test("keeps two runs at one time apart", async () => {
      await using line = await harness.open({ groups: [[started], [finished]], ending: "end" });
      const inputs = [runInput({ threadId: "a" }), runInput({ threadId: "b" })];
      const runs = await Promise.all(inputs.map((input) => collect(line.agent, { input })));
      expect(runs.map(({ events }) => events)).toEqual([
        [started, finished],
        [started, finished],
      ]);
      expect(line.inputs.map(({ threadId }) => threadId).sort()).toEqual(["a", "b"]);
    });
  });
}
