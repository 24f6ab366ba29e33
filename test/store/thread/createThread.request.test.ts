import { expect, test } from "vitest";
import { createThread, type RunAgentInput } from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";

/** Answers requests that have forwarded properties with a result, and others with a text. */
function proxyAgent() {
  const inputs: RunAgentInput[] = [];
  const agent = scriptedAgent((input) => {
    inputs.push(input);
    const { proxied } = input.forwardedProps as { proxied?: string };
    if (proxied === undefined) return textRun("Hello");
    return [runStarted(), runFinished({ result: { read: proxied } })];
  });
  return { agent, inputs };
}

test("a request returns the result of its run, and leaves thread and log as they are", async () => {
  const { agent, inputs } = proxyAgent();
  const thread = createThread({ agent, forwardedProps: { tenant: "a" }, initialState: { n: 1 } });
  await thread.send("Hi");
  const before = thread.getSnapshot();
  const { events } = await thread.getEventLog();
  const { outcome, result } = await thread.request({ forwardedProps: { proxied: "ui://a" } });
  expect({ outcome, result }).toEqual({ outcome: "success", result: { read: "ui://a" } });
  expect(thread.getSnapshot()).toBe(before);
  expect((await thread.getEventLog()).events).toEqual(events);
  const [, input] = inputs;
  expect(input).toMatchObject({
    messages: [],
    tools: [],
    forwardedProps: { tenant: "a", proxied: "ui://a" },
  });
  expect(input?.threadId).not.toBe(thread.threadId);
});

test("requests run at once, also during a run, which stays as it is", async () => {
  const { agent } = proxyAgent();
  const manual = manualAgent();
  const thread = createThread({
    agent: { run: (input, options) => (isRequest(input) ? agent : manual).run(input, options) },
  });
  const sent = thread.send("Hi");
  const results = await Promise.all(
    ["a", "b"].map((proxied) => thread.request({ forwardedProps: { proxied } })),
  );
  expect(results.map(({ result }) => result)).toEqual([{ read: "a" }, { read: "b" }]);
  expect(thread.getSnapshot().run.status).toBe("submitted");
  const { threadId, runId } = await manual.started();
  await manual.emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "RUN_FINISHED", threadId, runId },
  );
  await manual.finish();
  expect(await sent).toMatchObject({ outcome: "success" });
});

function isRequest({ forwardedProps }: RunAgentInput): boolean {
  return Object.hasOwn(Object(forwardedProps), "proxied");
}

test("a request sends the messages, tools and context that are passed", async () => {
  const { agent, inputs } = proxyAgent();
  const tools = [{ name: "look", description: "Looks", parameters: {} }];
  const context = [{ description: "Page", value: "/" }];
  const messages = [{ id: "u1", role: "user" as const, content: "Sum up" }];
  const { newMessages } = await createThread({ agent }).request({ messages, tools, context });
  expect(inputs[0]).toMatchObject({ messages, tools, context });
  expect(newMessages.map(({ content }) => content)).toEqual(["Hello"]);
});

test.each(["the signal aborts", "the thread is disposed"])(
  "a request is cancelled when %s",
  async (cause) => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const controller = new AbortController();
    const request = thread.request({ signal: controller.signal });
    await agent.started();
    if (cause === "the signal aborts") controller.abort();
    else thread.dispose();
    expect(await request).toMatchObject({ outcome: "cancelled" });
  },
);

test("a request whose signal has aborted is not sent", async () => {
  const agent = manualAgent();
  const signal = AbortSignal.abort();
  expect(await createThread({ agent }).request({ signal })).toMatchObject({ outcome: "cancelled" });
  expect(agent.inputs).toHaveLength(0);
});

test("a request returns the error of its run", async () => {
  const agent = scriptedAgent([runStarted(), { type: "RUN_ERROR", message: "No such resource" }]);
  const thread = createThread({ agent });
  expect(await thread.request()).toMatchObject({
    outcome: "error",
    error: { message: "No such resource" },
  });
  expect(thread.getSnapshot().run.error).toBeUndefined();
});

test("a disposed thread refuses requests", async () => {
  const thread = createThread({ agent: manualAgent() });
  thread.dispose();
  await expect(thread.request()).rejects.toMatchObject({ code: "thread-disposed" });
});

test("a request refuses messages that are not AG-UI messages", async () => {
  const thread = createThread({ agent: manualAgent() });
  const messages = [{ role: "nobody" }] as never;
  await expect(thread.request({ messages })).rejects.toMatchObject({ code: "invalid-argument" });
});
