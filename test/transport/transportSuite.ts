import { describe, expect, test } from "vitest";
import type { Agent } from "../../src/protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../src/protocol/events.ts";
import { collect, runInput, toList } from "../support/collect.ts";
import { textDelta } from "../support/runEvents.ts";

/**
 * Behavior of a server after the last event: end the answer, break the connection, or stay
 * silent.
 */
export type Ending = "end" | "reset" | "silence";

/** Behavior of the server for one run. */
export interface ServerBehavior {
  /** Groups of events; the events of a group are sent together. */
  readonly groups: readonly (readonly EventInput[])[];
  readonly ending: Ending;
}

/** Agent over a transport with its server. */
export interface AgentConnection extends AsyncDisposable {
  readonly agent: Agent;
  /** Inputs that the server received, in order. */
  readonly inputs: readonly RunAgentInput[];
  /** Resolves when the client closes the first run before its end. */
  readonly hungUp: Promise<void>;
}

/** Log of a run on the server: its events, each with a position. */
export interface Log {
  readonly events: readonly EventInput[];
  /** Breaks every connection after this many events of the log. */
  readonly breakAt?: number;
  /** Stays silent after the last event. */
  readonly isOpen?: boolean;
}

/** Adapter between this suite and a transport. */
export interface TransportHarness {
  readonly name: string;
  /** Opens a line whose server sends the log from the start or after a position. */
  openLog(log: Log): Promise<AgentConnection>;
  /** Opens a line on which every run has the same wire. */
  open(
    wire: ServerBehavior,
    options?: { idleMs?: number; maxEventBytes?: number },
  ): Promise<AgentConnection>;
}

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const opened: EventInput = { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

/** Declares the tests of every transport that can reconnect. */
export function describeConnecting(harness: TransportHarness): void {
  const log = [started, opened, textDelta("a"), textDelta("b"), textDelta("c"), finished];

  describe(`over ${harness.name}, an agent that is cut off`, () => {
    test("resumes after its position without repeated or lost events", async () => {
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

    test("receives everything from the start without a position", async () => {
      await using line = await harness.openLog({ events: log });
      const replay = await collect(line.agent, { connect: {} });
      expect(replay.error).toBeUndefined();
      expect(replay.events).toMatchObject(log);
    });

    test("receives nothing when there is nothing to resume, without a failure", async () => {
      await using line = await harness.openLog({ events: [] });
      expect(await collect(line.agent, { connect: {} })).toMatchObject({ events: [] });
      const afterEnd = await collect(line.agent, { connect: { cursor: "6" } });
      expect(afterEnd).toEqual({ batches: [], events: [], cursors: [] });
    });

    test("fails with `network` at a later position when it is cut off again", async () => {
      await using line = await harness.openLog({ events: log, breakAt: 5 });
      const rest = await collect(line.agent, { connect: { cursor: "2" } });
      expect(rest.events).toMatchObject(log.slice(2, 5));
      expect(rest.error).toMatchObject({ code: "network" });
      expect(rest.cursors.at(-1)).toBe("5");
    });

    test("closes the connection and throws the reason when it is stopped after reconnecting", async () => {
      await using line = await harness.openLog({ events: log.slice(0, 4), isOpen: true });
      const abort = new AbortController();
      const received: EventInput[] = [];
      const reading = (async () => {
        const options = { signal: abort.signal, cursor: "2" };
        for await (const events of line.agent.connect?.(runInput(), options) ?? []) {
          received.push(...toList(events));
          if (received.length === 2) abort.abort("enough");
        }
      })();
      await expect(reading).rejects.toBe("enough");
      expect(received).toMatchObject([textDelta("a"), textDelta("b")]);
      await line.hungUp;
    });

    test("reports a position only after the events up to it were consumed", async () => {
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

/** Declares the tests of every transport. */
export function describeTransport(harness: TransportHarness): void {
  describe(`over ${harness.name}, an agent`, () => {
    test("sends the input unchanged", async () => {
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
      const events = [
        started,
        opened,
        textDelta("a"),
        textDelta(""),
        textDelta("b"),
        finished,
        textDelta("late"),
      ];
      await using line = await harness.open({
        groups: events.map((event) => [event]),
        ending: "end",
      });
      const run = await collect(line.agent);
      expect(run.events).toEqual(events);
      expect(run.error).toBeUndefined();
    });

    test("adds no events when the stream ends without a terminal event", async () => {
      await using line = await harness.open({ groups: [[started, opened]], ending: "end" });
      expect(await collect(line.agent)).toMatchObject({ events: [started, opened] });
    });

    test("yields nothing for a stream without events", async () => {
      await using line = await harness.open({ groups: [], ending: "end" });
      expect(await collect(line.agent)).toEqual({ batches: [], events: [], cursors: [] });
    });

    test("yields events that arrive together as one batch, without waiting for more", async () => {
      await using line = await harness.open({
        groups: [[started, opened, textDelta("a")]],
        ending: "silence",
      });
      const abort = new AbortController();
      const stream = line.agent.run(runInput(), abort)[Symbol.asyncIterator]();
      expect(await stream.next()).toEqual({
        done: false,
        value: [started, opened, textDelta("a")],
      });
      abort.abort();
      await expect(stream.next()).rejects.toBe(abort.signal.reason);
    });

    test("preserves multi-byte characters", async () => {
      const text = 'äöü € 漢字 👩🏽‍🚀 \u0000 \u2028 \\ " \r\n';
      await using line = await harness.open({ groups: [[textDelta(text)]], ending: "end" });
      expect((await collect(line.agent)).events).toEqual([textDelta(text)]);
    });

    test("fails with `network` when the connection breaks, after the received events", async () => {
      await using line = await harness.open({ groups: [[started, opened]], ending: "reset" });
      const run = await collect(line.agent);
      expect(run.events).toEqual([started, opened]);
      expect(run.error).toMatchObject({ name: "AgentKitError", code: "network" });
    });

    test("fails with `timeout` and closes the connection when the server is silent", async () => {
      await using line = await harness.open(
        { groups: [[started]], ending: "silence" },
        { idleMs: 500 },
      );
      const run = await collect(line.agent);
      expect(run.events).toEqual([started]);
      expect(run.error).toMatchObject({ code: "timeout", context: { timeoutMs: 500 } });
      await line.hungUp;
    });

    test("fails with `event-too-large` at the first event over the limit, and closes the connection", async () => {
      await using line = await harness.open(
        { groups: [[started, textDelta("x".repeat(2_000)), finished]], ending: "silence" },
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

    test("closes the connection and throws the reason when the run is aborted", async () => {
      await using line = await harness.open({ groups: [[started]], ending: "silence" });
      const abort = new AbortController();
      const reason = new Error("the user pressed stop");
      const stream = line.agent.run(runInput(), abort)[Symbol.asyncIterator]();
      await stream.next();
      const pending = stream.next();
      abort.abort(reason);
      await expect(pending).rejects.toBe(reason);
      await line.hungUp;
      expect(await stream.next()).toEqual({ done: true, value: undefined });
    });

    test("closes the connection when the iteration stops early", async () => {
      await using line = await harness.open({ groups: [[started]], ending: "silence" });
      for await (const events of line.agent.run(runInput(), new AbortController())) {
        expect(events).toEqual([started]);
        break;
      }
      await line.hungUp;
    });

    test("sends nothing when the run is already aborted", async () => {
      await using line = await harness.open({ groups: [[started]], ending: "end" });
      const signal = AbortSignal.abort("no need");
      expect(await collect(line.agent, { signal })).toMatchObject({ events: [], error: "no need" });
      expect(line.inputs).toEqual([]);
    });

    test("separates two concurrent runs", async () => {
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
