import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  AgentKitError,
  createAgentClient,
  createThread,
  forkThread,
  memoryStorage,
  parseThread,
  type Snapshot,
  serializeThread,
  type Thread,
  type ThreadOptions,
} from "../../../src/core.ts";
import type { Message, RunAgentInput } from "../../../src/protocol/events.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { copyThroughJson } from "../../differential/conversation.ts";
import { createIdCounter } from "../../store/thread/idCounter.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";
import { ACTIONS } from "./actions.ts";
import { createDice, type Dice } from "./dice.ts";
import { createRandomAgent } from "./randomAgent.ts";

const IDLE_STATUSES: ReadonlySet<string> = new Set(["idle", "waiting", "error"]);
const isIdle = ({ run, isRestoring }: Snapshot) => IDLE_STATUSES.has(run.status) && !isRestoring;

/** Resolves when a thread has no activity left. */
function waitUntilIdle(thread: Thread): Promise<void> {
  if (isIdle(thread.getSnapshot())) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = thread.store.subscribe((snapshot) => {
      if (!isIdle(snapshot)) return;
      stop();
      resolve();
    });
  });
}

/** Returns the snapshot of a thread and its serialized log at the same moment. */
async function readIdleThread(thread: Thread) {
  for (;;) {
    await waitUntilIdle(thread);
    const snapshot = thread.getSnapshot();
    const text = await serializeThread(thread);
    // Some actions continue after their promise resolves.
    if (thread.getSnapshot() === snapshot && isIdle(snapshot)) return { snapshot, text };
  }
}

function addTools(thread: Thread): void {
  thread.registerTool({ name: "auto", description: "", handler: () => ({ ok: 1 }) });
  thread.registerTool({ name: "human", description: "" });
}

const BASE: Pick<ThreadOptions, "initialMessages" | "initialState"> = {
  initialMessages: [
    { id: "u0", role: "user", content: "B" },
    { id: "b0", role: "assistant", content: "BB" },
  ],
  initialState: { z: 1 },
};

/** Returns the messages up to a message and the results of its tool calls. */
function messagesUpTo(messages: readonly Message[], at: number): readonly Message[] {
  let end = at + 1;
  while (messages[end]?.role === "tool") end += 1;
  return messages.slice(0, end);
}

async function checkFork(thread: Thread, dice: Dice): Promise<void> {
  const { messages } = thread.getSnapshot();
  const message = dice.pick(messages);
  if (!message) return;
  const client = createAgentClient({ agent: scriptedAgent(textRun("More")) });
  const fork = await forkThread(client, thread, { messageId: message.id });
  const shown = fork.getSnapshot();
  deepStrictEqual(
    copyThroughJson(shown.messages),
    copyThroughJson(messagesUpTo(messages, messages.indexOf(message))),
  );
  const { base, events } = await fork.getEventLog();
  expect(events, "a fork has its messages in its base").toEqual([]);
  deepStrictEqual(copyThroughJson(base.messages), copyThroughJson(shown.messages));
  fork.dispose();
}

/** Number of occurrences by name, which shows that the test covers each case. */
type Tally = Record<string, number>;

/** @param runId - Id that the server gives all of its runs. */
async function play(
  seed: number,
  steps: readonly number[],
  tally: Tally,
  runId: string | undefined,
): Promise<void> {
  const dice = createDice(seed);
  const done: string[] = [];
  const faults: string[] = [];
  const count = (name: string) => {
    tally[name] = (tally[name] ?? 0) + 1;
  };
  const onRun = ({ messages }: RunAgentInput) => {
    const shown = thread.getSnapshot().messages.map(({ id }) => id);
    const foreign = messages.filter(({ id }) => !shown.includes(id));
    if (foreign.length > 0)
      faults.push(`sent messages that are not shown: ${JSON.stringify(foreign)}`);
  };
  const readMessages = () => thread.getSnapshot().messages;
  const agent = createRandomAgent(dice, dice.chance(30), { onRun, readMessages }, runId);
  let time = 1_000;
  const options = { agent, createId: createIdCounter(), now: () => ++time, threadId: "t1" };
  const storage = dice.chance(40) ? memoryStorage() : undefined;
  const beginning = { ...options, ...(dice.chance(30) && BASE), ...(storage && { storage }) };
  let thread: Thread = createThread(beginning);
  addTools(thread);
  try {
    for (const [step, number] of steps.entries()) {
      const [name, verb] = ACTIONS[number % ACTIONS.length] ?? ["", () => undefined];
      count(name);
      done.push(name);
      try {
        await verb({ thread, agent, dice, step });
      } catch (error) {
        // Actions that are not possible in the current state are rejected.
        if (!(error instanceof AgentKitError)) throw error;
        done.push(`(${error.code})`);
      }
      const { snapshot, text } = await readIdleThread(thread);
      expect(faults).toEqual([]);
      if (text.includes("agui-kit.message-refs")) count("echo");
      if (text.includes("agui-kit.messages")) count("snapshot");
      const parsed = parseThread(text);
      deepStrictEqual(copyThroughJson(parsed.snapshot), copyThroughJson(snapshot));
      if (dice.chance(15)) await checkFork(thread, dice);
      // A queued message is lost in a reload without a storage.
      if (storage || snapshot.queue.length > 0 || !dice.chance(15)) continue;
      count("reload");
      done.push("reload");
      thread.dispose();
      thread = createThread({ ...options, ...parsed });
      addTools(thread);
      deepStrictEqual(copyThroughJson(thread.getSnapshot()), copyThroughJson(snapshot));
    }
    if (!storage) return;
    count("stored");
    await vi.waitFor(() => expect(thread.isStored()).toBe(true));
    const { snapshot } = await readIdleThread(thread);
    thread.dispose();
    const again = createThread(beginning);
    await waitUntilIdle(again);
    const { queue: _, ...shown } = copyThroughJson(again.getSnapshot());
    const { queue: __, ...left } = copyThroughJson(snapshot);
    deepStrictEqual(shown, left);
    again.dispose();
  } catch (error) {
    if (error instanceof Error) error.message = `${done.join(", ")}\n${error.message}`;
    throw error;
  } finally {
    thread.dispose();
  }
}

test.each([
  ["", undefined],
  [" that uses one run id", "run-1"],
])(
  "the log restores the same snapshot after random actions of a user with a random agent%s",
  {
    timeout: 600_000,
  },
  async (_, runId) => {
    const tally: Tally = {};
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(fc.nat(ACTIONS.length - 1), { minLength: 4, maxLength: 20, size: "max" }),
        (seed, steps) => play(seed, steps, tally, runId),
      ),
      { seed: shiftSeed(20_271), numRuns: 60 },
    );
    // Each action, both kinds of restoring and compacted echoes have occurred.
    for (const name of [...ACTIONS.map(([verb]) => verb), "reload", "stored", "echo", "snapshot"]) {
      expect(tally[name], name).toBeGreaterThan(10);
    }
  },
);
