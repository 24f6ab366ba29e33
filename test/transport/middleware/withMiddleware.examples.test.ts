import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Agent } from "../../../src/protocol/agent.ts";
import { AgentKitError } from "../../../src/protocol/errors.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import {
  type AgentMiddleware,
  withMiddleware,
} from "../../../src/transport/middleware/withMiddleware.ts";
import { blocksOf, section } from "../../docs/documents.ts";
import { runExample } from "../../docs/runExample.ts";
import { collect, runInput } from "../../support/collect.ts";
import { finished, started } from "../../support/runEvents.ts";

/** Exports of the examples in the section; `docs.test.ts` checks that they compile. */
interface Examples {
  readonly logging: AgentMiddleware;
  readonly timing: (report: (times: unknown) => void) => AgentMiddleware;
  readonly onlyTools: (...names: string[]) => AgentMiddleware;
  readonly retry: (options?: { tries?: number; firstWaitMs?: number }) => AgentMiddleware;
  readonly rateLimit: (runs: number, windowMs: number) => AgentMiddleware;
}

const path = "docs/agents-and-servers.md";
const code = blocksOf(section(path, "## Middleware"), path).map((example) => example.code);
const { logging, timing, onlyTools, retry, rateLimit } = Object.assign(
  {},
  ...(await Promise.all(code.map(runExample))),
) as Examples;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Creates an agent whose first runs fail with these errors, before or after some events. */
function failing(...failures: readonly { after?: EventInput[]; error: unknown }[]) {
  const starts: number[] = [];
  const agent: Agent = {
    async *run() {
      const failure = failures[starts.length];
      starts.push(Date.now());
      if (failure?.after) yield failure.after;
      if (failure) throw failure.error;
      yield [started, finished];
    },
  };
  return { agent, starts };
}

const lost = { error: new AgentKitError("network", "The connection was refused.") };

test("the documentation section has an example of each middleware", () => {
  // Includes the example of `filterToolCalls`, which has tests of its own.
  expect(code).toHaveLength(4);
  expect([logging, timing, onlyTools, retry, rateLimit].map((one) => typeof one)).toEqual(
    Array(5).fill("function"),
  );
});

test("the logging example logs every event of the run and changes none", async () => {
  const debug = vi.spyOn(console, "debug").mockImplementation(() => {});
  const plain = await collect(scriptedAgent(textRun("Hello", { messageId: "m1" })));
  const run = await collect(
    withMiddleware(scriptedAgent(textRun("Hello", { messageId: "m1" })), logging),
  );
  expect(run).toEqual(plain);
  expect(debug.mock.calls).toEqual(run.events.map(({ type }) => ["r1", type]));
});

test("the timing example measures the first event and the whole run", async () => {
  const report = vi.fn();
  const script = [{ delayMs: 200 }, started, { delayMs: 300 }, finished];
  const run = collect(withMiddleware(scriptedAgent(script), timing(report)));
  await vi.runAllTimersAsync();
  expect((await run).events).toEqual([started, finished]);
  expect(report.mock.calls).toEqual([[{ firstEventMs: 200, totalMs: 500 }]]);
});

test("the timing example reports a failed run", async () => {
  const report = vi.fn();
  const { agent } = failing(lost);
  const run = await collect(withMiddleware(agent, timing(report)));
  expect(run.error).toBe(lost.error);
  expect(report.mock.calls).toEqual([[{ firstEventMs: undefined, totalMs: 0 }]]);
});

test("the tool filter example offers only the named tools", async () => {
  const agent = scriptedAgent([started, finished]);
  const tools = ["read", "delete"].map((name) => ({ name, description: "" }));
  await collect(withMiddleware(agent, onlyTools("read", "search")), { input: runInput({ tools }) });
  expect(agent.inputs[0]?.tools.map(({ name }) => name)).toEqual(["read"]);
});

describe("the retry example", () => {
  test("retries after 1 s and 2 s, and yields the events of the successful attempt", async () => {
    const { agent, starts } = failing(lost, lost);
    const begin = Date.now();
    const run = collect(withMiddleware(agent, retry()));
    await vi.runAllTimersAsync();
    expect(await run).toMatchObject({ events: [started, finished] });
    expect(starts.map((at) => at - begin)).toEqual([0, 1000, 3000]);
  });

  test("fails after the last attempt with its error", async () => {
    const last = { error: new Error("still down") };
    const { agent, starts } = failing(lost, last);
    const run = collect(withMiddleware(agent, retry({ tries: 2, firstWaitMs: 10 })));
    await vi.runAllTimersAsync();
    expect((await run).error).toBe(last.error);
    expect(starts).toHaveLength(2);
  });

  test.each([
    ["after its first event", { ...lost, after: [started] }],
    ["with a client error", { error: new AgentKitError("http-status", "No", { status: 403 }) }],
  ])("does not retry a run that failed %s", async (_, failure) => {
    const { agent, starts } = failing(failure);
    const run = await collect(withMiddleware(agent, retry()));
    expect(run.error).toBe(failure.error);
    expect(run.events).toEqual("after" in failure ? failure.after : []);
    expect(starts).toHaveLength(1);
  });

  test("retries a busy server", async () => {
    const busy = { error: new AgentKitError("http-status", "Busy", { status: 429 }) };
    const { agent, starts } = failing(busy);
    const run = collect(withMiddleware(agent, retry()));
    await vi.runAllTimersAsync();
    expect((await run).error).toBeUndefined();
    expect(starts).toHaveLength(2);
  });

  test("stops waiting when the run is stopped", async () => {
    const { agent, starts } = failing(lost);
    const thread = createThread({ agent: withMiddleware(agent, retry()) });
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(vi.getTimerCount()).toBe(0);
    expect(starts).toHaveLength(1);
  });
});

describe("the rate limit example", () => {
  test("starts a limited number of runs in any window, and the others later in order", async () => {
    const { agent, starts } = failing();
    const limited = withMiddleware(agent, rateLimit(2, 1000));
    const begin = Date.now();
    const runs = [1, 2, 3, 4, 5].map(() => collect(limited));
    await vi.runAllTimersAsync();
    for (const run of runs) expect((await run).events).toEqual([started, finished]);
    expect(starts.map((at) => at - begin)).toEqual([0, 0, 1000, 1000, 2000]);
  });

  test("releases the slot of a run that was stopped while waiting", async () => {
    const { agent, starts } = failing();
    const limited = withMiddleware(agent, rateLimit(1, 1000));
    const begin = Date.now();
    const abort = new AbortController();
    const [first, second, third] = [collect(limited), collect(limited, abort), collect(limited)];
    await first;
    abort.abort("enough");
    expect((await second).error).toBe("enough");
    await vi.runAllTimersAsync();
    expect((await third).events).toEqual([started, finished]);
    expect(starts.map((at) => at - begin)).toEqual([0, 1000]);
  });
});
