import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { createThread } from "../../../src/core.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Agent } from "../../../src/protocol/agent.ts";
import { AgentKitError } from "../../../src/protocol/errors.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

afterEach(() => void vi.restoreAllMocks());

function setNetwork(isOnline: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

const statusText = () => document.querySelector(".agk-run-status")?.textContent;
const announced = () => document.querySelector(".agk-announcer")?.textContent ?? "";
const OFFLINE = "You’re offline. This will continue when you’re back online.";

test("a run that reconnects without a network shows that once and then continues", async () => {
  const manual = manualAgent();
  let isUp = false;
  const agent: Agent = {
    async *run() {
      yield [{ type: "RUN_STARTED", threadId: "t1", runId: "r1" }];
      throw new AgentKitError("network", "Gone.");
    },
    connect(input, options) {
      if (isUp) return manual.run(input, options);
      throw new AgentKitError("network", "Gone.");
    },
  };
  const thread = createThread({ agent, reconnect: { firstMs: 60_000, longestMs: 60_000 } });
  render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  await act(async () => {
    thread.send("Hi");
    await vi.waitUntil(() => thread.getSnapshot().run.status === "reconnecting", { interval: 1 });
  });
  expect(statusText()).toBe("Reconnecting…");
  expect(announced()).toContain("Reconnecting…");

  setNetwork(false);
  expect(statusText()).toBe(OFFLINE);
  expect(announced().split(OFFLINE)).toHaveLength(2);

  isUp = true;
  setNetwork(true);
  await act(async () => {
    await manual.emit(
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Here again" },
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
    );
    await manual.finish();
  });
  expect(await screen.findByText("Here again")).toBeVisible();
});

test("an idle chat shows that there is no network until it returns", async () => {
  setNetwork(true);
  const thread = createThread({ agent: manualAgent() });
  render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  expect(statusText()).toBe("");
  setNetwork(false);
  expect(statusText()).toBe("You’re offline");
  expect(announced()).toBe("You’re offline");
  setNetwork(true);
  expect(statusText()).toBe("");
});

test("a run that failed without a network shows the reason beside the retry button", async () => {
  setNetwork(false);
  const agent: Agent = {
    // biome-ignore lint/correctness/useYield: the run fails before any event
    async *run() {
      throw new AgentKitError("network", "Gone.");
    },
  };
  const thread = createThread({ agent });
  render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  await act(() => thread.send("Hi"));
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  const row = () => document.querySelector(".agk-error")?.textContent;
  expect(row()).toContain("You’re offline. Try again when you’re back online.");
  setNetwork(true);
  expect(row()).toContain("Connection failed.");
});
