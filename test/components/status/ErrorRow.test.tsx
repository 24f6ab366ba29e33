import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { describeError } from "../../../src/components/status/describeError.ts";
import { englishStrings } from "../../../src/components/strings/strings.ts";
import {
  type Agent,
  AgentKitError,
  AgentProvider,
  Chat,
  type ChatProps,
  createAgentClient,
  ThreadsProvider,
} from "../../../src/index.ts";
import type { AgentKitErrorCode } from "../../../src/protocol/errors.ts";

test.each<[code: AgentKitErrorCode, status: number | undefined, words: RegExp]>([
  ["network", undefined, /connection/],
  ["timeout", undefined, /too long/],
  ["http-status", 401, /signed out/],
  ["http-status", 403, /^You don’t have access/],
  ["http-status", 429, /Too many/],
  ["http-status", 503, /having trouble/],
  ["http-status", 404, /Something went wrong/],
  ["http-status", 413, /Something went wrong/],
  ["content-type", undefined, /couldn’t read/],
  ["malformed-stream", undefined, /couldn’t read/],
  ["incomplete-stream", undefined, /cut off/],
  ["load-failed", undefined, /This page was updated\. Reload/],
  ["agent-failed", undefined, /Something went wrong/],
])("%s %s is shown in plain language", (code, status, words) => {
  const error = { code, message: "E42: x", ...(status && { context: { status } }) };
  expect(describeError(error, englishStrings)).toMatch(words);
});

test.each<[code: AgentKitErrorCode, context: object, message: string]>([
  ["http-status", { status: 413 }, "413: input is too long for requested model"],
  ["http-status", { status: 400 }, "400: This model's maximum context length is 8192 tokens."],
  ["run-error", { agentCode: "context_length_exceeded" }, "Bad request"],
  ["run-error", {}, "prompt is too long: 210000 tokens > 200000 maximum"],
  ["run-error", {}, "The input token count (1200000) exceeds the maximum"],
  ["run-error", {}, "the request exceeds the available context size, try increasing it"],
])("%s %j %s is shown as a conversation that is too long", (code, context, message) => {
  expect(describeError({ code, context, message }, englishStrings)).toBe(
    "This conversation is too long for the assistant.",
  );
});

test("a new chat is offered below a ThreadsProvider when the conversation is too long", async () => {
  const agent: Agent = {
    async *run({ threadId, runId, messages }) {
      yield { type: "RUN_STARTED", threadId, runId };
      if (messages[0]?.content === "Hello")
        yield { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "There you are" };
      else yield { type: "RUN_ERROR", message: "Bad request", code: "context_length_exceeded" };
      if (messages[0]?.content === "Hello") yield { type: "RUN_FINISHED", threadId, runId };
    },
  };
  render(
    <AgentProvider client={createAgentClient({ agent })}>
      <ThreadsProvider>
        <Chat />
      </ThreadsProvider>
    </AgentProvider>,
  );
  await userEvent.type(screen.getByRole("textbox"), "A long story{Enter}");
  await screen.findByText("This conversation is too long for the assistant.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "New conversation" }));
  expect(screen.queryByText("A long story")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  await userEvent.keyboard("Hello{Enter}");
  await screen.findByText("There you are");
});

test.each<[context: object, message: string, words: string]>([
  [{}, "Out of flour", "The assistant ran into a problem."],
  [{}, "", "The assistant is having trouble right now."],
  [{ agentCode: "RATE_LIMITED" }, "The quota is used up.", "Too many requests."],
  [{}, "Error code: 429 - Too Many Requests", "Too many requests."],
  [{ agentCode: "timeout" }, "No answer of the model", "The assistant took too long to respond."],
  [{}, "context deadline exceeded", "The assistant took too long to respond."],
])("a RUN_ERROR %j %j is shown by its kind", (context, message, words) => {
  const text = describeError({ code: "run-error", context, message }, englishStrings);
  expect(text.startsWith(words)).toBe(true);
});

test("the text `errors.agent` of the application shows the message of a RUN_ERROR at once", async () => {
  const agent: Agent = {
    async *run({ threadId, runId }) {
      yield { type: "RUN_STARTED", threadId, runId };
      yield { type: "RUN_ERROR", message: "Your 20 messages of today are used up.", code: "DAILY" };
    },
  };
  const strings = {
    errors: { agent: (message: string, code?: string) => `${message} (${code})` },
  };
  render(
    <AgentProvider agent={agent}>
      <Chat strings={strings} />
    </AgentProvider>,
  );
  await userEvent.type(screen.getByRole("textbox"), "Hi{Enter}");
  const row = await screen.findByText(/used up\. \(DAILY\)$/, { selector: ".agk-error *" });
  expect(row).toBeVisible();
});

test("a failed connection is shown, and the button connects again", async () => {
  let isAway = true;
  const agent: Agent = {
    async *run() {},
    async *connect({ threadId }) {
      if (isAway) throw new AgentKitError("network", "The connection broke.");
      yield { type: "RUN_STARTED", threadId, runId: "r1" };
      yield { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "There you are" };
      yield { type: "RUN_FINISHED", threadId, runId: "r1" };
    },
  };
  const client = createAgentClient({ agent, reconnect: { attempts: 1 } });
  render(
    <AgentProvider client={client}>
      <Chat />
    </AgentProvider>,
  );
  await act(() => client.thread().connect());
  screen.getByText(/connection/);
  isAway = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("There you are");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

const TRACE =
  'Traceback (most recent call last):\n  File "/srv/main.py", line 1, in run\nKeyError: "x"';

/** Renders a chat whose run fails with this error, and returns the text of the open details. */
async function detailsOf(error: AgentKitError, props: ChatProps = {}): Promise<string | null> {
  const agent: Agent = {
    // biome-ignore lint/correctness/useYield: the stream fails before its first event
    async *run() {
      throw error;
    },
  };
  const client = createAgentClient({ agent });
  render(
    <AgentProvider client={client}>
      <Chat {...props} />
    </AgentProvider>,
  );
  await act(() => client.thread().send("Hi"));
  await userEvent.click(screen.getByText("Details"));
  return document.querySelector(".agk-error-details .agk-plain-text")?.textContent ?? null;
}

const failed = new AgentKitError(
  "http-status",
  `https://agent.internal/run answered 500: ${TRACE}`,
  {
    status: 500,
  },
);

test("the details have the whole error in development", async () => {
  expect(await detailsOf(failed)).toBe(failed.message);
});

test("the details have the code and the status without `showServerErrors`", async () => {
  expect(await detailsOf(failed, { showServerErrors: false })).toBe("http-status 500");
  expect(document.body.textContent).not.toMatch(/internal|Traceback/);
});

test.each([
  TRACE,
  "TypeError: x is undefined\n    at run (/srv/agent.js:12:5)",
  'Exception in thread "main" java.lang.Error\n\tat Main.main(Main.java:3)',
  "panic: x\n\ngoroutine 1 [running]:\nmain.main()",
  "KeyError at /srv/app.py:13 password=hunter2",
  "sqlalchemy.exc.OperationalError: no such table",
  "connect ECONNREFUSED 10.0.0.7:5432",
  "postgres://admin:hunter2@db.internal/prod is down",
  'The provider refused {"api_key": "sk-123456"}',
])("a message for developers is never shown to the user: %j", async (message) => {
  const error = new AgentKitError("run-error", message);
  expect(await detailsOf(error, { showServerErrors: false })).toBe("run-error");
  expect(describeError({ code: "run-error", message }, englishStrings)).toBe(
    "The assistant is having trouble right now.",
  );
});

test.each([
  "Meet me at 10:30.",
  "No flights:\n\nat noon: none",
  "File a complaint, line 3",
  "Error: there are no seats left. The token: it was used already.",
  "Read https://example.com/help@home, 3.5:1 and notes.txt: 4 lines.",
])("a message that an agent wrote for users is in the details: %j", async (message) => {
  const error = new AgentKitError("run-error", message);
  expect(await detailsOf(error, { showServerErrors: false })).toBe(message);
});
