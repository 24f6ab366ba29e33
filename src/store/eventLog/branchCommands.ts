import { AgentKitError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import { flushDeferred } from "../../reducer/events/flushDeferred.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { endRun, replaceConversation } from "../../reducer/localUpdates.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { QueuedMessage, Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { RunParameters, RunResult } from "../thread/threadOptions.ts";
import {
  type LogPosition,
  positionAfter,
  positionBefore,
  snapshotAtPosition,
} from "./branchPositions.ts";
import { openLog } from "./eventLog.ts";
import { runEndPosition } from "./runEndPosition.ts";

/** Lets the agent answer again; see `Thread.regenerate`. */
export async function regenerate(
  core: ThreadInternals,
  messageId?: string,
  parameters: RunParameters = {},
): Promise<RunResult> {
  await waitUntilIdle(core);
  const { messages } = core.getSnapshot();
  const at = messageId === undefined ? messages.length - 1 : indexOf(messages, messageId);
  const said = messages.slice(0, at + 1).findLast(({ role }) => role === "user");
  // An agent that speaks first says it all again.
  const place = said ? positionAfter(openLog(core), said.id) : { position: 0 };
  const end = said ? messages.indexOf(said) + 1 : beginningOf(messages);
  branchAt(core, place, messages.slice(0, end), parameters);
  return core.thread().run(parameters);
}

/** Where a conversation begins, behind what the application tells the agent before it. */
function beginningOf(messages: readonly Message[]): number {
  const at = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  return at < 0 ? messages.length : at;
}

/** Says something else in place of a message; see `Thread.edit`. */
export async function edit(
  core: ThreadInternals,
  messageId: string,
  content: QueuedMessage["content"],
  parameters: RunParameters = {},
): Promise<RunResult> {
  await waitUntilIdle(core);
  const { messages } = core.getSnapshot();
  const at = indexOf(messages, messageId);
  if (messages[at]?.role !== "user") {
    throw new AgentKitError("invalid-argument", "Only what the person has said can be edited.");
  }
  // Nothing is turned for what cannot be sent. The message type just does not say `readonly`.
  parseMessages([{ id: messageId, role: "user", content } as Message]);
  branchAt(core, positionBefore(openLog(core), messageId), messages.slice(0, at), parameters);
  return core.send(content, parameters);
}

/** Shows another of the ways behind a message; see `Thread.switchBranch`. */
export async function switchBranch(
  core: ThreadInternals,
  after: string,
  index: number,
): Promise<void> {
  await waitUntilIdle(core);
  if (getOwn(core.getSnapshot().branches, after)?.index === index) return;
  const to = openLog(core).findBranchTip(after, index);
  if (to === undefined) {
    throw new AgentKitError("invalid-argument", `There is no branch ${index} behind "${after}".`);
  }
  goToPosition(core, to);
}

/** Goes back to the end of a run; see `Thread.goToRun`. */
export async function goToRun(core: ThreadInternals, runId: string): Promise<void> {
  await waitUntilIdle(core);
  const position = runEndPosition(openLog(core), runId);
  if (position === undefined) {
    throw new AgentKitError("invalid-argument", `This thread knows of no run "${runId}".`);
  }
  // It stands there already.
  if (position === openLog(core).entries.length) return;
  const { messages } = snapshotAtPosition(openLog(core), position);
  goToPosition(core, position, messages.at(-1)?.id ?? "");
}

/** What the log has; see `Thread.getHistory`. */
export async function getHistory(core: ThreadInternals) {
  // What is stored comes first: a log that is opened before it would be taken for all there is.
  await core.hooks.restoring;
  const { base, entries } = openLog(core);
  return { base, events: [...entries] };
}

async function waitUntilIdle(core: ThreadInternals): Promise<void> {
  await core.stopping();
  core.assertReady();
  // A run that is none of this page's: what is done would be undone by what it says next.
  if (core.hooks.forwardChange && isRunning(core.getSnapshot().run)) {
    throw new AgentKitError("thread-busy", "The thread is running in another window.");
  }
}

function indexOf(messages: readonly Message[], id: string): number {
  const at = findMessageIndex(messages, id);
  if (at >= 0) return at;
  throw new AgentKitError("invalid-argument", `There is no message "${id}" in this conversation.`);
}

/** Goes another way behind the last of these messages. */
function branchAt(
  core: ThreadInternals,
  { position }: LogPosition,
  messages: readonly Message[],
  { resume = [] }: RunParameters,
): void {
  const log = openLog(core);
  const then = snapshotAtPosition(log, position);
  // What a server has told in one go was never there by halves.
  const to = then.messages.length < messages.length ? log.entries.length : position;
  const { interrupts } = to === position ? then : core.getSnapshot();
  const isAnswered = (id: string) => resume.some(({ interruptId }) => interruptId === id);
  if (
    core.thread().onSendWithInterrupts === "block" &&
    interrupts.some(({ id }) => !isAnswered(id))
  ) {
    throw new AgentKitError("interrupts-open", "Answer what was asked before that message first.");
  }
  // What the thread began with is in no entry: it is cut. And a server may have named things anew.
  const hasMore = to !== position || !isSame(then.messages, messages);
  goToPosition(core, to, messages.at(-1)?.id ?? "", hasMore ? messages : undefined);
}

const isSame = (some: readonly Message[], others: readonly Message[]) =>
  some.length === others.length && some.every(({ id }, at) => id === others[at]?.id);

/** Takes up what the thread held at a position of its log. */
function goToPosition(
  core: ThreadInternals,
  to: number,
  after?: string,
  cutTo?: readonly Message[],
): void {
  const log = openLog(core);
  const { queue, usages, annotations, branches, earlier } = core.getSnapshot();
  const then = snapshotAtPosition(log, to);
  const held = atItsEnd(then, core.now());
  // What waits, what was spent and what was noted belongs to the thread, and not to one of its ways.
  const kept = cutTo ? replaceConversation(held, cutTo) : held;
  const next = { ...kept, queue, usages, annotations, branches };
  core.changes.recordChange({
    before: { ...then, branches },
    after: next,
    cause: { name: "go", to, ...(after !== undefined && { after }), ...(cutTo && { isCut: true }) },
  });
  core.undoStack.length = 0;
  for (const id of core.toolResults.keys())
    if (!getOwn(next.toolCalls, id)) core.toolResults.delete(id);
  // The log knows no other shape of the state than the program does.
  const shown = { ...next, ...omitUndefined({ earlier }), branches: log.getBranches() };
  core.replaceSnapshot(shown);
}

/** What was held in the middle of a stream, as if that had ended there. */
function atItsEnd(then: Snapshot, now: number): Snapshot {
  if (!isRunning(then.run)) return then;
  const { run, tracking } = then;
  // Nobody goes on with what is executed either.
  if (!tracking.isAttached) return { ...then, run: { ...run, status: "idle" } };
  return endRun(flushDeferred(then), { at: run.endedAt ?? now, cause: "stopped" });
}
