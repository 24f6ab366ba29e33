import { type AbstractAgent, Middleware } from "@ag-ui/client";
import { from, map, of, switchMap } from "rxjs";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { RunAgentInput } from "../../../src/protocol/events.ts";
import { fromAbstractAgent } from "../../../src/transport/abstractAgent/fromAbstractAgent.ts";
import type { AbstractAgentLike } from "../../../src/transport/abstractAgent/middlewareChain.ts";
import { collect, runInput } from "../../support/collect.ts";
import { base, LocalAgent, localAgent } from "../../support/localAgent.ts";
import { finished, started } from "../../support/runEvents.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("middlewares of an agent of @ag-ui/client", () => {
  test("apply in their order, as functions and classes, to the input and the events", async () => {
    class Tag extends Middleware {
      override run(input: RunAgentInput, next: AbstractAgent) {
        return this.runNext({ ...input, state: [input.state, "class"] }, next);
      }
    }
    const agent = localAgent(
      started,
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" },
      finished,
    );
    agent.use((input, next) =>
      next
        .run({ ...input, state: [input.state, "function"] })
        .pipe(map((event) => ({ ...event, timestamp: 7 }))),
    );
    agent.use(new Tag());
    const run = await collect(fromAbstractAgent(agent), { input: runInput({ state: "thread" }) });
    expect(agent.inputs[0]?.state).toEqual([["thread", "function"], "class"]);
    // The class expands chunks, as `Middleware.runNext` of the client does.
    expect(run.events.map(({ type, timestamp }) => [type, timestamp])).toEqual([
      ["RUN_STARTED", 7],
      ["TEXT_MESSAGE_START", 7],
      ["TEXT_MESSAGE_CONTENT", 7],
      ["TEXT_MESSAGE_END", 7],
      ["RUN_FINISHED", 7],
    ]);
  });

  test("may answer without the agent and asynchronously", async () => {
    const agent = localAgent(started);
    agent.use(() => from(Promise.resolve()).pipe(switchMap(() => of(base(finished)))));
    expect((await collect(fromAbstractAgent(agent))).events).toEqual([finished]);
    expect(agent.inputs).toEqual([]);
  });

  test("see the agent with the messages and state of the run", async () => {
    const received: unknown[] = [];
    const agent = localAgent(started);
    agent.agentId = "local";
    for (const _ of [1, 2]) {
      agent.use((input, next) => {
        received.push([next.agentId, next.threadId, next.messages, next.state]);
        return next.run(input);
      });
    }
    const input = runInput({ state: { a: 1 } });
    await collect(fromAbstractAgent(agent), { input });
    const expected = ["local", "t1", input.messages, { a: 1 }];
    expect(received).toEqual([expected, expected]);
  });

  test("apply when the client adds them for an older server", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    class OldAgent extends LocalAgent {
      override get maxProtocolVersion() {
        return "0.0.39";
      }
    }
    const agent = new OldAgent(() => of(base(started)));
    const input = runInput({
      protocolVersion: "1.0",
      parentRunId: "r0",
      messages: [{ id: "u", role: "user", content: [{ type: "text", text: "Hi" }] }],
    });
    await collect(fromAbstractAgent(agent), { input });
    expect(agent.inputs).toEqual([
      runInput({ messages: [{ id: "u", role: "user", content: "Hi" }] }),
    ]);
  });

  test("cause an error when they cannot be found", () => {
    const hidden: AbstractAgentLike & { use(): void } = { run: () => of(), use() {} };
    expect(() => fromAbstractAgent(hidden)).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining("middlewares"),
      }),
    );
  });
});
