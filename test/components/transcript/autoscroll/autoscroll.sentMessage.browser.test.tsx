import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { Message } from "../../../../src/protocol/events.ts";
import { memoryStorage } from "../../../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import {
  emitRunEnd,
  endButton,
  firstVisible,
  growAnswer,
  rowOf,
  sampleTurns,
  scrollChat,
  scrollUp,
  startAnswer,
  waitFrames,
} from "./scrollChat.tsx";

const anchors = ["end", "sent-message"] as const;

async function sendText(text: string): Promise<void> {
  await userEvent.fill(screen.getByRole("textbox"), text);
  await userEvent.keyboard("{Enter}");
}

/** Returns the row of the last sent message. */
const sentRow = (text: string) => screen.findByText(text, { selector: "article *" });

/** Renders a chat scrolled up, with the same thread in a second tab. */
async function twoWindows(anchor: (typeof anchors)[number]) {
  const storage = memoryStorage();
  const shared = { storage, threadId: `shared ${anchor}` };
  const agent = manualAgent();
  const initialMessages = sampleTurns(20);
  const other = createThread({ agent, initialMessages, ...shared });
  await waitFor(() => expect(other.getSnapshot().isRestoring).toBeUndefined());
  const chat = await scrollChat(initialMessages, { anchor }, shared);
  await waitFor(() => expect(chat.thread.getSnapshot().isRestoring).toBeUndefined());
  return { ...chat, other, otherAgent: agent };
}

/** Returns the conversation with a new id for the last user message, as a server may send it. */
function renamed(messages: readonly Message[]): Message[] {
  const at = messages.findLastIndex(({ role }) => role === "user");
  return messages.map((message, n) => (n === at ? { ...message, id: "by the server" } : message));
}

describe.each(anchors)(
  "the position of a user who reads further up stays (anchor %s) when",
  (anchor) => {
    test("another tab sends", async () => {
      const { log, other, otherAgent } = await twoWindows(anchor);
      await scrollUp(log);
      const before = firstVisible(log);
      void other.send("From elsewhere");
      await sentRow("From elsewhere");
      await startAnswer(otherAgent);
      await waitFrames(5);
      expect(firstVisible(log)).toEqual(before);
      await growAnswer(otherAgent);
      expect(firstVisible(log)).toEqual(before);
      await waitFor(() => expect(endButton()).toHaveAccessibleName(/1 new message$/));
    });

    test("the server replaces the id of a sent message", async () => {
      const { agent, thread, log } = await scrollChat(sampleTurns(20), { anchor });
      await sendText("And now?");
      await startAnswer(agent);
      await growAnswer(agent);
      await scrollUp(log);
      const before = firstVisible(log);
      const messages = renamed(thread.getSnapshot().messages);
      await agent.emit({ type: "MESSAGES_SNAPSHOT", messages });
      await waitFor(() => expect(rowOf("by the server")).toBeInTheDocument());
      await waitFrames(5);
      expect(firstVisible(log)).toEqual(before);
      await growAnswer(agent);
      expect(firstVisible(log)).toEqual(before);
    });

    test("a restored conversation ends with a user message", async () => {
      const storage = memoryStorage();
      const before = manualAgent();
      const stored = createThread({ agent: before, storage, initialMessages: sampleTurns(20) });
      void stored.send("Is anybody there?");
      await before.started();
      stored.stop();
      await waitFor(() => expect(stored.getSnapshot().run.status).toBe("idle"));
      await waitFor(() => expect(stored.isStored()).toBe(true));
      const { threadId } = stored;
      const { show, log, distance, agent } = await scrollChat(sampleTurns(20, "else "), { anchor });
      const restored = createThread({ agent, storage, threadId });
      show(restored);
      await sentRow("Is anybody there?");
      await waitFor(() => expect(distance()).toBe(0));
      const spacer = log.children[1] as HTMLElement | undefined;
      expect(spacer?.offsetHeight ?? 0).toBe(0);
      await scrollUp(log);
      const read = firstVisible(log);
      void restored.retry();
      await startAnswer(agent);
      await waitFrames(5);
      expect(firstVisible(log)).toEqual(read);
    });
  },
);

describe("the view scrolls to a message that the user", () => {
  /** Renders two answers to the same question, scrolled up from the second. */
  async function readingUp() {
    const chat = await scrollChat(sampleTurns(20));
    await sendText("And now?");
    await startAnswer(chat.agent);
    await growAnswer(chat.agent);
    return chat;
  }

  test("sends with the same text as one that was queued before", async () => {
    const { agent, thread, log, distance } = await readingUp();
    await sendText("Again");
    await screen.findByText("Again");
    await userEvent.click(screen.getByRole("button", { name: /^Remove/ }));
    await waitFor(() => expect(thread.getSnapshot().queue).toEqual([]));
    await emitRunEnd(agent);
    await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    for (const id of ["n", "o"]) {
      await scrollUp(log);
      await sendText("Again");
      await waitFor(() => expect(distance()).toBe(0));
      await startAnswer(agent, id);
      await emitRunEnd(agent);
      await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    }
  });

  test("sends from the queue at once", async () => {
    const { log, distance } = await readingUp();
    await sendText("At once");
    await screen.findByText("At once");
    await scrollUp(log);
    await userEvent.click(screen.getByRole("button", { name: /^Send now/ }));
    await sentRow("At once");
    await waitFor(() => expect(distance()).toBe(0));
  });

  test.each([
    ["edits", "edit"],
    ["regenerates", "regenerate"],
  ] as const)("scrolls to a message that the user %s", async (_how, verb) => {
    const { agent, thread, log, distance } = await readingUp();
    await emitRunEnd(agent);
    await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    await scrollUp(log, 2_000);
    if (verb === "edit") void thread.edit("u17", "Something else");
    else void thread.regenerate("a17");
    await startAnswer(agent, "again");
    await waitFor(() => expect(distance()).toBe(0));
    await growAnswer(agent, 40, "again");
    expect(distance()).toBe(0);
  });
});

test("a question keeps its position and spacer when the server replaces its id", async () => {
  const { agent, thread, log, below } = await scrollChat(sampleTurns(20), {
    anchor: "sent-message",
  });
  await sendText("And now?");
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId });
  const { messages } = thread.getSnapshot();
  await waitFor(() => expect(below(messages.at(-1)?.id ?? "")).toBe(24));
  const height = log.scrollHeight;
  await agent.emit({ type: "MESSAGES_SNAPSHOT", messages: renamed(messages) });
  await waitFor(() => expect(rowOf("by the server")).toBeInTheDocument());
  await waitFrames(5);
  expect(below("by the server")).toBe(24);
  await agent.emit({ type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" });
  await agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Well. " });
  await waitFor(() => expect(rowOf("m")).toBeInTheDocument());
  await growAnswer(agent, 3);
  expect(below("by the server")).toBe(24);
  expect(Math.abs(log.scrollHeight - height)).toBeLessThanOrEqual(1);
  await growAnswer(agent, 40);
  expect(below("by the server")).toBe(24);
});

test("a removed question is not confused with an older one of the same text", async () => {
  const before = sampleTurns(20);
  const { agent, thread, log, distance } = await scrollChat(before, { anchor: "sent-message" });
  const words = before.find(({ id }) => id === "u2")?.content;
  await sendText(String(words));
  await startAnswer(agent);
  await emitRunEnd(agent);
  await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
  await waitFrames(5);
  const top = log.scrollTop;
  thread.setMessages(before);
  await waitFor(() => expect(distance()).toBe(0));
  await waitFrames(5);
  expect(log.scrollTop).toBeGreaterThan(top / 2);
});

test("a removed question leaves no spacer, and the end is followed again", async () => {
  const { agent, thread, log, distance } = await scrollChat(sampleTurns(20), {
    anchor: "sent-message",
  });
  await sendText("And now?");
  await startAnswer(agent);
  await emitRunEnd(agent);
  await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
  const room = () => (log.children[1] as HTMLElement).offsetHeight;
  await waitFor(() => expect(room()).toBeGreaterThan(50));
  thread.setMessages(sampleTurns(20));
  await waitFor(() => expect(room()).toBe(0));
  await waitFor(() => expect(distance()).toBe(0));
  void thread.run();
  await startAnswer(agent, "n");
  await growAnswer(agent, 30, "n");
  expect(distance()).toBe(0);
});
