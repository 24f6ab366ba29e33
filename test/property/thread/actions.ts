import { expect } from "vitest";
import type { Message, Thread } from "../../../src/core.ts";
import { callsOf } from "../../../src/protocol/callsOf.ts";
import { serverIdOf } from "../../../src/reducer/serverIds.ts";
import type { Dice } from "./dice.ts";
import type { RandomAgent } from "./randomAgent.ts";

/** Thread, agent and random source of an action. */
export interface ActionContext {
  readonly thread: Thread;
  readonly agent: RandomAgent;
  readonly dice: Dice;
  /** Index of the step, for texts that no other step uses. */
  readonly step: number;
}

type Action = (context: ActionContext) => Promise<unknown> | undefined;

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Returns the ids of messages as the server knows them. */
const idsOf = (messages: readonly Message[]) => messages.map(serverIdOf);

/** Returns messages without results whose call a snapshot has dropped, which model providers refuse. */
function withoutOrphans(messages: readonly Message[]): readonly Message[] {
  const callIds = new Set(messages.flatMap(callsOf).map(({ id }) => id));
  return messages.filter((message) => message.role !== "tool" || callIds.has(message.toolCallId));
}

/** Actions of users and applications, with common actions listed several times. */
export const ACTIONS: readonly (readonly [name: string, verb: Action])[] = [
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
      // A queued message is dropped when the thread is stopped or changes its branch.
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

/**
 * Returns the messages from which a command of the user branched. A run that cancelled open interrupts before may have
 * received a snapshot that drops messages.
 */
function messagesBefore(
  before: readonly Message[],
  { inputs, messagesAfter }: RandomAgent,
  runs: number,
): readonly Message[] {
  const hasCancelled = inputs[runs]?.resume?.some(({ status }) => status === "cancelled");
  return (hasCancelled && messagesAfter[runs]) || before;
}

async function regenerate({ thread, agent, dice }: ActionContext): Promise<void> {
  const { messages: before } = thread.getSnapshot();
  const message = dice.chance(70) ? dice.pick(before) : undefined;
  const runs = agent.inputs.length;
  await thread.regenerate(message?.id);
  const sent = agent.inputs.slice(runs).map((input) => idsOf(input.messages));
  const messages = messagesBefore(before, agent, runs);
  const at = message ? messages.findIndex(({ id }) => id === message.id) : messages.length - 1;
  const questionIndex = messages.slice(0, at + 1).findLastIndex(({ role }) => role === "user");
  const expectedIds = idsOf(withoutOrphans(messages.slice(0, questionIndex + 1)));
  // A conversation that starts with the agent has no user message to answer.
  if (sent.length === 0 || questionIndex < 0) return;
  // Another run may cancel open interrupts first, and continue after tool calls.
  const answered = sent.find((ids) => ids.at(-1) === expectedIds.at(-1));
  expect(answered, "a run answers the last user message before the position").toBeDefined();
  expect(answered).toEqual(expect.arrayContaining(expectedIds));
}

async function edit({ thread, agent, dice, step }: ActionContext): Promise<void> {
  const { messages: before } = thread.getSnapshot();
  const message = dice.pick(before.filter(({ role }) => role === "user"));
  if (!message) return;
  const runs = agent.inputs.length;
  await thread.edit(message.id, `edited ${step}`);
  const sent = agent.inputs.slice(runs).map((input) => input.messages);
  if (sent.length === 0) return;
  const messages = messagesBefore(before, agent, runs);
  const at = messages.findIndex(({ id }) => id === message.id);
  const expectedIds = idsOf(withoutOrphans(messages.slice(0, at)));
  // Another run may cancel open interrupts first, and continue after tool calls.
  const answered = sent.find((list) => list.at(-1)?.content === `edited ${step}`);
  expect(answered, `a run answers "edited ${step}"`).toBeDefined();
  expect(idsOf(answered ?? [])).toEqual(expect.arrayContaining(expectedIds));
}

async function switchBranch({ thread, dice }: ActionContext): Promise<void> {
  const { branches } = thread.getSnapshot();
  const branchPoint = dice.pick(Object.keys(branches));
  if (branchPoint === undefined) return;
  const index = dice.roll(branches[branchPoint]?.count ?? 1);
  await thread.switchBranch(branchPoint, index);
  // A branch whose run was cancelled may be removed.
  const shown = thread.getSnapshot().branches[branchPoint];
  if (shown) expect(shown.index, `branch ${index} after ${branchPoint} is shown`).toBe(index);
}
