import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { arkavo } from "../../../src/dialects.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { webSocketAgent } from "../../../src/transport/webSocket/webSocketAgent.ts";
import { createDeferred } from "../../support/deferred.ts";
import { sendText, startWebSocketServer } from "../../support/webSocketServer.ts";

const START = "arkavo.typing_start";
const STOP = "arkavo.typing_stop";
const text = { type: "messageDelta", messageId: "m1", delta: { type: "text", text: "Hi" } };

/** Starts a run of a gateway that sends these frames and leaves the socket open, and stops the run after the event. */
async function stopAfter(
  frames: readonly object[],
  isLast: (type: string, name: string) => boolean,
) {
  const server = await startWebSocketServer(async (socket, { type }: { readonly type: string }) => {
    if (type !== "userMessage") return;
    for (const frame of frames) await sendText(socket, JSON.stringify(frame));
  });
  await using _ = server;
  const agent = webSocketAgent({ url: server.url, WebSocket, dialect: arkavo() });
  const issues: string[] = [];
  const thread = createThread({ agent, onIssue: ({ code }) => issues.push(code) });
  const names: string[] = [];
  const hasLast = createDeferred();
  thread.subscribe({
    onEvent(event) {
      const name = event.type === "CUSTOM" ? event.name : "";
      if (name) names.push(name);
      if (isLast(event.type, name)) hasLast.resolve();
    },
  });
  const sent = thread.send("Hello");
  await hasLast.promise;
  thread.stop();
  const { outcome } = await sent;
  return { names, outcome, issues, messages: thread.getSnapshot().messages };
}

describe("a run that the page stops while the agent types", () => {
  test.each([
    ["one message", ["m1"]],
    ["two messages", ["m1", "m2"]],
  ])("ends the typing of %s", async (_, ids) => {
    const frames = ids.map((messageId) => ({ type: "typingStart", messageId }));
    let starts = 0;
    const result = await stopAfter(frames, (_type, name) => {
      if (name === START) starts++;
      return starts === ids.length;
    });
    expect(result).toMatchObject({ outcome: "cancelled", issues: [] });
    expect(result.names).toEqual([...ids.map(() => START), ...ids.map(() => STOP)]);
    expect(result.messages).toMatchObject([{ role: "user" }]);
  });

  test("sends no second stop when the text has begun", async () => {
    const { names } = await stopAfter(
      [{ type: "typingStart", messageId: "m1" }, text],
      (type) => type === "TEXT_MESSAGE_CONTENT",
    );
    expect(names).toEqual([START, STOP]);
  });
});
