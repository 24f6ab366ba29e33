import type { Event, EventOf, Message } from "../../../../protocol/events.ts";
import { omitUndefined } from "../../../../protocol/omitUndefined.ts";
import { dropMessages } from "../../../../reducer/dropMessages.ts";
import {
  isOfKnownRun,
  isOfOtherRun,
  isReplyOfKnownRun,
} from "../../../../reducer/events/identity/idsOfRuns.ts";
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
  /** Splits events into the batches to apply, and sets `startsAfter` of a run between them. */
  readonly matchRuns: (events: readonly Event[]) => Iterable<Event[]>;
  /** True while events are deferred. */
  readonly isDeferring: () => boolean;
  /** Makes the next events drop the deferred ones: the connection was lost, and the next one replays its events. */
  readonly markConnectionLost: () => void;
  /** Guesses what the deferred events repeat: the next call of `matchRuns` returns them. */
  readonly resolveDeferred: () => void;
}

/** Events that wait until a later event shows whether their stream repeats loaded content. */
interface Deferral {
  readonly stream: PendingStream;
  /** The first event of the stream, and all events since then. */
  readonly events: Event[];
  /** True when the connection was lost: the next one replays the events. */
  readonly isConnectionLost: boolean;
}

/**
 * Creates the matcher of a thread that follows its server: a server may use an id again, so the id alone does not tell
 * whether a run repeats loaded content.
 *
 * The content of a run starts after a message (`tracking.startsAfter`): ids that occur up to that message belong to other
 * content; loaded content after that message (`tracking.replayedIds`) is what the run repeats. The matcher finds the
 * message:
 *
 * 1. A run that the thread knows by its id repeats what that run has sent before. Nothing is left to find.
 * 2. With an input, the content starts after the last user message or tool result of the input. The input is that of
 *    RUN_STARTED, or a user message that the run sends.
 * 3. Otherwise the content starts before the loaded content that the run repeats, which its first text or call shows.
 *
 * Example of case 3, tested in `replayMatcher.example.test.ts`. The thread has loaded "Hi" · "Hello." (`m1`) · "And now?":
 *
 * ```text
 * RUN_STARTED r2                      has no input
 * TEXT_MESSAGE_START m1               deferred: a loaded text has the id
 * TEXT_MESSAGE_CONTENT m1 "Hel"       deferred: the loaded text begins so
 * TEXT_MESSAGE_CONTENT m1 "lo."       deferred: the text may still differ
 * TEXT_MESSAGE_END m1                 same text: m1 is repeated, and the content starts after "Hi"
 * or TEXT_MESSAGE_CONTENT m1 "Now"    other text: m1 is new, and the content starts after "And now?"
 * ```
 *
 * A call repeats a loaded one with the same tool, arguments and result; while the last user message has no reply, equal
 * arguments make a new call, unless the call names the message of the loaded one.
 */
export function createReplayMatcher({
  getBaseSnapshot,
  commit,
}: Pick<RunContext, "getBaseSnapshot" | "commit">): ReplayMatcher {
  let deferral: Deferral | undefined;
  /** Deferred events of a stream whose match was guessed. */
  let resolvedEvents: readonly Event[] = [];
  /** True when `startsAfter` is set for the current run, or is not needed. */
  let isStartKnown = false;
  /** The messages before the current run. */
  let messagesBefore: readonly Message[] = [];
  /** Returns the input of the current run, as far as it is known; see `inputsOf`. */
  let findInputs: (messages: readonly Message[]) => readonly (Message | undefined)[] = () => [];

  function* matchRuns(events: readonly Event[]): Generator<Event[]> {
    let batch = [...resolvedEvents];
    resolvedEvents = [];
    if (events.length > 0 && deferral?.isConnectionLost) deferral = undefined;
    for (const event of events) {
      if (deferral) {
        const decidedEvents = continueDeferral(deferral, event);
        if (!decidedEvents) continue;
        batch = decidedEvents;
        if (event.type !== "RUN_STARTED") continue;
      }
      const stream = streamStartOf(event);
      const isRunStart = event.type === "RUN_STARTED";
      const mayRepeat =
        stream && !isStartKnown && mayHaveLoadedId(getBaseSnapshot(), stream, event);
      if (isRunStart || mayRepeat) {
        // Applies the events before, which the following steps depend on.
        yield batch;
        batch = [];
      }
      if (isRunStart) beginRun(event);
      else if (event.type === "TEXT_MESSAGE_START" && event.role === "user") {
        const isSame = (message: Message) => serverIdOf(message) === event.messageId;
        findInputs = (messages) => [messages.find(isSame)];
      }
      if (mayRepeat) findStart(stream, event);
      if (!deferral) batch.push(event);
    }
    yield batch;
  }

  function beginRun(event: EventOf<"RUN_STARTED">): void {
    messagesBefore = getBaseSnapshot().messages;
    isStartKnown = false;
    findInputs = (messages) => inputsOf(messages, event, getBaseSnapshot());
  }

  /** Finds the start of the content with the first event of a stream, or defers the stream. */
  function findStart(stream: StreamStart, event: Event): void {
    const snapshot = getBaseSnapshot();
    const { tracking, messages } = snapshot;
    isStartKnown = !needsStart(tracking);
    const hasStarted = getOwn(tracking[stream.kind], stream.id) !== undefined;
    if (isStartKnown || hasStarted) return;
    const sameIds = findCandidates(snapshot, stream);
    if (sameIds.length === 0) return;
    const inputs = findInputs(messages);
    const input = inputs.at(-1);
    const isAdded = input !== undefined && !messagesBefore.some(({ id }) => id === input.id);
    // An input that the thread had before the run decides alone. An added question may be a loaded one under another id: then
    // the reply shows it.
    const candidates = sameIds.filter(
      ({ message }) => !input || (isAdded && isLoadedReply(snapshot, message, inputs)),
    );
    if (input && candidates.length === 0) {
      startContentAfter(messages.lastIndexOf(input));
      return;
    }
    const progress = { content: "", hasEnded: false, isShared: false };
    const addedId = isAdded ? input.id : undefined;
    const pending = { ...stream, ...progress, candidates, ...omitUndefined({ addedId }) };
    const undecided = continueMatch(pending, event);
    deferral = undecided && { stream: undecided, events: [event], isConnectionLost: false };
  }

  /** Adds the next event to the deferred ones. @returns All of them once the stream is decided; `undefined` before. */
  function continueDeferral({ stream, events }: Deferral, event: Event): Event[] | undefined {
    const undecided = continueMatch(stream, event);
    // The start of another run decides the stream, and is not one of its events.
    if (event.type !== "RUN_STARTED") events.push(event);
    deferral = undecided && { stream: undecided, events, isConnectionLost: false };
    return undecided ? undefined : events;
  }

  /** Matches the next event of a stream, and applies the match. @returns The stream while it is undecided. */
  function continueMatch(stream: PendingStream, event: Event): PendingStream | undefined {
    const match = matchStream(stream, event, getBaseSnapshot());
    if (match.kind === "undecided") return match.stream;
    applyMatch(match);
    return undefined;
  }

  /** Sets the start of the content once a stream is known to repeat loaded content or to be new. */
  function applyMatch(match: DecidedMatch): void {
    if (match.kind === "new") {
      const { messages } = getBaseSnapshot();
      const isReply = isReplyWithKnownId(match.stream, getBaseSnapshot());
      // A reply that uses the id of the last reply again follows all messages.
      startContentAfter(isReply ? messages.length - 1 : messages.findLastIndex(isInput));
      return;
    }
    // The question that the run has added is the loaded question of the repeated reply.
    const { addedId } = match.stream;
    if (addedId !== undefined) commit(dropMessages(getBaseSnapshot(), [addedId]), "frame");
    const { messages } = getBaseSnapshot();
    const earlier = messages.slice(0, messages.indexOf(match.loaded.message));
    startContentAfter(earlier.findLastIndex(isInput));
  }

  /** Sets `startsAfter` and `replayedIds`. @param index - Index of the message before the content; -1 for no message. */
  function startContentAfter(index: number): void {
    const snapshot = getBaseSnapshot();
    const startsAfter = snapshot.messages[index]?.id ?? null;
    const next = updateSnapshot(snapshot, (draft) => {
      const isOfOther = (kind: "message" | "call", id: string) => isOfOtherRun(draft, kind, id);
      draft.setTracking({ replayedIds: loadedIdsAfter(snapshot, index, isOfOther), startsAfter });
    });
    commit(next, "frame");
    isStartKnown = true;
  }

  return {
    matchRuns,
    isDeferring: () => deferral !== undefined,
    markConnectionLost() {
      if (deferral) deferral = { ...deferral, isConnectionLost: true };
    },
    resolveDeferred() {
      if (!deferral) return;
      const { match, events } = guessMatch(deferral.stream, deferral.events, getBaseSnapshot());
      applyMatch(match);
      resolvedEvents = events;
      deferral = undefined;
    },
  };
}

/** True for a message that a run replies to: a user message or a tool result. */
const isInput = ({ role }: Message) => role === "user" || role === "tool";

/**
 * Returns the messages of the thread that the input of a run has, up to its last user message or tool result. `undefined`
 * stands for a message that the thread does not have.
 */
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
    !isReplyOfKnownRun(snapshot, reply)
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

/**
 * True when the id of a stream may be that of loaded content: the start of a text whose id is known, an id from before
 * the last user message, or an answered call.
 */
function mayHaveLoadedId(
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

/** True in a run that may repeat loaded content, as long as that content is unknown. */
const needsStart = ({ isReplay, replayedIds }: RunTracking) => isReplay && !replayedIds;
