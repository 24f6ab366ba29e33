import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { tanstack } from "../../../src/dialects.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { eventually } from "../../support/eventually.ts";
import { startHttpServer } from "../../support/httpServer.ts";
import { answerFromFiles } from "../answerFromFiles.ts";

const RECORDED = "dialects/tanstack/0.58.0";
const HYDRATE = "dialects/tanstack/hydrate";

const summaryOf = (messages: readonly { readonly role: string; readonly content?: unknown }[]) =>
  messages.map(({ role, content }) => `${role}: ${JSON.stringify(content)}`);

describe("the history of TanStack AI", () => {
  test("loads the latest page, the active run and older messages of a thread", async () => {
    await using server = await startHttpServer(
      answerFromFiles({
        "/chat?threadId=thread-1&limit=2": `${HYDRATE}/running.json`,
        "/chat?threadId=thread-1&limit=2&before=u9": `${HYDRATE}/older.json`,
        "/chat?runId=run-9&offset=-1": `${RECORDED}/durable-replay-from-start.sse`,
      }),
    );
    const url = `${server.url}/chat`;
    const agent = httpAgent({ url, dialect: tanstack({ pageSize: 2 }) });
    const thread = createThread({ agent, threadId: "thread-1" });
    expect((await thread.connect()).outcome).toBe("success");
    expect(summaryOf(thread.getSnapshot().messages)).toEqual([
      'user: "Count"',
      'assistant: "w0 w1 w2 "',
    ]);
    expect(thread.getSnapshot()).toMatchObject({
      run: { runId: "run-9", status: "idle" },
      earlier: { hasMore: true, cursor: "u9" },
    });
    expect(await thread.loadEarlier()).toBe(false);
    expect(summaryOf(thread.getSnapshot().messages)).toEqual([
      'user: "Weather?"',
      'assistant: "Let me see"',
      'tool: "{\\"t\\":1}"',
      'activity: {"q":"x"}',
      'assistant: "18C"',
      'user: "Count"',
      'assistant: "w0 w1 w2 "',
    ]);
    expect(thread.getSnapshot().toolCalls).toMatchObject({ c1: { status: "complete" } });
    expect(thread.getSnapshot().issues).toEqual([]);
    expect(server.requests).toHaveLength(3);
  });

  test("answers an approval in the run that requested the approval", async () => {
    await using server = await startHttpServer(
      answerFromFiles({
        "/chat?threadId=thread-1&limit=100": `${HYDRATE}/waiting.json`,
        POST: `${RECORDED}/approval-resume.sse`,
      }),
    );
    const url = `${server.url}/chat`;
    const agent = httpAgent({ url, dialect: tanstack() });
    const thread = createThread({ agent, threadId: "thread-1" });
    expect((await thread.connect()).outcome).toBe("interrupt");
    const [interrupt] = thread.getSnapshot().interrupts;
    expect(interrupt).toMatchObject({ id: "approval_toolu_3", toolCallId: "toolu_3" });
    expect(thread.getSnapshot().run).toMatchObject({ status: "waiting", runId: "run-1" });
    const problems = await thread.resume([
      { interruptId: "approval_toolu_3", status: "resolved", payload: { approved: true } },
    ]);
    expect(problems).toEqual([]);
    const sent = JSON.parse((await server.request(1)).body);
    expect(sent).toMatchObject({
      parentRunId: "run-1",
      resume: [{ interruptId: "approval_toolu_3", status: "resolved" }],
    });
    await eventually(() => thread.getSnapshot().run.status).toBe("idle");
    expect(thread.getSnapshot().toolCalls).toMatchObject({ toolu_3: { status: "complete" } });
  });

  test("is empty for an unknown thread, without further requests", async () => {
    await using server = await startHttpServer(answerFromFiles({}));
    const agent = httpAgent({ url: `${server.url}/chat`, dialect: tanstack() });
    const thread = createThread({ agent });
    expect((await thread.connect()).outcome).toBe("success");
    expect(thread.getSnapshot()).toMatchObject({ messages: [], earlier: { hasMore: false } });
    // A request for a page is aborted when the caller aborts.
    await using silent = await startHttpServer(() => {});
    const waiting = createThread({ agent: httpAgent({ url: silent.url, dialect: tanstack() }) });
    const loading = waiting.loadEarlier();
    const { abandoned } = await silent.request();
    waiting.dispose();
    await expect(loading).rejects.toMatchObject({ code: "thread-disposed" });
    await abandoned;
  });
});
