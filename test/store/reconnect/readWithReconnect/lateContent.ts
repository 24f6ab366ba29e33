import { WebSocket } from "ws";
import {
  type Agent,
  createThread,
  type EventInput,
  httpAgent,
  type ThreadOptions,
  webSocketAgent,
} from "../../../../src/core.ts";
import { startHttpServer, write } from "../../../support/httpServer.ts";
import { finished, started, textDelta } from "../../../support/runEvents.ts";
import { sendText, startWebSocketServer } from "../../../support/webSocketServer.ts";

export const call: readonly EventInput[] = [
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
export const succeeded: EventInput = {
  type: "RUN_FINISHED",
  threadId: "t1",
  runId: "r1",
  outcome: { type: "success" },
};
export const [start, ...text] = [
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  textDelta("Four"),
  textDelta(" results"),
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
] as const satisfies readonly EventInput[];
export const [first, ...rest] = text;

/** Events before a connection ends, and those after them. */
export type Cut = readonly [
  name: string,
  first: readonly EventInput[],
  later: readonly EventInput[],
];

export const lateText: Cut = ["a late text", [started, finished, start, first], rest];
export const backendCall: Cut = ["a backend call", [started, ...call, finished], [result]];
export const textCuts: readonly Cut[] = [
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
export const cuts: readonly Cut[] = [...textCuts, backendCall];

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

export async function overHttp([, first, later]: Cut, ending: Ending): Promise<CutServer> {
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

export async function overWebSocket([, first, later]: Cut, ending: Ending): Promise<CutServer> {
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

export function createTestThread(agent: Agent, options: Partial<ThreadOptions> = {}) {
  return createThread({ agent, threadId: "t1", reconnect: { firstMs: 0 }, ...options });
}

/** Returns the messages of a thread that received everything over one connection. */
export async function receiveWhole([, first, later]: Cut) {
  const agent: Agent = {
    async *run() {
      yield [...first, ...later];
    },
  };
  const thread = createTestThread(agent);
  await thread.run();
  return thread.getSnapshot().messages;
}
