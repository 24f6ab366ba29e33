import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tanstack } from "../../../src/dialects/tanstack/tanstack.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { type RunningServer, startServer } from "../../servers/startServer.ts";
import { runInput, toList } from "../../support/collect.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await startServer("tanstack");
});

afterAll(() => server.stop());

/** Connections to the server: as a plain AG-UI server with replay, and in its own dialect. */
const connections = [
  {
    name: "plain",
    open: (url: string) =>
      httpAgent({
        url,
        replay: ({ runId }) => `${url}?runId=${encodeURIComponent(runId)}&offset=-1`,
      }),
  },
  { name: "in its dialect", open: (url: string) => httpAgent({ url, dialect: tanstack() }) },
];

const inputOf = (runId: string, content: string) =>
  runInput({ threadId: "durable", runId, messages: [{ id: "u1", role: "user", content }] });

/** Events of one connection until the client disconnected. */
interface Received {
  readonly events: EventInput[];
  readonly text: string;
  readonly cursor?: string;
  readonly error?: unknown;
}

/** Runs, or reconnects, until the text matches, and disconnects. */
async function receive(
  agent: Agent,
  input: ReturnType<typeof inputOf>,
  until: RegExp,
  connect?: { cursor?: string },
): Promise<Received> {
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
      // The last batch is not consumed, so that the position stays before it.
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

describe.each(connections)("a durable stream of a TanStack server, $name,", ({ name, open }) => {
  const agentOf = () => open(`${server.url}/durable`);

  it("resumes after the last position, and can be replayed from the start", async () => {
    const input = inputOf(`count ${name}`, "count slowly");
    const run = await receive(agentOf(), input, /5, /);
    expect(run.error).toBeUndefined();
    const rest = await receive(agentOf(), input, /20, /, { cursor: run.cursor ?? "" });
    expect(rest.error).toBeUndefined();
    const received = run.text + rest.text;
    const numbers = Array.from({ length: 300 }, (_, at) => at + 1).join(", ");
    expect(numbers.startsWith(received)).toBe(true);
    expect(received.length).toBeGreaterThan(run.text.length);
    expect(rest.events.map(({ type }) => type)).not.toContain("RUN_STARTED");

    const whole = await receive(agentOf(), input, /10, /, {});
    expect(whole.events.map(({ type }) => type)).toContain("RUN_STARTED");
    expect(numbers.startsWith(whole.text)).toBe(true);
  });

  it("is replayed completely after its end", async () => {
    const input = inputOf(`hello ${name}`, "hello");
    const run = await receive(agentOf(), input, /never/);
    expect(run.text).toBe("Hello! How can I help you today?");
    const replay = await receive(agentOf(), input, /never/, {});
    expect(replay.error).toBeUndefined();
    expect(replay.events).toEqual(run.events);
    expect(await receive(agentOf(), input, /never/, { cursor: run.cursor ?? "" })).toMatchObject({
      events: [],
    });
  });

  it("ends with RUN_ERROR when the server does not know it", async () => {
    const { events, error } = await receive(
      agentOf(),
      inputOf("run-unknown", "hello"),
      /never/,
      {},
    );
    expect(error).toBeUndefined();
    expect(events).toMatchObject([{ type: "RUN_ERROR" }]);
  });
});
