import type { Server } from "node:http";
import type { ViteDevServer } from "vite";
import { type WebSocket, WebSocketServer } from "ws";
import { scriptedAgent } from "../../../src/testing.ts";
import { DIALECTS } from "../../dialects.ts";
import { paceOf } from "../../paceOf.ts";
import { readConversation } from "../exampleScript.ts";
import { exampleScripts } from "../examples/index.ts";
import { atPace } from "../serveRun.ts";
import { arkavoServer } from "./arkavo.ts";

/** Answers chats on a WebSocket like the gateway: one frame opens the chat, and another asks. */
export function serveArkavo(server: ViteDevServer["httpServer"], path: string): void {
  const sockets = new WebSocketServer({ noServer: true });
  // Undefined in middleware mode, where Vite has no server of its own.
  const http = server as Server | null;
  http?.on("upgrade", (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname !== path) return;
    sockets.handleUpgrade(request, socket, head, (opened) => {
      converse(opened, paceOf(searchParams.get("pace")));
    });
  });
  http?.on("close", () => sockets.close());
}

function converse(socket: WebSocket, pace: (delayMs: number) => number): void {
  const gone = new AbortController();
  socket.once("close", () => gone.abort());
  // A failed socket aborts the run; the error itself needs no handling.
  socket.on("error", () => gone.abort());
  socket.on("message", (message) => {
    answer(socket, String(message), pace, gone.signal).catch(() => socket.close(1011));
  });
}

async function answer(
  socket: WebSocket,
  message: string,
  pace: (delayMs: number) => number,
  signal: AbortSignal,
): Promise<void> {
  const input = arkavoServer.read(JSON.parse(message));
  const example = exampleScripts.get(DIALECTS);
  if (!input || !example) return;
  const { messageId: _, ...conversation } = readConversation(input);
  const steps = example({ input, ...conversation, attempt: 0, origin: "" });
  if ("error" in steps) return;
  const speller = arkavoServer.createEncoder(input);
  for await (const item of scriptedAgent(atPace(steps, pace)).run(input, { signal })) {
    for (const event of "type" in item ? [item] : item) {
      for (const { data } of speller.encode(event)) socket.send(JSON.stringify(data));
    }
  }
}
