import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tanstack } from "../../src/dialects/tanstack/tanstack.ts";
import type { Agent } from "../../src/protocol/agent.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import { httpAgent } from "../../src/transport/http/httpAgent.ts";
import { type RunningServer, startServer } from "../servers/startServer.ts";
import { runInput, toList } from "../support/collect.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await startServer("tanstack");
});

afterAll(() => server.stop());

/** Two ways to reach it: as a plain AG-UI server that replays, and in its own dialect. */
const ways = [
  {
    way: "plain",
    open: (url: string) =>
      httpAgent({
        url,
        replay: ({ runId }) => `${url}?runId=${encodeURIComponent(runId)}&offset=-1`,
      }),
  },
  { way: "in its dialect", open: (url: string) => httpAgent({ url, dialect: tanstack() }) },
];

const inputOf = (runId: string, content: string) =>
  runInput({ threadId: "durable", runId, messages: [{ id: "u1", role: "user", content }] });

/** What one connection gave until it was left. */
interface Heard {
  readonly events: EventInput[];
  readonly text: string;
  readonly cursor?: string;
  readonly error?: unknown;
}

/** Runs, or takes the run up again, until the text ends as wished, and then hangs up. */
async function hear(
  agent: Agent,
  input: ReturnType<typeof inputOf>,
  until: RegExp,
  connect?: { cursor?: string },
): Promise<Heard> {
  const { signal } = new AbortController();
  let cursor: string | undefined;
  const onCursor = (position: string) => {
    cursor = position;
  };
  const options = { signal, onCursor, ...connect };
  const events: EventInput[] = [];
  let text = "";
  const result = () => ({ events, text, ...(cursor !== undefined && { cursor }) });
  try {
    const stream = connect ? agent.connect?.(input, options) : agent.run(input, options);
    for await (const batch of stream ?? []) {
      // What is left with is not taken: the position stays before it.
      if (until.test(text)) break;
      for (const event of toList(batch)) {
        events.push(event);
        if (event.type === "TEXT_MESSAGE_CONTENT") text += event.delta;
      }
    }
  } catch (error) {
    return { ...result(), error };
  }
  return result();
}

describe.each(ways)("a durable stream of a TanStack server, $way,", ({ way, open }) => {
  const agentOf = () => open(`${server.url}/durable`);

  it("goes on after the last position when it was left, and can be told from the start", async () => {
    const input = inputOf(`count ${way}`, "count slowly");
    const run = await hear(agentOf(), input, /5, /);
    expect(run.error).toBeUndefined();
    const rest = await hear(agentOf(), input, /20, /, { cursor: run.cursor ?? "" });
    expect(rest.error).toBeUndefined();
    const told = run.text + rest.text;
    const numbers = Array.from({ length: 300 }, (_, at) => at + 1).join(", ");
    expect(numbers.startsWith(told)).toBe(true);
    expect(told.length).toBeGreaterThan(run.text.length);
    expect(rest.events.map(({ type }) => type)).not.toContain("RUN_STARTED");

    const whole = await hear(agentOf(), input, /10, /, {});
    expect(whole.events.map(({ type }) => type)).toContain("RUN_STARTED");
    expect(numbers.startsWith(whole.text)).toBe(true);
  });

  it("that has ended is replayed to its end", async () => {
    const input = inputOf(`hello ${way}`, "hello");
    const run = await hear(agentOf(), input, /never/);
    expect(run.text).toBe("Hello! How can I help you today?");
    const replay = await hear(agentOf(), input, /never/, {});
    expect(replay.error).toBeUndefined();
    expect(replay.events).toEqual(run.events);
    expect(await hear(agentOf(), input, /never/, { cursor: run.cursor ?? "" })).toMatchObject({
      events: [],
    });
  });

  it("that the server does not know is a failure it tells of, and nothing waits", async () => {
    const { events, error } = await hear(agentOf(), inputOf("run-unknown", "hello"), /never/, {});
    expect(error).toBeUndefined();
    expect(events).toMatchObject([{ type: "RUN_ERROR" }]);
  });
});
