import { describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import {
  type Agent,
  AgentKitError,
  createThread,
  type EventInput,
  httpAgent,
  type ThreadOptions,
  webSocketAgent,
} from "../../../src/core.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { eventually } from "../../support/eventually.ts";
import { startHttpServer, write } from "../../support/httpServer.ts";
import { finished, started, textChunk, textDelta } from "../../support/runEvents.ts";
import { sendText, startWebSocketServer } from "../../support/webSocketServer.ts";
import { connectionError, emptyStream, failingStream } from "./cuttableAgent.ts";

const call: readonly EventInput[] = [
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
];
const result: EventInput = {
  type: "TOOL_CALL_RESULT",
  messageId: "x1",
  toolCallId: "c1",
  content: "4",
};
const succeeded: EventInput = {
  type: "RUN_FINISHED",
  threadId: "t1",
  runId: "r1",
  outcome: { type: "success" },
};
const [start, ...text] = [
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  textDelta("Four"),
  textDelta(" results"),
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
] as const satisfies readonly EventInput[];
const [first, ...rest] = text;

/** Events before a connection ends, and those after them. */
type Cut = readonly [name: string, first: readonly EventInput[], later: readonly EventInput[]];

const lateText: Cut = ["a late text", [started, finished, start, first], rest];
const backendCall: Cut = ["a backend call", [started, ...call, finished], [result]];
const textCuts: readonly Cut[] = [
  lateText,
  ["a text that continues late", [started, start, finished, first], rest],
  [
    "one of two late texts",
    [
      ...[started, finished, start, first],
      { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "And more" },
      { type: "TEXT_MESSAGE_END", messageId: "m2" },
    ],
    rest,
  ],
];
const cuts: readonly Cut[] = [...textCuts, backendCall];

/** The end of a connection: reset, closed, or left open. */
type Ending = "reset" | "closed" | "open";

interface CutServer extends AsyncDisposable {
  /** Returns the number of connections that have asked for the whole run. */
  readonly countConnections: () => number;
  /** Agent that can reconnect, and receives the whole run then. */
  readonly agent: Agent;
}

const toSse = (events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

async function overHttp([, first, later]: Cut, ending: Ending): Promise<CutServer> {
  let connectionCount = 0;
  const server = await startHttpServer(async (response, { path }) => {
    if (path === "/connect") connectionCount++;
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (path === "/connect") response.end(toSse([...first, ...later]));
    else {
      await write(response, toSse(first));
      if (ending === "reset") response.destroy();
      if (ending === "closed") response.end();
    }
  });
  const { url } = server;
  return {
    countConnections: () => connectionCount,
    agent: httpAgent({ url: `${url}/run`, connectUrl: `${url}/connect` }),
    [Symbol.asyncDispose]: server.close,
  };
}

async function overWebSocket([, first, later]: Cut, ending: Ending): Promise<CutServer> {
  let connectionCount = 0;
  const server = await startWebSocketServer(async (socket, message: { type?: string }) => {
    const isReplay = message.type === "connect";
    if (isReplay) connectionCount++;
    await sendText(socket, JSON.stringify(isReplay ? [...first, ...later] : first));
    if (ending === "reset" && !isReplay) socket.terminate();
    else if (ending === "closed" || isReplay) socket.close(1000);
  });
  return {
    countConnections: () => connectionCount,
    agent: webSocketAgent({ url: server.url, WebSocket }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function createTestThread(agent: Agent, options: Partial<ThreadOptions> = {}) {
  return createThread({ agent, threadId: "t1", reconnect: { firstMs: 0 }, ...options });
}

/** Returns the messages of a thread that received everything over one connection. */
async function receiveWhole([, first, later]: Cut) {
  const agent: Agent = {
    async *run() {
      yield [...first, ...later];
    },
  };
  const thread = createTestThread(agent);
  await thread.run();
  return thread.getSnapshot().messages;
}

describe.each([
  ["HTTP", overHttp],
  ["a WebSocket", overWebSocket],
])("over %s, a connection that is lost after RUN_FINISHED", (_, startServer) => {
  test.each(cuts)("is restored during %s", async (...cut) => {
    await using server = await startServer(cut, "reset");
    const thread = createTestThread(server.agent);
    expect((await thread.run()).outcome).toBe("success");
    expect(thread.getSnapshot().messages).toEqual(await receiveWhole(cut));
    expect(server.countConnections()).toBe(1);
  });

  test.each(textCuts)("fails the run during %s without a way to reconnect", async (...cut) => {
    await using server = await startServer(cut, "reset");
    const { connect: _, ...agent } = server.agent;
    const thread = createTestThread(agent);
    const { outcome, error } = await thread.run();
    expect([outcome, error?.code]).toEqual(["error", "network"]);
    const { run, messages } = thread.getSnapshot();
    expect([run.status, run.error?.code]).toEqual(["error", "network"]);
    expect(messages).toEqual(await receiveWhole(["", cut[1], []]));
  });

  test.each(cuts)("ends the run during %s when the server has closed it", async (...cut) => {
    await using server = await startServer(cut, "closed");
    const thread = createTestThread(server.agent);
    expect((await thread.run()).outcome).toBe("success");
    expect(thread.getSnapshot().messages).toEqual(await receiveWhole(["", cut[1], []]));
  });

  test.each<Cut>([
    ["without open content", [started, start, ...text, finished], []],
    ["with a text that was open before", [started, start, first, finished], []],
    ["during a late chunk, which has no end", [started, finished, textChunk("Four")], []],
    ["with a call and an outcome", [started, ...call, succeeded], []],
  ])("ends the run %s", async (...cut) => {
    await using server = await startServer(cut, "reset");
    const thread = createTestThread(server.agent);
    expect((await thread.run()).outcome).toBe("success");
    expect(thread.getSnapshot().run.error).toBeUndefined();
    expect(server.countConnections()).toBe(0);
  });
});

test.each(cuts)("a reload during %s, after RUN_FINISHED, resumes the run", async (...cut) => {
  await using server = await overHttp(cut, "open");
  const storage = memoryStorage();
  const left = createTestThread(server.agent, { storage });
  left.run().catch(() => {});
  const received = await receiveWhole(["", cut[1], []]);
  await vi.waitUntil(() => left.getSnapshot().run.outcome === "success", { interval: 1 });
  await vi.waitUntil(
    () => JSON.stringify(left.getSnapshot().messages) === JSON.stringify(received),
  );
  await vi.waitUntil(() => left.isStored());
  left.dispose();
  const thread = createTestThread(server.agent, { storage });
  const whole = await receiveWhole(cut);
  await eventually(() => thread.getSnapshot().messages).toEqual(whole);
  await eventually(() => thread.getSnapshot().run.status).toBe("idle");
});

test.each(cuts)("a retry resumes a run that was lost during %s", async (...cut) => {
  const [, first, later] = cut;
  const attempts = [failingStream(connectionError()), streamOf([...first, ...later])];
  const thread = createTestThread(
    {
      async *run() {
        yield [...first];
        throw connectionError();
      },
      connect: () => attempts.shift() ?? emptyStream(),
    },
    { reconnect: { attempts: 1 } },
  );
  expect((await thread.run()).outcome).toBe("error");
  expect((await thread.retry()).outcome).toBe("success");
  expect(thread.getSnapshot().messages).toEqual(await receiveWhole(cut));
});

test.each([
  ["a 404", () => failingStream(notFound)],
  ["an empty response", emptyStream],
])(
  "a retry gets %s for a run that has ended but for a call, and does not run it again",
  async (_, connect) => {
    const [, received] = backendCall;
    let runCount = 0;
    const attempts = [() => failingStream(connectionError()), connect];
    const thread = createTestThread(
      {
        async *run() {
          runCount++;
          yield [...received];
          throw connectionError();
        },
        connect: () => attempts.shift()?.() ?? emptyStream(),
      },
      { reconnect: { attempts: 1 } },
    );
    expect((await thread.run()).outcome).toBe("error");
    expect((await thread.retry()).outcome).toBe("success");
    expect(runCount).toBe(1);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  },
);

test.each(cuts)(
  "a run that was lost during %s stays a success when it is stopped, and a stored one is resumed",
  async (...cut) => {
    const [, received, later] = cut;
    const thread = createTestThread(
      {
        async *run() {
          yield [...received];
          throw connectionError();
        },
        connect: () => failingStream(connectionError()),
      },
      { reconnect: { firstMs: 60_000, attempts: 9 } },
    );
    const run = thread.run();
    await vi.waitUntil(() => thread.getSnapshot().run.status === "reconnecting");
    const snapshot = thread.getSnapshot();
    thread.stop();
    expect((await run).outcome).toBe("success");

    const whole: Agent = { async *run() {}, connect: () => streamOf([...received, ...later]) };
    const stored = createTestThread(whole, { snapshot });
    expect((await stored.connect()).outcome).toBe("success");
    expect(stored.getSnapshot().messages).toEqual(await receiveWhole(cut));
  },
);

const notFound = new AgentKitError("http-status", "The server has no such run.", { status: 404 });

test.each<[string, string, Cut, () => AsyncIterable<never>]>([
  ["a late text fails", "error", lateText, emptyStream],
  ["a backend call ends", "success", backendCall, emptyStream],
  ["a backend call ends", "success", backendCall, () => failingStream(notFound)],
])(
  "a run that was lost during %s when the server has no replay",
  async (_, outcome, cut, connect) => {
    const [, received] = cut;
    const thread = createTestThread(
      {
        async *run() {
          yield [...received];
          throw connectionError();
        },
        connect,
      },
      { reconnect: { attempts: 1 } },
    );
    expect((await thread.run()).outcome).toBe(outcome);
    expect(thread.getSnapshot().messages).toEqual(await receiveWhole(["", received, []]));
  },
);

async function* streamOf(events: readonly EventInput[]) {
  yield events;
}
