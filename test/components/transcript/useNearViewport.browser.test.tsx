import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Message } from "../../../src/protocol/events.ts";
import { rowOf, sampleTurns, scrollChat } from "./autoscroll/scrollChat.tsx";

const barOf = (id: string) => rowOf(id).nextElementSibling as HTMLElement;
const buttonsOf = (id: string) => barOf(id).querySelectorAll("button").length;
const signsOf = (id: string) => barOf(id).querySelectorAll("svg").length;
const icons = () => document.querySelectorAll(".agk-message-footer svg").length;

const talk = sampleTurns(300);

async function longChat() {
  const chat = await scrollChat(talk);
  await waitFor(() => expect(signsOf("a299")).toBeGreaterThan(2));
  return chat;
}

test("icons of buttons render only near the view, and the buttons everywhere", async () => {
  const { log } = await longChat();
  expect(signsOf("a299")).toBe(buttonsOf("a299"));
  expect(buttonsOf("a0")).toBe(buttonsOf("a299"));
  expect(signsOf("a0")).toBe(0);
  expect(icons()).toBeLessThan(talk.length);

  log.scrollTop = 0;
  await waitFor(() => expect(signsOf("a0")).toBe(buttonsOf("a0")));
  expect(signsOf("u0")).toBe(buttonsOf("u0"));
  await waitFor(() => expect(icons()).toBeLessThan(talk.length));
});

test("a distant button that gets the focus renders its icon", async () => {
  await longChat();
  barOf("a0").querySelector("button")?.focus();
  await waitFor(() => expect(signsOf("a0")).toBe(buttonsOf("a0")));
});

test("icons appear when rows became the last ones outside the view", async () => {
  const { thread, agent, log } = await longChat();
  log.scrollTop = 0;
  await waitFor(() => expect(signsOf("a0")).toBeGreaterThan(0));
  // The replayed snapshot ends far above, with rows that are out of view too.
  const fewer = talk.slice(0, 401) as Message[];
  void thread.run();
  await agent.emit({ type: "RUN_STARTED", threadId: "one", runId: "r1" });
  await agent.emit({ type: "MESSAGES_SNAPSHOT", messages: fewer });
  await agent.emit({ type: "RUN_FINISHED", threadId: "one", runId: "r1" });
  await agent.finish();
  await waitFor(() => expect(rowOf("u201")).toBeNull());
  await waitFor(() => expect(signsOf("u200")).toBe(buttonsOf("u200")));
});

test("distant actions update for a run when they come near the view", async () => {
  const { thread, agent, log } = await longChat();
  const isIdle = (id: string) =>
    barOf(id).querySelector('[data-action="regenerate"]')?.getAttribute("aria-disabled");
  expect(isIdle("a298")).toBe("false");
  const ended = thread.run();
  await agent.emit({ type: "RUN_STARTED", threadId: "one", runId: "r1" });
  await waitFor(() => expect(isIdle("a298")).toBe("true"));
  expect(isIdle("a0")).toBe("false");

  log.scrollTop = 0;
  await waitFor(() => expect(isIdle("a0")).toBe("true"));
  await agent.finish();
  await ended;
  await waitFor(() => expect(isIdle("a0")).toBe("false"));
});

test("code is highlighted when it comes near the view, and stays highlighted", async () => {
  const code = (n: number) => `Run this:\n\n\`\`\`js\nconst n = ${n};\n\`\`\``;
  const { log } = await scrollChat(
    talk.map((one, n): Message => (one.role === "assistant" ? { ...one, content: code(n) } : one)),
  );
  const colors = (id: string) => rowOf(id).querySelectorAll("[data-token]").length;
  await waitFor(() => expect(colors("a299")).toBeGreaterThan(0));
  expect(colors("a0")).toBe(0);

  log.scrollTop = 0;
  await waitFor(() => expect(colors("a0")).toBeGreaterThan(0));
  expect(colors("a299")).toBeGreaterThan(0);
});
