import { expectTypeOf, test } from "vitest";
import type { StoreApi } from "zustand/vanilla";
import {
  type AgentClient,
  AgentKitError,
  type ContentPart,
  createAgentClient,
  createThread,
  type Message,
  type RunOutcome,
  type RunResult,
  type Snapshot,
  type Thread,
} from "../../../src/core.ts";
import { scriptedAgent } from "../../../src/testing.ts";

interface Plan {
  readonly steps: readonly string[];
}

const agent = scriptedAgent([]);

test("a thread knows the type of its state", () => {
  const thread = createThread<Plan>({ agent, initialState: { steps: [] } });
  expectTypeOf(thread).toEqualTypeOf<Thread<Plan>>();
  expectTypeOf(thread.getSnapshot()).toEqualTypeOf<Snapshot<Plan>>();
  expectTypeOf(thread.getSnapshot().state).toEqualTypeOf<Plan>();
  expectTypeOf(thread.store.getState().visibleState).toEqualTypeOf<Plan>();
  thread.setState(({ steps }) => {
    expectTypeOf(steps).toEqualTypeOf<readonly string[]>();
    return { steps };
  });
  // @ts-expect-error the state has steps
  thread.setState({ tasks: [] });
  // @ts-expect-error and so has the state of a run
  thread.run({ state: { tasks: [] } });
});

test("the state's type is inferred from what it starts with", () => {
  const thread = createThread({ agent, initialState: { steps: ["one"] } });
  expectTypeOf(thread.getSnapshot().state).toEqualTypeOf<{ steps: string[] }>();
});

test("an undescribed state is unknown", () => {
  expectTypeOf(createThread({ agent })).toEqualTypeOf<Thread<unknown>>();
  expectTypeOf(createThread({ agent }).getSnapshot().state).toBeUnknown();
});

test("the state's type goes through a client and through a stored snapshot", () => {
  const client = createAgentClient({ agent });
  expectTypeOf(client).toEqualTypeOf<AgentClient>();
  expectTypeOf(client.thread<Plan>()).toEqualTypeOf<Thread<Plan>>();
  expectTypeOf(client.thread()).toEqualTypeOf<Thread<unknown>>();
  const snapshot = createThread<Plan>({ agent }).getSnapshot();
  expectTypeOf(createThread({ agent, snapshot })).toEqualTypeOf<Thread<Plan>>();
});

test("a thread of some state is a thread of any", () => {
  expectTypeOf<Thread<Plan>>().toExtend<Thread<unknown>>();
});

test("send takes text or parts", () => {
  const { send } = createThread({ agent });
  expectTypeOf(send).parameter(0).toEqualTypeOf<string | readonly ContentPart[]>();
  // @ts-expect-error a part has a type that the protocol knows
  send([{ type: "hologram" }]);
});

test("a run resolves with its result", () => {
  expectTypeOf(createThread({ agent }).run()).resolves.toEqualTypeOf<RunResult>();
  expectTypeOf<RunResult["outcome"]>().toEqualTypeOf<RunOutcome>();
  expectTypeOf<RunResult["newMessages"]>().toEqualTypeOf<readonly Message[]>();
  expectTypeOf<RunResult["error"]>().toEqualTypeOf<AgentKitError | undefined>();
});

test("the store cannot be written to, and a snapshot neither", () => {
  const { store, getSnapshot } = createThread<Plan>({ agent });
  expectTypeOf(store).not.toHaveProperty("setState");
  expectTypeOf(store).toExtend<Pick<StoreApi<Snapshot<Plan>>, "getState" | "subscribe">>();
  const snapshot = getSnapshot();
  // @ts-expect-error read-only
  snapshot.messages = [];
  // @ts-expect-error read-only
  snapshot.messages.push({ id: "u1", role: "user", content: "" });
  // @ts-expect-error read-only
  snapshot.run.status = "idle";
});

test("an error has a code to switch on", () => {
  const { code, context } = new AgentKitError("http-status", "The server answered 401.", {
    status: 401,
  });
  expectTypeOf(code).toExtend<string>();
  expectTypeOf(context.status).toEqualTypeOf<number | undefined>();
  // @ts-expect-error no such code
  new AgentKitError("no-such-code", "");
});
