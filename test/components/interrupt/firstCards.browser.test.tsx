import "../../../src/styles/index.css";
import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/steps.ts";
import type { Asked } from "./askPerson.tsx";

const text = { type: "string" };
const everyKind: readonly Asked[] = [
  {
    reason: "tool_call",
    message: "Delete it?",
    metadata: { toolName: "delete_file", input: { path: "/a" } },
  },
  { reason: "confirmation", message: "Go on?" },
  { reason: "upload_required", message: "Your documents?" },
  { reason: "pick_time", message: "When?" },
  {
    reason: "input_required",
    message: "Who are you?",
    responseSchema: { type: "object", properties: { name: text, city: text, street: text } },
  },
];

// Alone in its file, as the cards are loaded only once.
test("a card is about as high while it is loaded as it is then, and does not grow twice", async () => {
  const interrupts = everyKind.map((one, index) => ({ id: `i${index}`, ...one }));
  const agent = scriptedAgent([
    runStarted(),
    runFinished({ outcome: { type: "interrupt", interrupts } }),
  ]);
  const thread = createThread({ agent });
  const { container } = render(
    <div style={{ inlineSize: 600, blockSize: 2000 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  const heightsOf = (selector: string): Record<string, number> =>
    Object.fromEntries(
      [...container.querySelectorAll<HTMLElement>(selector)].map((card) => [
        card.dataset.reason ?? "",
        card.getBoundingClientRect().height,
      ]),
    );
  let loading: Record<string, number> = {};
  const unfinished: string[] = [];
  const observer = new MutationObserver(() => {
    loading = { ...heightsOf("div.agk-interrupt[aria-busy]"), ...loading };
    for (const form of container.querySelectorAll("section .agk-form:empty")) {
      unfinished.push(form.outerHTML);
    }
  });
  observer.observe(container, { childList: true, subtree: true });
  await thread.run();
  await waitFor(() => expect(container.querySelectorAll("section.agk-interrupt")).toHaveLength(5));
  await waitFor(() => expect(container.querySelector("[aria-busy='true']")).toBeNull());
  observer.disconnect();
  const loaded = heightsOf("section.agk-interrupt");
  expect(Object.keys(loading).sort()).toEqual(everyKind.map(({ reason }) => reason).sort());
  const jumps = Object.entries(loaded).map(([reason, height]) => [
    reason,
    Math.round(Math.abs(height - (loading[reason] ?? 0))),
  ]);
  expect(jumps.filter(([, jump]) => Number(jump) > 40)).toEqual([]);
  expect(unfinished).toEqual([]);
});
