import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { awaken } from "../../../src/dialects.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { startHttpServer } from "../../support/httpServer.ts";
import { answerFromFiles } from "../answerFromFiles.ts";

describe("the history of Awaken", () => {
  test("loads messages with their roles and replays the runs of a thread", async () => {
    const thread0 = "/v1/ag-ui/threads/t1";
    await using server = await startHttpServer(
      answerFromFiles({
        [`${thread0}/messages?order=desc&limit=200`]: "recordings/awaken-derived/messages.json",
        [`${thread0}/replay?limit=500`]: "recordings/awaken-derived/replay.sse",
      }),
    );
    const agent = httpAgent({ url: `${server.url}/v1/ag-ui/run`, dialect: awaken() });
    const thread = createThread({ agent, threadId: "t1" });
    expect((await thread.connect()).outcome).toBe("interrupt");
    expect(thread.getSnapshot().messages).toMatchObject([
      { id: "0199-u", role: "user", content: "weather?" },
      { id: "0199-a", role: "assistant", content: "Let me check." },
      { id: "m1", role: "assistant", toolCalls: [{ id: "tc1" }] },
    ]);
    expect(thread.getSnapshot()).toMatchObject({
      interrupts: [{ id: "suspend_tc1", toolCallId: "tc1" }],
      earlier: { hasMore: false },
      issues: [],
    });
  });
});
