import type { Event, EventOf, Message } from "../../../../protocol/events.ts";
import { isOfOtherRun } from "../../../../reducer/events/identity/streamedIds.ts";
import { serverSubagentId } from "../../../../reducer/events/identity/subagentIds.ts";
import { repeatedMessages } from "../../../../reducer/events/runInput.ts";
import { updateSnapshot } from "../../../../reducer/localUpdates.ts";
import { findMessageIndex } from "../../../../reducer/messageIndex.ts";
import type { ReusableKind, RunTracking, StreamedIds } from "../../../../reducer/runTracking.ts";
import { getOwn, putOwn } from "../../../../reducer/safeRecord.ts";
import { serverIdOf } from "../../../../reducer/serverIds.ts";
import type { Snapshot } from "../../../../reducer/snapshot.ts";
import { isUnanswered } from "../../../../reducer/toolCallStatus.ts";
import type { RunContext } from "../../../thread/threadInternals.ts";
import {
  type BegunStream,
  decideRepetition,
  findCandidates,
  guessRepetition,
  type UndecidedStream,
} from "./decideRepetition.ts";

/** Finds out which loaded content the runs of a stream repeat. */
interface RunLocator {
  /** Splits events into the batches to apply, and sets the position of a run between them. */
  readonly locateRuns: (events: readonly Event[]) => Iterable<Event[]>;
  /** True while events are deferred. */
  readonly isDeferring: () => boolean;
  /** Drops the deferred events of a lost connection as soon as another connection brings events. */
  readonly expectReplay: () => void;
  /** Locates the deferred events as what they most likely are: the next call of `locateRuns` returns them. */
  readonly settleDeferred: () => void;
}

/**
 * Creates the locator of a thread that follows its server. Servers may use an id again. Then the id alone does not
 * tell whether a run repeats a loaded message or call, or makes another one.
 *
 * Example: the thread has loaded "Hi" · "Hello." (`m1`) · "And now?", and a run streams text as `m1`. With "Hello.",
 * the run repeats the first reply, and its content begins after "Hi". With "Now what?", the run answers "And now?".
 * The events of `m1` are deferred until its text differs from "Hello." or ends.
 *
 * The content of a run begins:
 *
 * 1. for a run that the thread knows by its id, with the content that it has sent before;
 * 2. else after the last user message or tool result in the input of RUN_STARTED, or after the last loaded user
 *    message that the run sends as a message of its own;
 * 3. else with the loaded content that the run repeats, as in the example.
 *
 * In case 3, only a stream whose id belongs to content before the last user message, or to an answered call, is in
 * doubt. Other text, another tool, other arguments or another result are new content. New content begins after the
 * last user message or tool result. Equal arguments are new as well while the last user message has no reply, unless
 * the call names the message of the loaded one.
 *
 * The run rebuilds what it repeats. An id from before its content names a new message or call.
 */
export function createRunLocator({
  getSnapshot,
  commit,
}: Pick<RunContext, "getSnapshot" | "commit">): RunLocator {
  let undecided: UndecidedStream | undefined;
  /** True when the connection of the deferred events was lost, and the next one replays them. */
  let isReplayExpected = false;
  /** Deferred events that were located. */
  let settled: Event[] = [];
  /** True when the position of the current run is known, or no position is needed. */
  let isLocated = false;
  /** Returns the last user message or tool result that the run is known to follow. */
  let findInput: (messages: readonly Message[]) => Message | undefined = () => undefined;

  /** Sets the position of the run: its content begins after the last user message or result before a message. */
  function setStart(isStart: (message: Message) => boolean, before?: Message): void {
    const snapshot = getSnapshot();
    const { messages } = snapshot;
    const end = before ? messages.indexOf(before) : messages.length;
    const start = messages.slice(0, end).findLastIndex(isStart);
    const startsAfter = messages[start]?.id ?? null;
    const next = updateSnapshot(snapshot, (draft) => {
      const isOfOther = ({ id }: Message) => isOfOtherRun(draft, "message", id);
      draft.setTracking({ replayedIds: idsAfter(snapshot, start, isOfOther), startsAfter });
    });
    commit(next, "frame");
    isLocated = true;
  }

  function* locateRuns(events: readonly Event[]): Generator<Event[]> {
    let batch = settled;
    settled = [];
    if (events.length > 0 && isReplayExpected) {
      undecided = undefined;
      isReplayExpected = false;
    }
    for (const event of events) {
      const isRunStart = event.type === "RUN_STARTED";
      if (undecided) {
        const decision = decideRepetition(undecided, event, getSnapshot());
        if (!isRunStart) undecided.events.push(event);
        if (decision === undefined) continue;
        setStart(isInput, decision?.message);
        batch = undecided.events;
        undecided = undefined;
        if (!isRunStart) continue;
      }
      if (isRunStart) {
        isLocated = false;
        findInput = (messages) => lastInput(messages, event);
      } else if (event.type === "TEXT_MESSAGE_START" && event.role === "user") {
        const isSame = (message: Message) => serverIdOf(message) === event.messageId;
        findInput = (messages) => messages.find(isSame);
      }
      const stream = isLocated ? undefined : beginningOf(event);
      if (stream && isInDoubt(getSnapshot(), stream)) {
        yield batch;
        batch = [];
        const snapshot = getSnapshot();
        isLocated = !isUnlocated(snapshot.tracking);
        const isBegun = getOwn(snapshot.tracking[stream.kind], stream.id) !== undefined;
        const candidates = isLocated || isBegun ? [] : findCandidates(snapshot, stream);
        const input = candidates.length > 0 ? findInput(snapshot.messages) : undefined;
        if (input) setStart((message) => message === input);
        else if (candidates.length > 0) {
          undecided = { ...stream, events: [event], candidates, content: "", hasEnded: false };
          const decision = decideRepetition(undecided, event, snapshot);
          if (decision === undefined) continue;
          setStart(isInput, decision?.message);
          undecided = undefined;
        }
      }
      batch.push(event);
    }
    yield batch;
  }

  return {
    locateRuns,
    isDeferring: () => undecided !== undefined,
    expectReplay() {
      isReplayExpected = true;
    },
    settleDeferred() {
      if (!undecided) return;
      const { repeated, events } = guessRepetition(undecided, getSnapshot());
      setStart(isInput, repeated?.message);
      settled = [...events];
      undecided = undefined;
    },
  };
}

/** True for what a run replies to: a user message or a tool result. */
const isInput = ({ role }: Message) => role === "user" || role === "tool";

/** Returns the message of the conversation that is the last user message or result in the input of a run. */
function lastInput(
  messages: readonly Message[],
  { input }: EventOf<"RUN_STARTED">,
): Message | undefined {
  const sent = input?.messages ?? [];
  const last = sent.findLastIndex(isInput);
  return last === -1 ? undefined : repeatedMessages(messages, sent)[last];
}

/** Returns the stream of the agent that an event begins, also without a start event. */
function beginningOf(event: Event): BegunStream | undefined {
  switch (event.type) {
    case "TEXT_MESSAGE_START":
      return event.role === undefined || event.role === "assistant"
        ? { kind: "text", id: event.messageId }
        : undefined;
    case "TEXT_MESSAGE_CONTENT":
      return { kind: "text", id: event.messageId };
    case "REASONING_MESSAGE_START":
    case "REASONING_MESSAGE_CONTENT":
      return { kind: "reasoning", id: event.messageId };
    case "TOOL_CALL_START":
      return { kind: "toolCalls", id: event.toolCallId };
    default:
      return undefined;
  }
}

/** True for the id of content before the last user message, or of an answered call. */
function isInDoubt({ messages, toolCalls }: Snapshot, { kind, id }: BegunStream): boolean {
  const info = kind === "toolCalls" ? getOwn(toolCalls, id) : undefined;
  if (info && !isUnanswered(info)) return true;
  const position = findMessageIndex(messages, info?.messageId ?? id);
  return position !== -1 && position < messages.findLastIndex(({ role }) => role === "user");
}

/** True in a replayed run of unknown position. */
const isUnlocated = ({ isReplay, replayedIds }: RunTracking) => isReplay && !replayedIds;

/**
 * Returns the ids of the loaded content after a position, up to the next user message, by the ids of the server.
 *
 * @param isOfOther - True for a message of another run, which a run does not repeat.
 */
function idsAfter(
  snapshot: Snapshot,
  start: number,
  isOfOther: (message: Message) => boolean,
): StreamedIds {
  const ids: Record<ReusableKind, Record<string, string[]>> = {
    text: {},
    reasoning: {},
    toolCalls: {},
    subagentIds: {},
  };
  const add = (kind: ReusableKind, serverId: string, id: string) => {
    const list = getOwn(ids[kind], serverId);
    if (list) list.push(id);
    else putOwn(ids[kind], serverId, [id]);
  };
  for (const message of snapshot.messages.slice(start + 1)) {
    if (message.role === "user") break;
    if (isOfOther(message)) continue;
    const { subagentRunId } = message;
    const agentId = serverSubagentId(snapshot, subagentRunId);
    if (agentId !== undefined && subagentRunId !== undefined && !getOwn(ids.subagentIds, agentId))
      add("subagentIds", agentId, subagentRunId);
    if (message.role === "reasoning") add("reasoning", serverIdOf(message), message.id);
    if (message.role !== "assistant") continue;
    add("text", serverIdOf(message), message.id);
    for (const call of message.toolCalls ?? []) add("toolCalls", serverIdOf(call), call.id);
  }
  return ids;
}
