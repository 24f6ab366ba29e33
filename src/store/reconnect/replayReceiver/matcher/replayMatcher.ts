import type { Event, EventOf, Message } from "../../../../protocol/events.ts";
import { omitUndefined } from "../../../../protocol/omitUndefined.ts";
import { dropMessages } from "../../../../reducer/dropMessages.ts";
import { isOfKnownRun, isOfOtherRun } from "../../../../reducer/events/identity/idsOfRuns.ts";
import { contentKeyOf } from "../../../../reducer/events/messagesSnapshot/comparedContent.ts";
import { echoFacts, repeatedMessages } from "../../../../reducer/events/runInput.ts";
import { findMessageIndex } from "../../../../reducer/messageIndex.ts";
import { getOwn } from "../../../../reducer/ownProperty.ts";
import type { RunTracking } from "../../../../reducer/runTracking.ts";
import { serverIdOf } from "../../../../reducer/serverIds.ts";
import type { Snapshot } from "../../../../reducer/snapshot.ts";
import { isUnanswered } from "../../../../reducer/toolCallStatus.ts";
import { updateSnapshot } from "../../../../reducer/updateSnapshot.ts";
import type { RunContext } from "../../../thread/threadInternals.ts";
import { loadedIdsAfter } from "./loadedIdsAfter.ts";
import {
  type DecidedMatch,
  findCandidates,
  guessMatch,
  matchStream,
  type PendingStream,
  type StreamStart,
  streamStartOf,
} from "./matchStream.ts";

/** Matcher of the loaded content that the runs of a connection repeat. */
interface ReplayMatcher {
  /** Splits events into the batches to apply, and sets the start of a run's content between them. */
  readonly matchRuns: (events: readonly Event[]) => Iterable<Event[]>;
  /** True while events are deferred. */
  readonly isDeferring: () => boolean;
  /** Drops the deferred events of a lost connection as soon as another connection brings events. */
  readonly expectReplay: () => void;
  /** Guesses what the deferred events repeat: the next call of `matchRuns` returns them. */
  readonly resolveDeferred: () => void;
}

/**
 * Creates the matcher of a thread that follows its server. Servers may use an id again. Then the id alone does not
 * tell whether a run repeats a loaded message or call, or makes another one.
 *
 * Example, tested in `replayMatcher.example.test.ts`: the thread has loaded "Hi" · "Hello." (`m1`) · "And now?", and a
 * run streams text as `m1`. With "Hello.", the run repeats the first reply, and its content begins after "Hi". With
 * "Now what?", the run answers "And now?". The events of `m1` are deferred until its text differs from "Hello." or ends.
 *
 * The content of a run begins:
 *
 * 1. for a run that the thread knows by its id, with the content that it has sent before;
 * 2. else after the last user message or tool result of its input;
 * 3. else with the loaded content that the run repeats, as in the example.
 *
 * The input is that of RUN_STARTED, or a user message that the run sends as a message of its own.
 *
 * In case 3, these are in doubt:
 *
 * - a text whose id a loaded text has;
 * - a call whose id a loaded call has, when that call has a result or is before the last user message.
 *
 * Another text, tool, result or other arguments make it new content. New content begins after the last user message or
 * tool result, and after a reply whose id it uses again. Equal arguments are new as well while the last user message has
 * no reply, unless the call names the message of the loaded one.
 *
 * The run rebuilds what it repeats. An id from before its content names a new message or call.
 */
export function createReplayMatcher({
  getBaseSnapshot,
  commit,
}: Pick<RunContext, "getBaseSnapshot" | "commit">): ReplayMatcher {
  /** The text, reasoning or call of which it is undecided whether it repeats loaded content. */
  let pending: PendingStream | undefined;
  /** The first event of the pending stream, and all events since then. */
  let deferredEvents: Event[] = [];
  /** True when the connection of the deferred events was lost, and the next one replays them. */
  let isReplayExpected = false;
  /** Deferred events of a stream whose match was guessed. */
  let resolvedEvents: readonly Event[] = [];
  /** True when the start of the content is known for the current run, or is not needed. */
  let isStartSettled = false;
  /** The messages before the current run. */
  let messagesBefore: readonly Message[] = [];
  /** Returns the input that the run is known to follow, up to its last user message or tool result. */
  let findInputs: (messages: readonly Message[]) => readonly (Message | undefined)[] = () => [];

  /** Sets the start of the content once a stream is known to repeat loaded content or to be new. */
  function applyMatch(match: DecidedMatch): void {
    if (match.kind === "new") {
      const { messages } = getBaseSnapshot();
      const isReply = isReplyWithKnownId(match.stream, getBaseSnapshot());
      // A reply that uses the id of the last reply again follows all messages.
      setContentStart(isReply ? messages.length - 1 : messages.findLastIndex(isInput));
      return;
    }
    const { addedId } = match.stream;
    if (addedId !== undefined) commit(dropMessages(getBaseSnapshot(), [addedId]), "frame");
    const { messages } = getBaseSnapshot();
    const earlier = messages.slice(0, messages.indexOf(match.loaded.message));
    setContentStart(earlier.findLastIndex(isInput));
  }

  /** Sets the start of the content of the run. @param index - Index of the message before it; -1 when it is first. */
  function setContentStart(index: number): void {
    const snapshot = getBaseSnapshot();
    const startsAfter = snapshot.messages[index]?.id ?? null;
    const next = updateSnapshot(snapshot, (draft) => {
      const isOfOther = ({ id }: Message) => isOfOtherRun(draft, "message", id);
      draft.setTracking({ replayedIds: loadedIdsAfter(snapshot, index, isOfOther), startsAfter });
    });
    commit(next, "frame");
    isStartSettled = true;
  }

  /** Matches the next event of a stream. Sets the start of the content when the event decides the match. */
  function continuePending(stream: PendingStream, event: Event): void {
    const match = matchStream(stream, event, getBaseSnapshot());
    if (match.kind === "undecided") pending = match.stream;
    else {
      applyMatch(match);
      pending = undefined;
    }
  }

  /**
   * Sets the start of the content before a stream that is in doubt. The stream becomes pending when neither the input of
   * the run nor the first event of the stream decides where the content starts.
   */
  function startStream(start: StreamStart, event: Event): void {
    const snapshot = getBaseSnapshot();
    isStartSettled = !needsStart(snapshot.tracking);
    const hasStarted = getOwn(snapshot.tracking[start.kind], start.id) !== undefined;
    if (isStartSettled || hasStarted) return;
    const sameIds = findCandidates(snapshot, start);
    if (sameIds.length === 0) return;
    const inputs = findInputs(snapshot.messages);
    const input = inputs.at(-1);
    const isAdded = input !== undefined && !messagesBefore.some(({ id }) => id === input.id);
    const candidates = isAdded
      ? sameIds.filter(({ message }) => isLoadedReply(snapshot, message, inputs))
      : sameIds;
    if (input && (!isAdded || candidates.length === 0))
      setContentStart(snapshot.messages.lastIndexOf(input));
    else {
      const addedId = isAdded ? input.id : undefined;
      const nothing = { content: "", hasEnded: false, isShared: false };
      const stream = { ...start, ...nothing, candidates, ...omitUndefined({ addedId }) };
      continuePending(stream, event);
    }
  }

  function* matchRuns(events: readonly Event[]): Generator<Event[]> {
    let batch = [...resolvedEvents];
    resolvedEvents = [];
    if (events.length > 0 && isReplayExpected) {
      pending = undefined;
      isReplayExpected = false;
    }
    for (const event of events) {
      const isRunStart = event.type === "RUN_STARTED";
      if (pending) {
        continuePending(pending, event);
        // The start of another run decides the stream, and is not one of its events.
        if (!isRunStart) deferredEvents.push(event);
        if (pending) continue;
        batch = deferredEvents;
        deferredEvents = [];
        if (!isRunStart) continue;
      }
      if (isRunStart) {
        yield batch;
        batch = [];
        messagesBefore = getBaseSnapshot().messages;
        isStartSettled = false;
        findInputs = (messages) => inputsOf(messages, event, getBaseSnapshot());
      } else if (event.type === "TEXT_MESSAGE_START" && event.role === "user") {
        const isSame = (message: Message) => serverIdOf(message) === event.messageId;
        findInputs = (messages) => [messages.find(isSame)];
      }
      const start = isStartSettled ? undefined : streamStartOf(event);
      if (start && isInDoubt(getBaseSnapshot(), start, event)) {
        // Applies the events before the stream, which its match depends on.
        yield batch;
        batch = [];
        startStream(start, event);
        if (pending) {
          deferredEvents = [event];
          continue;
        }
      }
      batch.push(event);
    }
    yield batch;
  }

  return {
    matchRuns,
    isDeferring: () => pending !== undefined,
    expectReplay() {
      isReplayExpected = true;
    },
    resolveDeferred() {
      if (!pending) return;
      const { match, events } = guessMatch(pending, deferredEvents, getBaseSnapshot());
      applyMatch(match);
      resolvedEvents = events;
      pending = undefined;
    },
  };
}

/** True for a message that a run replies to: a user message or a tool result. */
const isInput = ({ role }: Message) => role === "user" || role === "tool";

/** Returns the messages of the conversation in the input of a run, up to its last user message or result. */
function inputsOf(
  messages: readonly Message[],
  { input }: EventOf<"RUN_STARTED">,
  { tracking }: Snapshot,
): readonly (Message | undefined)[] {
  const sent = input?.messages ?? [];
  const last = sent.findLastIndex(isInput);
  return last === -1
    ? []
    : repeatedMessages(messages, sent, echoFacts(tracking)).slice(0, last + 1);
}

/**
 * True for a loaded reply to a question with the text of an input that the run has added. The server may give the loaded
 * question another id, or the user may have asked it again: the reply decides.
 */
function isLoadedReply(
  snapshot: Snapshot,
  reply: Message,
  inputs: readonly (Message | undefined)[],
): boolean {
  const { messages } = snapshot;
  const question = messages
    .slice(0, messages.indexOf(reply))
    .findLast(({ role }) => role === "user");
  const input = inputs.at(-1);
  return (
    question !== undefined &&
    input?.role === "user" &&
    contentKeyOf(question) === contentKeyOf(input) &&
    !inputs.includes(question) &&
    !isOfKnownRun(snapshot, reply.id)
  );
}

/** True for new text that follows loaded text with its id, without an input between the two. */
function isReplyWithKnownId({ kind, id, content }: PendingStream, snapshot: Snapshot): boolean {
  if (kind === "toolCalls") return false;
  const { messages } = snapshot;
  const lastInputAt = messages.findLastIndex(isInput);
  return findCandidates(snapshot, { kind, id }).some(({ message }) => {
    if (messages.indexOf(message) <= lastInputAt) return false;
    // A server may repeat only the beginning of a text of which it has not sent the run.
    return isOfKnownRun(snapshot, message.id) || !String(message.content).startsWith(content);
  });
}

/** True for the start of a loaded text, and for an id from before the last user message or of an answered call. */
function isInDoubt(
  { messages, toolCalls }: Snapshot,
  { kind, id }: StreamStart,
  { type }: Event,
): boolean {
  const info = kind === "toolCalls" ? getOwn(toolCalls, id) : undefined;
  if (info && !isUnanswered(info)) return true;
  const position = info
    ? findMessageIndex(messages, info.messageId)
    : messages.findLastIndex((message) => serverIdOf(message) === id);
  if (position !== -1 && type.endsWith("MESSAGE_START")) return true;
  return position !== -1 && position < messages.findLastIndex(({ role }) => role === "user");
}

/** True in a replayed run, as long as the content that it repeats is unknown. */
const needsStart = ({ isReplay, replayedIds }: RunTracking) => isReplay && !replayedIds;
