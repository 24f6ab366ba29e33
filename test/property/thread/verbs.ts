import { expect } from "vitest";
import type { Thread } from "../../../src/core.ts";
import type { Dice } from "./dice.ts";
import type { WildAgent } from "./wildAgent.ts";

/** What a verb is done to. */
export interface Scene {
  readonly thread: Thread;
  readonly agent: WildAgent;
  readonly dice: Dice;
  /** Which step it is, for words that no other step says. */
  readonly step: number;
}

type Verb = (scene: Scene) => Promise<unknown> | undefined;

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const idsOf = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id);

/** Everything that a person and a page may do, the common things more often. */
export const VERBS: readonly (readonly [name: string, verb: Verb])[] = [
  ["send", ({ thread, step }) => thread.send(`q${step}`)],
  ["send", ({ thread, step }) => thread.send(`q${step}`)],
  ["send", ({ thread, step }) => thread.send(`q${step}`)],
  [
    "sendPicture",
    ({ thread }) =>
      thread.send([
        { type: "text", text: "Look" },
        { type: "image", source: { type: "data", value: PIXEL, mimeType: "image/png" } },
      ]),
  ],
  ["regenerate", regenerate],
  ["regenerate", regenerate],
  ["edit", edit],
  ["edit", edit],
  ["switchBranch", switchBranch],
  ["switchBranch", switchBranch],
  [
    "goToRun",
    ({ thread, agent, dice }) => {
      const runId = dice.pick(agent.inputs)?.runId;
      return runId === undefined ? undefined : thread.goToRun(runId);
    },
  ],
  [
    "setState",
    ({ thread, step }) => {
      thread.setState((state: unknown) => ({ ...(state as object), mine: step }));
      return undefined;
    },
  ],
  ["undoEdit", ({ thread }) => thread.undoEdit()],
  ["discardEdits", ({ thread }) => thread.discardEdits()],
  [
    "annotate",
    ({ thread }) => {
      const messageId = thread.getSnapshot().messages[0]?.id ?? "none";
      return thread.annotate("thumbs", { messageId, up: true });
    },
  ],
  [
    "answerToolCall",
    ({ thread }) => {
      const [id] = thread.getSnapshot().run.pendingToolCallIds;
      return id === undefined ? undefined : thread.answerToolCall(id, { value: "answered" });
    },
  ],
  [
    "resume",
    ({ thread }) => {
      const { interrupts } = thread.getSnapshot();
      if (interrupts.length === 0) return undefined;
      return thread.resume(
        interrupts.map(({ id }) => ({
          interruptId: id,
          status: "resolved",
          payload: { ok: true },
        })),
      );
    },
  ],
  ["connect", ({ thread }) => thread.connect()],
  ["retry", ({ thread }) => thread.retry()],
  [
    "stop",
    async ({ thread, step, dice }) => {
      const run = thread.send(`stopped ${step}`);
      if (dice.chance(50)) await Promise.resolve();
      thread.stop();
      await run;
    },
  ],
  [
    "queue",
    async ({ thread, step, dice }) => {
      const run = thread.send(`first ${step}`);
      const whenBusy = dice.chance(50) ? "queue" : "interrupt";
      // What waits is dropped when the thread is stopped or goes elsewhere.
      thread.send(`second ${step}`, { whenBusy }).catch(() => {});
      await run;
    },
  ],
  [
    "setMessages",
    ({ thread, dice }) => {
      if (dice.chance(30)) thread.setMessages((messages) => messages.slice(0, -1));
      return undefined;
    },
  ],
  [
    "rerunToolCall",
    ({ thread, dice }) => {
      const id = dice.pick(Object.keys(thread.getSnapshot().toolCalls));
      return id === undefined ? undefined : thread.rerunToolCall(id);
    },
  ],
];

async function regenerate({ thread, agent, dice }: Scene): Promise<void> {
  const { messages } = thread.getSnapshot();
  const message = dice.chance(70) ? dice.pick(messages) : undefined;
  const at = message ? messages.indexOf(message) : messages.length - 1;
  const asked = messages.slice(0, at + 1).findLastIndex(({ role }) => role === "user");
  const kept = idsOf(messages.slice(0, asked + 1));
  const runs = agent.inputs.length;
  await thread.regenerate(message?.id);
  const sent = idsOf(agent.inputs[runs]?.messages ?? []);
  // An agent that speaks first answers nothing.
  if (sent.length === 0 || asked < 0) return;
  expect(sent.at(-1), "it answers what was said last before that").toBe(kept.at(-1));
  expect(sent).toEqual(expect.arrayContaining(kept));
}

async function edit({ thread, agent, dice, step }: Scene): Promise<void> {
  const { messages } = thread.getSnapshot();
  const message = dice.pick(messages.filter(({ role }) => role === "user"));
  if (!message) return;
  const kept = idsOf(messages.slice(0, messages.indexOf(message)));
  const runs = agent.inputs.length;
  await thread.edit(message.id, `edited ${step}`);
  const sent = agent.inputs[runs]?.messages ?? [];
  if (sent.length === 0) return;
  expect(sent.at(-1)?.content).toBe(`edited ${step}`);
  expect(idsOf(sent)).toEqual(expect.arrayContaining(kept));
}

async function switchBranch({ thread, dice }: Scene): Promise<void> {
  const { branches } = thread.getSnapshot();
  const behind = dice.pick(Object.keys(branches));
  if (behind === undefined) return;
  const index = dice.roll(branches[behind]?.count ?? 1);
  await thread.switchBranch(behind, index);
  // One that was begun and given up is none any more.
  const shown = thread.getSnapshot().branches[behind];
  if (shown) expect(shown.index, `branch ${index} behind ${behind} shows`).toBe(index);
}
