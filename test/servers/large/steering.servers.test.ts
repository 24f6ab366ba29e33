import { describe, expect, it, vi } from "vitest";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { startServer } from "../startServer.ts";
import { describeSteering, HELLO, transcript, whenWriting } from "../steeringSuite.ts";

describe("copilotkit", () =>
  describeSteering({
    server: "large/copilotkit",
    chat: "/api/agent/chat/run",
    interrupt: "/api/agent/interrupt/run",
    tool: "call and result",
    options: (url) => ({
      routes: {
        cancel: ({ threadId }) => ({ url: url.replace(/run$/, `stop/${threadId}`), body: {} }),
      },
    }),
  }));

describe("mastra", () => {
  describeSteering({
    server: "large/mastra",
    chat: "/chat",
    interrupt: "/interrupt",
    tool: "result",
  });

  it("answers a message after the end of a stopped run, when the server does not stop the run", async () => {
    await using server = await startServer("large/mastra");
    const agent = httpAgent({ url: `${server.url}/chat-unstoppable` });
    const runIds: string[] = [];
    const thread = createThread({ agent });
    thread.subscribe({
      onEvent(event) {
        if (event.type === "RUN_STARTED") runIds.push(event.runId);
      },
    });
    const stopped = thread.send("count slowly");
    await whenWriting(thread);
    thread.stop();
    const answered = thread.send("hello");
    expect((await stopped).outcome).toBe("cancelled");
    // Mastra accepts the run at once, and starts it when the model has written the stopped answer.
    await vi.waitUntil(() => runIds.length === 2);
    expect(thread.getSnapshot().run.status).toBe("streaming");
    expect(await answered).toMatchObject({ outcome: "success" });
    expect(transcript(thread.getSnapshot()).slice(2)).toEqual([
      "user: hello",
      `assistant: ${HELLO}`,
    ]);
  });
});

describe.each(["/outcome", "/legacy"])("langgraph %s", (interrupt) =>
  describeSteering({ server: "large/langgraph", interrupt, hello: "You said: hello" }),
);
