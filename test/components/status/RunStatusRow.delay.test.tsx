import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RunStatusRow } from "../../../src/components/status/RunStatusRow.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Agent } from "../../../src/protocol/agent.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { runStatusRow } from "../chatElements.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends a message on a thread with this agent and renders the status of its run. */
function renderStatus(agent: Agent) {
  const thread = createThread({ agent });
  render(
    <ThreadProvider thread={thread}>
      <RunStatusRow />
    </ThreadProvider>,
  );
  act(() => {
    thread.send("Hello");
  });
  return thread;
}

test("an answer that shows nothing for 20 seconds is called slow", async () => {
  const agent = manualAgent();
  renderStatus(agent);
  await act(() => vi.advanceTimersByTimeAsync(19_900));
  expect(runStatusRow()).toHaveTextContent("Waiting for a response");
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(runStatusRow()).toHaveTextContent("This is taking longer than usual…");
  const { threadId, runId } = await agent.started();
  await act(() =>
    agent.emit(
      { type: "RUN_STARTED", threadId, runId },
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
    ),
  );
  expect(runStatusRow()).not.toHaveTextContent("longer");
});

test.each([
  ["response", () => new Promise<Response>(() => {}), { responseMs: 10_000 }],
  ["first event", async () => silentResponse(), { firstEventMs: 10_000, eventMs: 60_000 }],
  ["event", async () => silentResponse(), { firstEventMs: 0, eventMs: 10_000 }],
])("an agent with a short timeout for the %s is called slow before it fails", async (...row) => {
  const [, fetch, timeouts] = row;
  const thread = renderStatus(httpAgent({ url: "http://slow.test/run", timeouts, fetch }));
  await act(() => vi.advanceTimersByTimeAsync(4_900));
  expect(runStatusRow()).toHaveTextContent("Waiting for a response");
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(runStatusRow()).toHaveTextContent("This is taking longer than usual…");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(thread.getSnapshot().run.error?.code).toBe("timeout");
});

/** Returns a response whose headers have arrived, and that never sends an event. */
function silentResponse(): Response {
  return new Response(new ReadableStream(), { headers: { "Content-Type": "text/event-stream" } });
}

test("a run that the server refuses for another one says that it waits", async () => {
  const thread = renderStatus({
    async *run() {
      yield { type: "RUN_ERROR", message: "Busy.", code: "THREAD_BUSY" };
    },
  });
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(runStatusRow()).toHaveTextContent("Waiting for the previous response to stop…");
  thread.stop();
});
