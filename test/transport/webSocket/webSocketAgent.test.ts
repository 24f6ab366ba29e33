import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Dialect } from "../../../src/protocol/dialect.ts";
import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { webSocketAgent } from "../../../src/transport/webSocket/webSocketAgent.ts";
import { collect, runInput } from "../../support/collect.ts";
import { customEvent, finished, started } from "../../support/runEvents.ts";
import { sendText, startWebSocketServer } from "../../support/webSocketServer.ts";
import {
  type AgentConnection,
  describeConnecting,
  describeTransport,
  type Log,
} from "../transportSuite.ts";

const json = JSON.stringify;
type Server = Awaited<ReturnType<typeof startWebSocketServer>>;

function lineOf(server: Server, options: object = {}): AgentConnection {
  return {
    agent: webSocketAgent({ url: server.url, WebSocket, ...options }),
    get inputs() {
      return server.sockets.flatMap(({ messages }) => messages as RunAgentInput[]);
    },
    get hungUp() {
      const [socket] = server.sockets;
      if (!socket) throw new Error("No client has connected yet.");
      return socket.hungUp.then(() => {});
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const harness = {
  name: "a WebSocket",
  async open(
    { groups, ending }: { groups: readonly (readonly EventInput[])[]; ending: string },
    { idleMs, maxEventBytes }: { idleMs?: number; maxEventBytes?: number } = {},
  ) {
    const server = await startWebSocketServer(async (socket) => {
      for (const group of groups) await sendText(socket, json(group));
      if (ending === "end") socket.close(1000);
      if (ending === "reset") socket.terminate();
    });
    return lineOf(server, {
      ...(idleMs !== undefined && { timeouts: { idleMs } }),
      ...(maxEventBytes !== undefined && { maxEventBytes }),
    });
  },
  async openLog({ events, breakAt = events.length, isOpen }: Log) {
    const server = await startWebSocketServer(async (socket, message: { cursor?: string }) => {
      for (let at = Number(message.cursor ?? 0); at < breakAt; at++) {
        await sendText(socket, json({ ...events[at], eventId: String(at + 1) }));
      }
      if (breakAt < events.length) socket.terminate();
      else if (!isOpen) socket.close(1000);
    });
    return lineOf(server);
  },
};

describeTransport(harness);
describeConnecting(harness);

describe("a webSocketAgent", () => {
  test("computes the address of every run, and offers its subprotocols", async () => {
    await using server = await startWebSocketServer((socket) => socket.close(1000));
    const runIds: string[] = [];
    const agent = webSocketAgent({
      url: async ({ runId }) => {
        runIds.push(runId);
        return `${server.url.replace("ws:", "http:")}/agent?token=${runIds.length}`;
      },
      protocols: ["ag-ui"],
      WebSocket,
    });
    expect((await collect(agent)).error).toBeUndefined();
    expect((await collect(agent, { connect: {} })).error).toBeUndefined();
    expect(server.sockets).toMatchObject([
      { path: "/agent?token=1", protocol: "ag-ui" },
      { path: "/agent?token=2", protocol: "ag-ui" },
    ]);
    expect(runIds).toEqual(["r1", "r1"]);
  });

  test("sends the position to resume after, with a minimal message", async () => {
    await using server = await startWebSocketServer((socket) => socket.close(1000));
    const agent = webSocketAgent({ url: server.url, WebSocket });
    await collect(agent, { connect: { cursor: "7" } });
    await collect(agent, { connect: {} });
    expect(server.sockets.map(({ messages }) => messages)).toEqual([
      [{ type: "connect", threadId: "t1", runId: "r1", cursor: "7" }],
      [{ type: "connect", threadId: "t1", runId: "r1" }],
    ]);
    const cannot = webSocketAgent({ url: server.url, canConnect: false });
    expect(cannot).not.toHaveProperty("connect");
  });

  test("ends the run at its terminal event when the server keeps the socket open", async () => {
    const sent = [started, finished, customEvent("late")];
    await using server = await startWebSocketServer(async (socket) => {
      // Sends single messages, because events within the grace period belong to the run.
      for (const event of sent) await sendText(socket, json(event));
    });
    const agent = webSocketAgent({ url: server.url, WebSocket, lingerMs: 200 });
    const run = await collect(agent);
    expect([run.error, run.events]).toEqual([undefined, sent]);
    expect(await server.sockets[0]?.hungUp).toBe(1000);
  });

  test.each([
    [1001, ""],
    [1011, "out of memory"],
    [4000, ""],
  ])("fails with `network` when the server closes with %i", async (code, reason) => {
    await using server = await startWebSocketServer(async (socket) => {
      await sendText(socket, json([started, finished]));
      socket.close(code, reason);
    });
    const run = await collect(webSocketAgent({ url: server.url, WebSocket }));
    expect(run.events).toEqual([started, finished]);
    expect(run.error).toMatchObject({
      code: "network",
      message: expect.stringContaining(`closed with code ${code}${reason && `: ${reason}`}`),
    });
  });

  test("fails with `network` when no server answers, and with the reason when aborted before", async () => {
    const server = await startWebSocketServer(() => {});
    await server[Symbol.asyncDispose]();
    const agent = webSocketAgent({ url: server.url, WebSocket });
    expect((await collect(agent)).error).toMatchObject({
      code: "network",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    const abort = new AbortController();
    const waiting = webSocketAgent({ url: () => new Promise<string>(() => {}), WebSocket });
    const run = collect(waiting, abort);
    abort.abort("enough");
    expect((await run).error).toBe("enough");
  });

  test("fails at once on a platform that does not close a socket that failed to open", async () => {
    // Node 20 and the first releases of 22 behave like this: undici 3546.
    class Unclosed extends WebSocket {
      constructor(url: string) {
        super(url);
        Object.defineProperty(this, "onclose", { set() {} });
      }
    }
    const server = await startWebSocketServer(() => {});
    await server[Symbol.asyncDispose]();
    const timeouts = { responseMs: 0, idleMs: 0 };
    const agent = webSocketAgent({ url: server.url, WebSocket: Unclosed, timeouts });
    expect((await collect(agent)).error).toMatchObject({
      code: "network",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test.each(["", "ping", '{"type":"ping"}'])(
    "fails a run whose server sends nothing but heartbeats: %j",
    async (heartbeat) => {
      await using server = await startWebSocketServer(async (socket) => {
        await sendText(socket, json(started));
        const timer = setInterval(() => socket.send(heartbeat), 20);
        socket.on("close", () => clearInterval(timer));
      });
      for (const name of ["firstEventMs", "eventMs"]) {
        const timeouts = { [name]: 200 };
        const { error } = await collect(webSocketAgent({ url: server.url, WebSocket, timeouts }));
        expect(error).toMatchObject({
          code: "timeout",
          message: expect.stringContaining(`timeouts.${name}`),
        });
      }
    },
  );

  test("refuses binary messages with a hint, after the previous events", async () => {
    await using server = await startWebSocketServer(async (socket) => {
      await sendText(socket, json(started));
      socket.send(new Uint8Array([1, 2, 3]));
    });
    const run = await collect(webSocketAgent({ url: server.url, WebSocket }));
    expect(run.events).toEqual([started]);
    expect(run.error).toMatchObject({
      code: "malformed-stream",
      message: expect.stringContaining("JSON text"),
    });
    expect(await server.sockets[0]?.hungUp).toBe(1000);
  });

  test("skips blank messages, and passes text that is not JSON", async () => {
    await using server = await startWebSocketServer(async (socket) => {
      for (const text of ["", " ", json(started), "{cut", json([])]) await sendText(socket, text);
      socket.close();
    });
    const run = await collect(webSocketAgent({ url: server.url, WebSocket }));
    expect(run).toMatchObject({ events: [started, "{cut"], cursors: [] });
    expect(run.error).toBeUndefined();
  });

  test("fails on run with a hint where WebSocket is missing", async () => {
    const agent = webSocketAgent({ url: "ws://127.0.0.1:1" });
    // Node provides WebSocket from version 22 on.
    const own = globalThis.WebSocket;
    Reflect.set(globalThis, "WebSocket", undefined);
    try {
      expect((await collect(agent)).error).toMatchObject({ code: "missing-dependency" });
    } finally {
      Reflect.set(globalThis, "WebSocket", own);
    }
  });

  test.each([
    { url: "" },
    { url: "/", maxEventBytes: 0 },
    { url: "/", lingerMs: -1 },
    { url: "/", timeouts: { idleMs: -1 } },
  ])("refuses %j", (options) => {
    expect(() => webSocketAgent(options)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });

  test("carries a whole conversation of a thread", async () => {
    await using server = await startWebSocketServer(async (socket, input: RunAgentInput) => {
      const { threadId, runId, messages } = input;
      await sendText(socket, json({ type: "RUN_STARTED", threadId, runId }));
      const delta = `Answer ${messages.length}`;
      await sendText(socket, json({ type: "TEXT_MESSAGE_CHUNK", messageId: runId, delta }));
      await sendText(socket, json({ type: "RUN_FINISHED", threadId, runId }));
      socket.close(1000);
    });
    const thread = createThread({ agent: webSocketAgent({ url: server.url, WebSocket }) });
    expect((await thread.send("One")).outcome).toBe("success");
    expect((await thread.send("Two")).outcome).toBe("success");
    const texts = thread.getSnapshot().messages.map(({ content }) => content);
    expect(texts).toEqual(["One", "Answer 1", "Two", "Answer 3"]);
  });
});

describe("a webSocketAgent with a dialect", () => {
  const dialect: Dialect = {
    name: "test",
    frames: ({ runId }) => [{ open: true }, { say: runId }],
    stopFrames: ({ runId }) => [{ stop: runId }],
    read: ({ onCursor }) => ({
      push({ data }) {
        const { at, says } = data as { at: string; says: string };
        onCursor(at);
        return says === "" ? [] : [customEvent(says)];
      },
      end: () => [customEvent("end")],
    }),
  };

  test("sends its frames, reads its events, and reports its positions", async () => {
    await using server = await startWebSocketServer(async (socket, message) => {
      if ("open" in message) return;
      await sendText(socket, json({ at: "1", says: "hello" }));
      await sendText(socket, json({ at: "2", says: "" }));
      socket.close(1000);
    });
    const agent = webSocketAgent({ url: server.url, WebSocket, dialect });
    const run = await collect(agent);
    expect(run.events).toEqual([customEvent("hello"), customEvent("end")]);
    expect(run.cursors.at(-1)).toBe("2");
    expect(server.sockets[0]?.messages).toEqual([{ open: true }, { say: "r1" }]);
    expect(agent).not.toHaveProperty("connect");
  });

  test("sends the stop frames before it closes the connection", async () => {
    await using server = await startWebSocketServer(async (socket, message) => {
      if ("say" in message) await sendText(socket, json({ at: "1", says: "hello" }));
    });
    const abort = new AbortController();
    const agent = webSocketAgent({ url: server.url, WebSocket, dialect });
    const stream = agent.run(runInput(), abort)[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual([customEvent("hello")]);
    const pending = stream.next();
    abort.abort("enough");
    await expect(pending).rejects.toBe("enough");
    await server.sockets[0]?.hungUp;
    expect(server.sockets[0]?.messages.at(-1)).toEqual({ stop: "r1" });
  });

  test("sends the frame of the dialect that resumes a run", async () => {
    await using server = await startWebSocketServer((socket) => socket.close(1000));
    const able: Dialect = {
      ...dialect,
      connectFrames: ({ input, cursor }) => [{ again: input.runId, after: cursor }],
    };
    const agent = webSocketAgent({ url: server.url, WebSocket, dialect: able });
    await collect(agent, { connect: { cursor: "3" } });
    expect(server.sockets[0]?.messages).toEqual([{ again: "r1", after: "3" }]);
  });
});
