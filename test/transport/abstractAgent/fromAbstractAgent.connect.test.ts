import { type BaseEvent, HttpAgent } from "@ag-ui/client";
import { from, type Observable, Subject } from "rxjs";
import { describe, expect, test } from "vitest";
import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import { fromAbstractAgent } from "../../../src/transport/abstractAgent/fromAbstractAgent.ts";
import type { ObservableLike } from "../../../src/transport/abstractAgent/middlewareChain.ts";
import { collect, runInput } from "../../support/collect.ts";
import { base, LocalAgent, localAgent } from "../../support/localAgent.ts";
import { finished, started } from "../../support/runEvents.ts";

/** An agent that persists its messages, as an application implements it. */
class KeepingAgent extends LocalAgent {
  readonly #log: Observable<BaseEvent>;
  readonly connected: RunAgentInput[] = [];

  constructor(log: Observable<BaseEvent>) {
    super(() => from([]));
    this.#log = log;
  }

  protected override connect(input: RunAgentInput): Observable<BaseEvent> {
    this.connected.push(input);
    return this.#log;
  }
}

const keeping = (...events: EventInput[]) => new KeepingAgent(from(events.map(base)));

describe("connecting an agent of @ag-ui/client", () => {
  test("is not possible when its class does not implement connect", () => {
    for (const agent of [localAgent(), new HttpAgent({ url: "http://agent.test/" })]) {
      expect(fromAbstractAgent(agent)).not.toHaveProperty("connect");
    }
  });

  test("yields the events of its connect method, without middlewares", async () => {
    const agent = keeping(started, finished);
    agent.use(() => {
      throw new Error("A middleware is around runs.");
    });
    const input = runInput({ state: { n: 1 } });
    const replay = await collect(fromAbstractAgent(agent), { input, connect: { cursor: "7" } });
    expect(replay.error).toBeUndefined();
    expect(replay.events).toEqual([started, finished]);
    expect(agent.connected).toEqual([input]);
    // The messages of the wrapped agent are unchanged.
    expect(agent.messages).toEqual([{ id: "own", role: "user", content: "mine" }]);
  });

  test("stops when it is aborted", async () => {
    const events = new Subject<BaseEvent>();
    const agent = new KeepingAgent(events);
    const abort = new AbortController();
    const stream = fromAbstractAgent(agent).connect?.(runInput(), abort);
    const iterator = stream?.[Symbol.asyncIterator]();
    const first = iterator?.next();
    events.next(base(started));
    expect((await first)?.value).toEqual([started]);
    const pending = iterator?.next();
    abort.abort("enough");
    await expect(pending).rejects.toBe("enough");
    expect(events.observed).toBe(false);
    expect(agent.aborts).toBe(1);
  });

  test("yields nothing when the wrapped agent cannot connect", async () => {
    class Wrapping extends LocalAgent {
      protected override connect(input: RunAgentInput): Observable<BaseEvent> {
        return super.connect(input);
      }
    }
    const wrapping = fromAbstractAgent(new Wrapping(() => from([])));
    expect(await collect(wrapping, { connect: {} })).toEqual({
      batches: [],
      events: [],
      cursors: [],
    });
  });
});

test("an agent recognized by its shape connects when it has the method", async () => {
  const run = (): ObservableLike => from([started, finished]);
  const agent = fromAbstractAgent({ run, connect: run } as { run(): ObservableLike });
  expect((await collect(agent, { connect: {} })).events).toEqual([started, finished]);
});
