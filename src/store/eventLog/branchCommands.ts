import { AgentKitError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/events.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { QueuedMessage, Snapshot } from "../../reducer/snapshot.ts";
import { cancelBeforeBranch } from "../interrupts/cancelInterrupts.ts";
import { createUserMessage } from "../run/userMessage.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { RunParameters, RunResult } from "../thread/threadOptions.ts";
import { positionAfter, positionBefore, snapshotAtPosition } from "./branchPositions.ts";
import { type EventLog, openLog } from "./eventLog.ts";
import { jumpToPosition } from "./jumpToPosition.ts";
import { readAction } from "./logEntries.ts";
import { runEndPosition } from "./runEndPosition.ts";

/** Runs the agent again after a user message; see `Thread.regenerate`. */
export async function regenerate(
  internals: ThreadInternals,
  messageId: string | undefined,
  parameters: RunParameters,
): Promise<RunResult> {
  await waitUntilIdle(internals);
  await cancelBeforeBranch(internals, parameters);
  const { messages } = internals.getBaseSnapshot();
  const index =
    messageId === undefined ? messages.length - 1 : requireMessageIndex(messages, messageId);
  const userMessage = messages.slice(0, index + 1).findLast(({ role }) => role === "user");
  if (!userMessage) assertMadeByRun(internals, messageId);
  const log = openLog(internals);
  // Without a user message, the run that began the conversation runs again.
  const position = userMessage ? positionAfter(log, userMessage.id) : 0;
  const end = userMessage
    ? messages.indexOf(userMessage) + 1
    : indexAfterGreeting(internals.getBaseSnapshot());
  branchAt(internals, position, messages.slice(0, end), parameters);
  return internals.thread().run(parameters);
}

/** Refuses to repeat a greeting of the application, which no run has written. */
function assertMadeByRun(internals: ThreadInternals, messageId: string | undefined): void {
  const { tracking } = internals.getBaseSnapshot();
  const isGreeting = messageId !== undefined && tracking.greetingIds.includes(messageId);
  if (!isGreeting && (tracking.runIds.length > 0 || hasBegunRun(openLog(internals)))) return;
  throw new AgentKitError(
    "invalid-argument",
    "There is no user message and no run of the agent to repeat, so nothing can be regenerated. Call `send()`, or `run()` for an agent that speaks first.",
  );
}

/** True when a run was begun on the current branch, even if it failed before RUN_STARTED. */
function hasBegunRun(log: EventLog): boolean {
  for (const [, entry] of log.pathEntries()) if (readAction(entry)?.name === "run") return true;
  return false;
}

/** Returns the index of the first message after the instructions and the greeting of the application. */
function indexAfterGreeting({ messages, tracking }: Snapshot): number {
  const index = messages.findIndex(
    ({ id, role }) =>
      role !== "system" && role !== "developer" && !tracking.greetingIds.includes(id),
  );
  return index < 0 ? messages.length : index;
}

/** Replaces a user message and runs the agent; see `Thread.edit`. */
export async function edit(
  internals: ThreadInternals,
  messageId: string,
  content: QueuedMessage["content"],
  parameters: RunParameters,
): Promise<RunResult> {
  await waitUntilIdle(internals);
  assertEditable(internals.getBaseSnapshot(), messageId);
  // Validates before anything runs.
  createUserMessage(messageId, content);
  await cancelBeforeBranch(internals, parameters);
  const { messages } = internals.getBaseSnapshot();
  const index = requireMessageIndex(messages, messageId);
  branchAt(
    internals,
    positionBefore(openLog(internals), messageId),
    messages.slice(0, index),
    parameters,
  );
  return internals.send(content, parameters);
}

function assertEditable({ messages }: Snapshot, messageId: string): void {
  if (messages[requireMessageIndex(messages, messageId)]?.role === "user") return;
  throw new AgentKitError(
    "invalid-argument",
    `The message "${messageId}" cannot be edited. Pass the id of a user message.`,
  );
}

/** Shows another branch after a message; see `Thread.switchBranch`. */
export async function switchBranch(
  internals: ThreadInternals,
  after: string,
  index: number,
): Promise<void> {
  await waitUntilIdle(internals);
  if (getOwn(internals.getBaseSnapshot().branches, after)?.index === index) return;
  const to = openLog(internals).findBranchTip(after, index);
  if (to === undefined) {
    throw new AgentKitError(
      "invalid-argument",
      `There is no branch ${index} after the message "${after}". Pass an index below the \`count\` in \`branches\`.`,
    );
  }
  jumpToPosition(internals, to);
}

/** Returns to the end of a run; see `Thread.goToRun`. */
export async function goToRun(internals: ThreadInternals, runId: string): Promise<void> {
  await waitUntilIdle(internals);
  const position = runEndPosition(openLog(internals), runId);
  if (position === undefined) {
    throw new AgentKitError(
      "invalid-argument",
      `This thread has no run "${runId}". Pass the id of a run in its event log.`,
    );
  }
  if (position === openLog(internals).entries.length) return;
  const { messages } = snapshotAtPosition(openLog(internals), position);
  jumpToPosition(internals, position, messages.at(-1)?.id ?? "");
}

/** Returns the event log; see `Thread.getEventLog`. */
export async function getEventLog(internals: ThreadInternals) {
  // A log that is opened before the thread is restored would lack the stored entries.
  await internals.features.restoring;
  const { base, entries } = openLog(internals);
  return { base, events: [...entries] };
}

async function waitUntilIdle(internals: ThreadInternals): Promise<void> {
  await internals.blockedBy();
  internals.assertReady();
  // A run of another tab would overwrite the change with its next event.
  if (internals.features.forwardChange && isRunning(internals.getBaseSnapshot().run)) {
    throw new AgentKitError(
      "thread-busy",
      "The thread runs in another tab. Wait until the run has ended, then try again.",
    );
  }
}

function requireMessageIndex(messages: readonly Message[], id: string): number {
  const index = findMessageIndex(messages, id);
  if (index >= 0) return index;
  throw new AgentKitError(
    "invalid-argument",
    `This conversation has no message "${id}". Pass the id of a message on the current branch.`,
  );
}

/** Starts a branch after the last of these messages. */
function branchAt(
  internals: ThreadInternals,
  position: number,
  messages: readonly Message[],
  { resume = [] }: RunParameters,
): void {
  const log = openLog(internals);
  const earlierSnapshot = snapshotAtPosition(log, position);
  // Messages that a server replayed in one step have no position between them.
  const to = earlierSnapshot.messages.length < messages.length ? log.entries.length : position;
  const { interrupts } = to === position ? earlierSnapshot : internals.getBaseSnapshot();
  const isAnswered = (id: string) => resume.some(({ interruptId }) => interruptId === id);
  if (
    internals.thread().onSendWithInterrupts === "block" &&
    interrupts.some(({ id }) => !isAnswered(id))
  ) {
    throw new AgentKitError(
      "interrupts-open",
      "The branch cannot start before interrupts that are open. Answer them first, or pass `resume`.",
    );
  }
  // The position is not enough for messages from before the log, which are in no entry, and for renamed messages.
  const mustCut = to !== position || !haveSameIds(earlierSnapshot.messages, messages);
  jumpToPosition(internals, to, messages.at(-1)?.id ?? "", mustCut ? messages : undefined);
}

const haveSameIds = (some: readonly Message[], others: readonly Message[]) =>
  some.length === others.length && some.every(({ id }, index) => id === others[index]?.id);
