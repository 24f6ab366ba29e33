import { expect, test } from "vitest";
import {
  type AgentClient,
  createAgentClient,
  createThread,
  forkThread,
  httpAgent,
} from "../../src/core.ts";
import { unseenMessages } from "../../src/dialects/newMessages.ts";
import { arkavo, awaken, type Dialect, hector } from "../../src/dialects.ts";
import type { Message } from "../../src/protocol/events.ts";
import { startHttpServer, type TestServer } from "../support/httpServer.ts";
import { inputOf } from "./dialectStreams.ts";

/**
 * Starts a server that answers "A1", "A2" and so on, or breaks the answers that `isBroken`
 * selects.
 */
async function startServer(isBroken: (question: number) => boolean = () => false) {
  let questions = 0;
  return startHttpServer((response) => {
    questions += 1;
    if (isBroken(questions)) {
      response.writeHead(503);
      response.end();
      return;
    }
    const messageId = `a${questions}`;
    const ids = { threadId: "thread", runId: `r${questions}` };
    const events = [
      { type: "RUN_STARTED", ...ids },
      { type: "TEXT_MESSAGE_CHUNK", messageId, delta: `A${questions}` },
      { type: "RUN_FINISHED", ...ids },
    ];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  });
}

interface Body {
  readonly threadId: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const bodies = ({ requests }: TestServer) => requests.map(({ body }): Body => JSON.parse(body));

/** Returns the message texts of each request. */
const sentTexts = (server: TestServer) =>
  bodies(server).map(({ messages }) => messages.map(({ content }) => content));

function clientOf({ url }: TestServer, dialect: Dialect = awaken()): AgentClient {
  return createAgentClient({ agent: httpAgent({ url: `${url}/v1/ag-ui/run`, dialect }) });
}

test("a fork sends its inherited messages to Awaken once", async () => {
  await using server = await startServer();
  const client = clientOf(server);
  const thread = client.thread({ threadId: "first" });
  await thread.send("I am Ann.");
  const fork = await forkThread(client, thread, { threadId: "fork" });
  await fork.send("Who am I?");
  await fork.send("Sure?");
  await thread.send("Still there?");
  expect(sentTexts(server)).toEqual([
    ["I am Ann."],
    ["I am Ann.", "A1", "Who am I?"],
    ["Sure?"],
    ["Still there?"],
  ]);
  expect(bodies(server).map(({ threadId }) => threadId)).toEqual([
    ...["first", "fork", "fork", "first"],
  ]);
  expect(bodies(server)[1]?.messages.map(({ role }) => role)).toEqual([
    ...["user", "assistant", "user"],
  ]);
});

test("a fork that is edited before its first answer sends the shown branch", async () => {
  await using server = await startServer();
  const client = clientOf(server);
  const thread = client.thread();
  await thread.send("I am Ann.");
  await thread.send("Hm.");
  const fork = await forkThread(client, thread);
  const question = fork.getSnapshot().messages[2]?.id ?? "";
  await fork.edit(question, "Who am I?");
  expect(sentTexts(server).at(-1)).toEqual(["I am Ann.", "A1", "Who am I?"]);
});

test("a fork sends all inherited messages again after a failed first request", async () => {
  await using server = await startServer((question) => question === 2);
  const client = clientOf(server);
  const thread = client.thread();
  await thread.send("I am Ann.");
  const fork = await forkThread(client, thread);
  expect((await fork.send("Who am I?")).outcome).toBe("error");
  expect((await fork.retry()).outcome).toBe("success");
  expect(sentTexts(server).at(-1)).toEqual(["I am Ann.", "A1", "Who am I?"]);
});

test("a fork that was stored before its first run is still a fork, and so is a fork of it", async () => {
  await using server = await startServer();
  const client = clientOf(server);
  const thread = client.thread();
  await thread.send("I am Ann.");
  const fork = await forkThread(client, thread);
  const stored = JSON.parse(JSON.stringify(fork.getSnapshot())) as ReturnType<
    typeof fork.getSnapshot
  >;
  const agent = httpAgent({ url: `${server.url}/run`, dialect: awaken() });
  await createThread({ agent, snapshot: stored }).send("Who am I?");
  expect(sentTexts(server).at(-1)).toEqual(["I am Ann.", "A1", "Who am I?"]);
  await fork.send("Hello");
  const second = await forkThread(client, fork);
  await second.send("And now?");
  expect(sentTexts(server).at(-1)).toEqual(["I am Ann.", "A1", "Hello", "A3", "And now?"]);
});

/** Creates a dialect that records the inherited ids of each request. */
function createRecordingDialect(): { readonly dialect: Dialect; readonly requests: unknown[] } {
  const requests: unknown[] = [];
  const dialect: Dialect = {
    name: "lark",
    request(_, fork) {
      requests.push(fork?.inheritedIds);
      return {};
    },
    read: () => ({ push: ({ data }) => [data as never], end: () => [] }),
  };
  return { dialect, requests };
}

test("every agent receives which messages of a fork belong to another thread", async () => {
  const { dialect, requests } = createRecordingDialect();
  await using server = await startServer();
  const client = clientOf(server, dialect);
  const thread = client.thread();
  await thread.send("I am Ann.");
  const fork = await forkThread(client, thread);
  await fork.send("Who am I?");
  await fork.send("Sure?");
  const ids = thread.getSnapshot().messages.map(({ id }) => id);
  expect(requests).toEqual([undefined, ids, ids]);
});

test("the messages of a fork are named by the ids that the server uses", async () => {
  const { dialect, requests } = createRecordingDialect();
  await using server = await startServer();
  const client = clientOf(server, dialect);
  const thread = client.thread();
  thread.setMessages([
    { id: "u1", role: "user", content: "One?" },
    { id: "0", role: "assistant", content: "One" },
    { id: "u2", role: "user", content: "Two?" },
    { id: "0@r2", role: "assistant", content: "Two", metadata: { "agui-kit.id": "0" } },
  ]);
  const fork = await forkThread(client, thread);
  await fork.send("Three?");
  expect(requests).toEqual([["u1", "0", "u2", "0"]]);
});

test("an answer with the id of an inherited message counts as seen", () => {
  const messages: Message[] = [
    { id: "u1", role: "user", content: "One?" },
    { id: "0", role: "assistant", content: "One" },
    { id: "u2", role: "user", content: "Two?" },
    { id: "0", role: "assistant", content: "Two" },
    { id: "u3", role: "user", content: "Three?" },
  ];
  const fork = { inheritedIds: ["u1", "0"] };
  expect(unseenMessages(messages, fork).map(({ id }) => id)).toEqual(["u3"]);
});

test("a request to Hector or Arkavo holds only the question", () => {
  const messages: Message[] = [
    { id: "u1", role: "user", content: "I am Ann." },
    { id: "a1", role: "assistant", content: "Hi" },
    { id: "u2", role: "user", content: "Who am I?" },
  ];
  const fork = { inheritedIds: ["u1", "a1"] };
  const input = inputOf({ messages });
  expect(hector().request?.(input, fork).body).toMatchObject({
    request: { contextId: "t1", parts: [{ text: "Who am I?" }] },
  });
  expect(arkavo().frames?.(input, fork)).toEqual([
    { type: "chatOpen" },
    { type: "userMessage", content: "Who am I?" },
  ]);
});
