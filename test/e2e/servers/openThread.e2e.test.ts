import { afterAll, beforeAll, expect, it } from "vitest";
import { type Agent, createThread, httpAgent, type Thread } from "../../../src/core.ts";
import { tanstack } from "../../../src/dialects.ts";
import { type RunningServer, startServer } from "../../servers/startServer.ts";
import { eventually } from "../../support/eventually.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await startServer("tanstack");
});

afterAll(() => server.stop());

const agentOf = () => httpAgent({ url: `${server.url}/durable`, dialect: tanstack() });
const lastText = (thread: Thread) => String(thread.getSnapshot().messages.at(-1)?.content);
const numbers = Array.from({ length: 300 }, (_, at) => at + 1).join(", ");

it("a thread that another client runs is opened with the running answer", async () => {
  const first = createThread({ agent: agentOf(), threadId: "opened" });
  const ended = first.send("count slowly");
  await eventually(() => lastText(first)).toMatch(/^1, 2, 3, 4, 5, /);
  const { messages, run } = first.getSnapshot();
  // Replaces a store of conversations, which this server lacks.
  const history: Agent["history"] = async () => ({
    messages,
    ...(run.runId !== undefined && { activeRunId: run.runId }),
  });
  const second = createThread({ agent: { ...agentOf(), history }, threadId: "opened" });
  const connecting = second.connect();
  await eventually(() => lastText(second)).toMatch(/ 12, /);
  expect(numbers.startsWith(lastText(second).trimEnd().replace(/,$/, ""))).toBe(true);
  expect(second.getSnapshot().messages.map(({ id }) => id)).toEqual(
    first.getSnapshot().messages.map(({ id }) => id),
  );
  expect(second.getSnapshot().run).toMatchObject({ runId: run.runId, status: "streaming" });
  second.stop();
  first.stop();
  expect((await connecting).outcome).toBe("cancelled");
  await ended;
  expect(second.getSnapshot().issues).toEqual([]);
});
