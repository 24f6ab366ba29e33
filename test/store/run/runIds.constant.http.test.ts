import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { createThread, httpAgent, type Thread } from "../../../src/core.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import {
  type ReceivedRequest,
  startHttpServer,
  type TestServer,
} from "../../support/httpServer.ts";
import { contentsOfMessages } from "../../support/threadViews.ts";

const ids = { threadId: "t1", runId: "run-1" };
const ANSWERS = ["one", "two", "three"];

/** Returns the events of a run, which have the same ids in every run. */
const eventsOf = (delta: string, input: unknown): readonly object[] => [
  { type: "RUN_STARTED", ...ids, input },
  { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta },
  { type: "TEXT_MESSAGE_END", messageId: "m" },
  { type: "RUN_FINISHED", ...ids },
];

const toSse = (events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/**
 * Starts a server with one id for all runs. It replays all of them to a client that connects.
 *
 * @param handleThird - Receives the third run in place of the server.
 */
function startServer(
  handleThird: (response: ServerResponse, start: string) => void,
): Promise<TestServer> {
  const log: object[] = [];
  let turn = 0;
  return startHttpServer((response, { path, body }: ReceivedRequest) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (path === "/connect") {
      response.end(toSse(log));
      return;
    }
    const events = eventsOf(ANSWERS[turn++] ?? "", JSON.parse(body));
    log.push(...events);
    if (turn === 3) handleThird(response, toSse(events.slice(0, 2)));
    else response.end(toSse(events));
  });
}

const agentOf = ({ url }: TestServer) =>
  httpAgent({ url: `${url}/run`, connectUrl: `${url}/connect` });

const CONVERSATION = ["q1", "one", "q2", "two", "q3", "three"];

async function sendTwo(thread: Thread): Promise<void> {
  for (const question of ["q1", "q2"]) await thread.send(question);
}

test("a lost connection to a server with a constant run id loses and doubles nothing", async () => {
  await using server = await startServer((response, start) => {
    response.write(start, () => response.destroy());
  });
  const thread = createThread({
    agent: agentOf(server),
    threadId: "t1",
    reconnect: { firstMs: 0 },
  });
  await sendTwo(thread);
  const { outcome } = await thread.send("q3");
  expect(outcome).toBe("success");
  expect(contentsOfMessages(thread.getSnapshot())).toEqual(CONVERSATION);
  expect(server.requests.map(({ path }) => path)).toEqual(["/run", "/run", "/run", "/connect"]);
});

test("a reload during a run resumes it under the id of the server", async () => {
  await using server = await startServer((response, start) => void response.write(start));
  const options = { agent: agentOf(server), threadId: "t1", storage: memoryStorage() };
  const first = createThread(options);
  await sendTwo(first);
  void first.send("q3");
  await vi.waitUntil(() => first.getSnapshot().messages.length === 6);
  await vi.waitUntil(() => first.isStored());
  first.dispose();
  const second = createThread(options);
  await vi.waitUntil(() => second.getSnapshot().run.outcome === "success");
  expect(contentsOfMessages(second.getSnapshot())).toEqual(CONVERSATION);
  const last = server.requests.at(-1);
  expect(last?.path).toBe("/connect");
  expect(JSON.parse(last?.body ?? "")).toMatchObject({ runId: "run-1" });
  second.dispose();
});
