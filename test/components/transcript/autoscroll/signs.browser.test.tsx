import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { Message } from "../../../../src/protocol/events.ts";
import { rowOf, scrollChat, turnsOf } from "./scrollChat.tsx";

const barOf = (id: string) => rowOf(id).nextElementSibling as HTMLElement;
const buttonsOf = (id: string) => barOf(id).querySelectorAll("button").length;
const signsOf = (id: string) => barOf(id).querySelectorAll("svg").length;
const signs = () => document.querySelectorAll(".agk-foot svg").length;

const talk = turnsOf(300);

async function longChat() {
  const chat = await scrollChat(talk);
  await waitFor(() => expect(signsOf("a299")).toBeGreaterThan(2));
  return chat;
}

test("the signs of buttons are drawn near what one sees, and the buttons everywhere", async () => {
  const { log } = await longChat();
  expect(signsOf("a299")).toBe(buttonsOf("a299"));
  expect(buttonsOf("a0")).toBe(buttonsOf("a299"));
  expect(signsOf("a0")).toBe(0);
  expect(signs()).toBeLessThan(talk.length);

  log.scrollTop = 0;
  await waitFor(() => expect(signsOf("a0")).toBe(buttonsOf("a0")));
  expect(signsOf("u0")).toBe(buttonsOf("u0"));
  await waitFor(() => expect(signs()).toBeLessThan(talk.length));
});

test("a button that gets the focus from far away has its sign", async () => {
  await longChat();
  barOf("a0").querySelector("button")?.focus();
  await waitFor(() => expect(signsOf("a0")).toBe(buttonsOf("a0")));
});

test("signs come with the pointer where rows became the last ones out of sight", async () => {
  const { thread, agent, log } = await longChat();
  log.scrollTop = 0;
  await waitFor(() => expect(signsOf("a0")).toBeGreaterThan(0));
  // What a server tells anew ends far above, in rows that are out of sight as well.
  const fewer = talk.slice(0, 401) as Message[];
  void thread.run();
  await agent.emit({ type: "RUN_STARTED", threadId: "one", runId: "r1" });
  await agent.emit({ type: "MESSAGES_SNAPSHOT", messages: fewer });
  await agent.emit({ type: "RUN_FINISHED", threadId: "one", runId: "r1" });
  await agent.finish();
  await waitFor(() => expect(rowOf("u201")).toBeNull());
  log.scrollTop = log.scrollHeight;
  await userEvent.hover(rowOf("u200"));
  await waitFor(() => expect(signsOf("u200")).toBe(buttonsOf("u200")));
});

test("what can be done far away is told of a run when one comes near it", async () => {
  const { thread, agent, log } = await longChat();
  const isResting = (id: string) =>
    barOf(id).querySelector('[data-action="regenerate"]')?.getAttribute("aria-disabled");
  expect(isResting("a298")).toBe("false");
  const ended = thread.run();
  await agent.emit({ type: "RUN_STARTED", threadId: "one", runId: "r1" });
  await waitFor(() => expect(isResting("a298")).toBe("true"));
  expect(isResting("a0")).toBe("false");

  log.scrollTop = 0;
  await waitFor(() => expect(isResting("a0")).toBe("true"));
  await agent.finish();
  await ended;
  await waitFor(() => expect(isResting("a0")).toBe("false"));
});

test("code gets its colours when one comes near it, and keeps them", async () => {
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
