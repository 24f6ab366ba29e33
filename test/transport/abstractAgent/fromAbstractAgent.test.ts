import type { BaseEvent } from "@ag-ui/client";
import { Observable, of, Subject, type Subscriber } from "rxjs";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { fromAbstractAgent } from "../../../src/transport/abstractAgent/fromAbstractAgent.ts";
import type {
  AbstractAgentLike,
  ObservableLike,
} from "../../../src/transport/abstractAgent/middlewareChain.ts";
import { collect, runInput } from "../../support/collect.ts";
import { base, LocalAgent, localAgent } from "../../support/localAgent.ts";
import { customEvent, finished, started } from "../../support/runEvents.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an agent of @ag-ui/client", () => {
  test("receives the input and yields the events of its Observable", async () => {
    const agent = localAgent(started, customEvent("a"), finished);
    const input = runInput({ state: { a: 1 }, forwardedProps: { b: 2 }, protocolVersion: "1.0" });
    const run = await collect(fromAbstractAgent(agent), { input });
    expect(run).toEqual({
      batches: [[started, customEvent("a"), finished]],
      events: [started, customEvent("a"), finished],
      cursors: [],
    });
    expect(agent.inputs).toEqual([input]);
  });

  test("may violate the protocol, since its verifier does not run", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const unruly = [
      finished,
      { type: "TEXT_MESSAGE_CONTENT", messageId: "never opened", delta: "x" },
      { type: "NO_SUCH_EVENT" },
      started,
    ] as EventInput[];
    const run = await collect(fromAbstractAgent(localAgent(...unruly)));
    expect(run.events).toEqual(unruly);
    expect(run.error).toBeUndefined();
    expect(error).not.toHaveBeenCalled();
  });

  test("yields synchronous events as one batch, and later events when they arrive", async () => {
    const subject = new Subject<BaseEvent>();
    const agent = fromAbstractAgent(new LocalAgent(() => subject));
    const stream = agent.run(runInput(), new AbortController())[Symbol.asyncIterator]();
    const first = stream.next();
    subject.next(base(started));
    subject.next(base(customEvent("a")));
    expect((await first).value).toEqual([started, customEvent("a")]);
    subject.next(base(customEvent("b")));
    subject.next(base(finished));
    subject.complete();
    expect((await stream.next()).value).toEqual([customEvent("b"), finished]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test("is not modified: its messages, state and thread stay, and the input is a copy", async () => {
    const agent = new LocalAgent((input) => {
      input.messages.push({ id: "x", role: "system", content: "added" });
      return of(base(started));
    });
    const before = { ...agent, messages: structuredClone(agent.messages) };
    const input = runInput({ threadId: "other", state: { a: 1 } });
    await collect(fromAbstractAgent(agent), { input });
    expect({ ...agent, inputs: [] }).toEqual({ ...before, inputs: [] });
    expect(agent.isRunning).toBe(false);
    expect(input.messages).toHaveLength(1);
  });

  test("fails the run with its own error after the emitted events", async () => {
    const failure = new Error("out of tokens");
    const agent = new LocalAgent(
      () =>
        new Observable((subscriber) => {
          subscriber.next(base(started));
          subscriber.error(failure);
        }),
    );
    expect(await collect(fromAbstractAgent(agent))).toMatchObject({
      events: [started],
      error: failure,
    });
    const throws = new LocalAgent(() => {
      throw failure;
    });
    expect((await collect(fromAbstractAgent(throws))).error).toBe(failure);
  });

  test("is unsubscribed from and aborted when the run is aborted", async () => {
    let isTornDown = false;
    const agent = new LocalAgent(
      () =>
        new Observable((subscriber) => {
          subscriber.next(base(started));
          return () => {
            isTornDown = true;
          };
        }),
    );
    const abort = new AbortController();
    const stream = fromAbstractAgent(agent).run(runInput(), abort)[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual([started]);
    const pending = stream.next();
    abort.abort("enough");
    expect(isTornDown).toBe(true);
    await expect(pending).rejects.toBe("enough");
    expect(agent.aborts).toBe(1);
  });

  test("is unsubscribed from when the iteration stops early, and not aborted after its end", async () => {
    const endless = new LocalAgent(() => new Observable((s) => s.next(base(started))));
    for await (const _ of fromAbstractAgent(endless).run(runInput(), new AbortController())) break;
    expect(endless.aborts).toBe(1);
    const done = localAgent(started, finished);
    await collect(fromAbstractAgent(done));
    expect(done.aborts).toBe(0);
  });

  test("continues other runs when one is stopped, and is aborted with the last", async () => {
    let active: Subscriber<BaseEvent> | undefined;
    class Single extends LocalAgent {
      override abortRun() {
        super.abortRun();
        // An agent that tracks only its last run behaves like this.
        active?.complete();
      }
    }
    const torn: string[] = [];
    const agent = new Single(
      ({ threadId }) =>
        new Observable((subscriber) => {
          active = subscriber;
          subscriber.next(base(started));
          return () => void torn.push(threadId);
        }),
    );
    // Two adapters of one agent share its active runs.
    const [one, two] = ["one", "two"].map((threadId) =>
      createThread({ agent: fromAbstractAgent(agent), threadId }),
    );
    const first = one?.send("Hi");
    const second = two?.send("Hi");
    await vi.waitFor(() => expect(two?.getSnapshot().run.status).toBe("streaming"));
    one?.stop();
    expect((await first)?.outcome).toBe("cancelled");
    expect(torn).toEqual(["one"]);
    expect(agent.aborts).toBe(0);
    expect(two?.getSnapshot().run.status).toBe("streaming");
    two?.stop();
    expect((await second)?.outcome).toBe("cancelled");
    expect(agent.aborts).toBe(1);
  });

  test("is aborted also after runs that failed to start or ended at once", async () => {
    const streams = [
      () => {
        throw new Error("not yet");
      },
      () => of(base(started), base(finished)),
      () => new Observable<BaseEvent>((subscriber) => subscriber.next(base(started))),
    ];
    const agent = new LocalAgent(() => streams.shift()?.() ?? of());
    await collect(fromAbstractAgent(agent));
    await collect(fromAbstractAgent(agent));
    for await (const _ of fromAbstractAgent(agent).run(runInput(), new AbortController())) break;
    expect(agent.aborts).toBe(1);
  });

  test("yields nothing after an abort, not even buffered events", async () => {
    const subject = new Subject<BaseEvent>();
    const abort = new AbortController();
    const agent = fromAbstractAgent(new LocalAgent(() => subject));
    const pending = agent.run(runInput(), abort)[Symbol.asyncIterator]().next();
    subject.next(base(started));
    abort.abort("enough");
    await expect(pending).rejects.toBe("enough");
  });

  test("may stop its own run while the run starts", async () => {
    const abort = new AbortController();
    const agent = new LocalAgent(() => {
      abort.abort("enough");
      return new Observable();
    });
    expect(await collect(fromAbstractAgent(agent), abort)).toMatchObject({ error: "enough" });
    expect(agent.aborts).toBe(1);
  });

  test("is not started when the run is already aborted", async () => {
    const agent = localAgent(started);
    const run = await collect(fromAbstractAgent(agent), { signal: AbortSignal.abort("no") });
    expect(run).toMatchObject({ events: [], error: "no" });
    expect(agent.inputs).toEqual([]);
  });

  test("reports its capabilities when it implements them", async () => {
    expect(fromAbstractAgent(localAgent()).getCapabilities).toBeUndefined();
    const agent = Object.assign(localAgent(), {
      getCapabilities: async () => ({ identity: { name: "local" } }),
    });
    await expect(fromAbstractAgent(agent).getCapabilities?.()).resolves.toEqual({
      identity: { name: "local" },
    });
  });
});

test("an object without run() is refused with a hint at what to pass", () => {
  const nothing = {} as AbstractAgentLike;
  expect(() => fromAbstractAgent(nothing)).toThrow(
    expect.objectContaining({
      code: "invalid-argument",
      message: expect.stringContaining("run()"),
    }),
  );
});

test("an agent of an older client, recognized by its shape, runs with a downgraded input", async () => {
  const inputs: unknown[] = [];
  const older = {
    maxVersion: "0.0.42",
    run(input: { threadId: string; messages: { role: string }[] }) {
      inputs.push(input);
      return of(started, finished);
    },
  };
  const input = runInput({ protocolVersion: "1.0" });
  expect((await collect(fromAbstractAgent(older), { input })).events).toEqual([started, finished]);
  expect(inputs).toEqual([runInput()]);
});

test("a 401 before the first event repeats the request once with fresh forwardedProps", async () => {
  const received: unknown[] = [];
  const agent: AbstractAgentLike = {
    run: ((input: RunAgentInput): ObservableLike => ({
      subscribe(observer) {
        received.push(input.forwardedProps);
        queueMicrotask(() => {
          if (input.forwardedProps === "old") {
            observer.error(Object.assign(new Error("HTTP 401"), { status: 401, payload: "" }));
            return;
          }
          observer.next({ type: "RUN_STARTED", threadId: "t", runId: "r" });
          observer.next({ type: "RUN_FINISHED", threadId: "t", runId: "r" });
          observer.complete();
        });
        return { unsubscribe() {} };
      },
    })) as AbstractAgentLike["run"],
  };
  const tokens = ["old", "new", "old", "old"];
  const thread = createThread({
    agent: fromAbstractAgent(agent),
    forwardedProps: () => tokens.shift(),
  });
  expect((await thread.run()).outcome).toBe("success");
  expect((await thread.run()).error).toMatchObject({ context: { status: 401 } });
  expect(received).toEqual(["old", "new", "old", "old"]);
});
