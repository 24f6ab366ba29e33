import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { EventInput } from "../../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { asSubagent, failSubagent, spawn } from "../../hooks/subagents.ts";
import { renderToolChat, textEvents } from "../../hooks/toolChat.tsx";
import { END, listen, START } from "./announcements.tsx";

test("messages of a sub-agent are not announced, and do not end the turn", async () => {
  const quiet = scriptedAgent([
    runStarted(),
    spawn("s1"),
    ...asSubagent("s1", textEvents("m1", "Looking")),
    runFinished(),
  ]);
  const { send } = renderToolChat(quiet, null);
  const announcements = listen();
  await send();
  await waitFor(() => expect(announcements).toEqual([START, END]));
});

test("a failed sub-agent is announced with the reason, also when that ends the run", async () => {
  const agent = scriptedAgent([
    runStarted(),
    spawn("s1", { name: "Researcher" }),
    spawn("s2", { name: "Booker" }),
    failSubagent("s1", "The library is closed."),
    ...textEvents("m1", "I go on alone"),
    failSubagent("s2", "No rooms."),
    runFinished(),
  ]);
  const { send } = renderToolChat(agent, null);
  const announcements = listen();
  await send();
  await waitFor(() => expect(announcements).toContain("Booker failed: No rooms."));
  expect(
    announcements.filter((text) => text === "Researcher failed: The library is closed."),
  ).toHaveLength(1);
  expect(announcements[0]).toBe(START);
});

test("a failed sub-agent of an earlier conversation is not announced", async () => {
  const replayed: EventInput[] = [
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    spawn("s1", { name: "Researcher" }),
    failSubagent("s1", "The library is closed."),
    // Without an answer, the question would be sent again, and its run would be a new one.
    ...textEvents("m1", "It is closed"),
    { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
  ];
  const agent = scriptedAgent(replayed, replayed);
  const { thread, send } = renderToolChat(agent, null);
  await send();
  const announcements = listen();
  await act(() => thread.run());
  await waitFor(() => expect(announcements).toContain(END));
  expect(thread.getSnapshot().tracking.isReplay).toBe(true);
  expect(announcements.filter((text) => /failed/.test(text))).toEqual([]);
});

test("a failed sub-agent is announced when all runs have the same id", async () => {
  const failing = (id: string, name: string): EventInput[] => [
    { type: "RUN_STARTED", threadId: "t1", runId: "same" },
    spawn(id, { name }),
    failSubagent(id, "No."),
    { type: "RUN_FINISHED", threadId: "t1", runId: "same" },
  ];
  const agent = scriptedAgent(failing("s1", "Researcher"), failing("s2", "Booker"));
  const { send } = renderToolChat(agent, null);
  await send();
  const announcements = listen();
  await send();
  await waitFor(() => expect(announcements).toContain("Booker failed: No."));
  expect(announcements).not.toContain("Researcher failed: No.");
});
