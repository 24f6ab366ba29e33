import { HttpAgent } from "@ag-ui/client";
import { map } from "rxjs";
import { describe, expect, test } from "vitest";
import type { Agent, AgentYield } from "../../../src/protocol/agent.ts";
import type { AgentCapabilities } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { fromAbstractAgent } from "../../../src/transport/abstractAgent/fromAbstractAgent.ts";
import {
  type AgentMiddleware,
  mapEvents,
  withMiddleware,
} from "../../../src/transport/middleware/withMiddleware.ts";
import { collect, runInput } from "../../support/collect.ts";
import { serveBytes } from "../../support/httpServer.ts";
import { localAgent } from "../../support/localAgent.ts";
import { readRecording } from "../../support/recordings.ts";
import { customEvent, finished, started } from "../../support/runEvents.ts";

/** Creates a middleware that adds its name to the input and the events. */
const tagging = (name: string): AgentMiddleware =>
  async function* (input, next) {
    yield customEvent(`${name} before`);
    yield* next({ ...input, state: [input.state, name] });
    yield customEvent(`${name} after`);
  };

describe("withMiddleware", () => {
  test("calls the functions in order on the way to the agent, and in reverse on the way back", async () => {
    const agent = scriptedAgent([started, finished]);
    const input = runInput({ state: "thread" });
    const run = await collect(withMiddleware(agent, tagging("a"), tagging("b")), { input });
    expect(agent.inputs[0]?.state).toEqual([["thread", "a"], "b"]);
    expect(run.events).toEqual([
      customEvent("a before"),
      customEvent("b before"),
      started,
      finished,
      customEvent("b after"),
      customEvent("a after"),
    ]);
  });

  test("may answer without the agent, and run the agent more than once", async () => {
    const agent = scriptedAgent([started], [finished]);
    const cached = withMiddleware(agent, async function* () {
      yield [started, finished];
    });
    expect((await collect(cached)).events).toEqual([started, finished]);
    expect(agent.inputs).toHaveLength(0);
    const twice = withMiddleware(agent, async function* (input, next) {
      yield* next(input);
      yield* next(input);
    });
    expect((await collect(twice)).events).toEqual([started, finished]);
  });

  test("returns the agent itself without functions, and can be nested", async () => {
    const inner = withMiddleware(scriptedAgent([started]), tagging("inner"));
    expect((await collect(withMiddleware(inner, tagging("outer")))).events).toEqual([
      customEvent("outer before"),
      customEvent("inner before"),
      started,
      customEvent("inner after"),
      customEvent("outer after"),
    ]);
    expect((await collect(withMiddleware(scriptedAgent([started])))).events).toEqual([started]);
  });

  test("passes the options of the run to the agent and every function", async () => {
    const received: unknown[] = [];
    const agent: Agent = {
      async *run(_, { onCursor, signal }) {
        received.push(signal);
        onCursor?.("7");
        yield started;
      },
    };
    const { signal } = new AbortController();
    const watching = withMiddleware(agent, (input, next, options) => {
      received.push(options.signal);
      return next(input);
    });
    expect((await collect(watching, { signal })).cursors).toEqual(["7"]);
    expect(received).toEqual([signal, signal]);
  });

  test("keeps the changes of the functions in a refreshed input", async () => {
    const inputs: unknown[] = [];
    const agent: Agent = {
      async *run(input, { refreshInput }) {
        inputs.push(input, await refreshInput?.());
        yield started;
      },
    };
    const options = {
      signal: new AbortController().signal,
      refreshInput: async () => runInput({ forwardedProps: "fresh" }),
    };
    const run = async (middleware: AgentMiddleware) => {
      const wrapped = withMiddleware(agent, middleware);
      for await (const _ of wrapped.run(runInput({ forwardedProps: "stale" }), options));
      return inputs.splice(0);
    };
    expect(await run((input, next) => next({ ...input, state: 1 }))).toEqual([
      runInput({ forwardedProps: "stale", state: 1 }),
      runInput({ forwardedProps: "fresh", state: 1 }),
    ]);
    const own = runInput({ forwardedProps: "own" });
    expect(await run((input, next) => next({ ...input, forwardedProps: "own" }))).toEqual([
      own,
      own,
    ]);
  });

  test("closes the stream of the agent when its own stream is closed", async () => {
    const closed: string[] = [];
    const agent: Agent = {
      async *run() {
        try {
          yield started;
          yield finished;
        } finally {
          closed.push("agent");
        }
      },
    };
    const passing = (name: string): AgentMiddleware =>
      async function* (input, next) {
        try {
          for await (const yielded of next(input)) yield yielded;
        } finally {
          closed.push(name);
        }
      };
    const mapping: AgentMiddleware = (input, next) => mapEvents(next(input), (event) => event);
    const wrapped = withMiddleware(agent, passing("outer"), mapping, passing("inner"));
    for await (const _ of wrapped.run(runInput(), new AbortController())) break;
    expect(closed).toEqual(["agent", "inner", "outer"]);
  });

  test("stops the agent when the thread is stopped, and keeps the received events", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent: withMiddleware(agent, tagging("a"), tagging("b")) });
    const ended = thread.send("Hi");
    await agent.started();
    await agent.emit(started, { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" });
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(agent.signal?.aborted).toBe(true);
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ id: "m1", content: "Hel" });
  });

  test("fails the run with the error that a function throws", async () => {
    const failure = new Error("no quota left");
    const agent = withMiddleware(scriptedAgent(textRun("Hello")), () => {
      throw failure;
    });
    const { outcome, error } = await createThread({ agent }).send("Hi");
    expect({ outcome, code: error?.code, cause: error?.cause }).toEqual({
      outcome: "error",
      code: "agent-failed",
      cause: failure,
    });
  });

  test("keeps the other members of the agent, including private fields", async () => {
    class Hidden implements Agent {
      readonly #says: AgentCapabilities = { identity: { name: "Ada" } };
      count = 1;
      async *run(): AsyncGenerator<AgentYield> {}
      async getCapabilities() {
        return this.#says;
      }
    }
    const agent = new Hidden();
    const wrapped = withMiddleware(Object.freeze(agent), tagging("a"));
    expect(await wrapped.getCapabilities?.()).toEqual({ identity: { name: "Ada" } });
    expect(wrapped).toHaveProperty("count", 1);
    expect("getCapabilities" in wrapped).toBe(true);
    expect(withMiddleware({ run: () => agent.run() }).getCapabilities).toBeUndefined();
  });
});

describe("mapEvents", () => {
  async function* stream(): AsyncGenerator<AgentYield> {
    yield started;
    yield [customEvent("a"), customEvent("b"), customEvent("c")];
    yield customEvent("gone");
    yield finished;
  }

  test("changes, drops and adds events, and preserves batches", async () => {
    const batches = [];
    const mapped = mapEvents(stream(), (event) => {
      if (event.type !== "CUSTOM") return event;
      if (event.name === "b") return [customEvent("b1"), customEvent("b2")];
      return event.name === "gone" ? undefined : { ...event, value: 1 };
    });
    for await (const batch of mapped) batches.push(batch);
    const one = (name: string) => ({ ...customEvent(name), value: 1 });
    expect(batches).toEqual([
      [started],
      [one("a"), customEvent("b1"), customEvent("b2"), one("c")],
      [finished],
    ]);
  });
});

describe("an agent of @ag-ui/client", () => {
  test("keeps its RxJS middlewares inside withMiddleware", async () => {
    const agent = localAgent(started, finished);
    agent.use((input, next) =>
      next
        .run({ ...input, state: [input.state, "rxjs"] })
        .pipe(map((event) => ({ ...event, timestamp: 7 }))),
    );
    const run = await collect(withMiddleware(fromAbstractAgent(agent), tagging("ours")), {
      input: runInput({ state: "thread" }),
    });
    expect(agent.inputs[0]?.state).toEqual([["thread", "ours"], "rxjs"]);
    expect(run.events).toEqual([
      customEvent("ours before"),
      { ...started, timestamp: 7 },
      { ...finished, timestamp: 7 },
      customEvent("ours after"),
    ]);
  });

  test("runs both kinds of middleware over HTTP, on requests and responses", async () => {
    const bytes = readRecording("copilotkit/backend-tool.sse");
    await using server = await serveBytes(bytes, { chunkSize: 50 });
    const remote = new HttpAgent({ url: server.url });
    remote.use((input, next) => next.run({ ...input, forwardedProps: { via: "rxjs" } }));
    const types: string[] = [];
    const agent = withMiddleware(fromAbstractAgent(remote), (input, next) =>
      mapEvents(next({ ...input, state: { via: "ours" } }), (event) => {
        types.push(event.type);
        return event;
      }),
    );
    const run = await collect(agent);
    expect(run.events).toEqual(readSse(new TextDecoder().decode(bytes)));
    expect(types).toEqual(run.events.map(({ type }) => type));
    const { body } = await server.request();
    expect(JSON.parse(body)).toMatchObject({
      forwardedProps: { via: "rxjs" },
      state: { via: "ours" },
    });
  });
});
