import type { Event, JsonPatch, RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { diff } from "../../reducer/json/diff.ts";
import { applyJsonPatch } from "../../reducer/json/jsonPatch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Change, ChangeCause } from "../thread/changeQueue.ts";
import { compressEvent, repeatsMessages } from "./compressEvent.ts";
import { isDelta } from "./deltaEvents.ts";
import {
  actionEntry,
  addMessageIds,
  agentEntry,
  type LocalAction,
  readAction,
  withoutPrivateInput,
  withSentInput,
} from "./entries.ts";
import { applyAction, replay } from "./replay.ts";
import { withoutTabIssues } from "./withoutTabIssues.ts";

/** Turns changes of a thread into entries of its log, one after another. */
export interface Recorder {
  record(change: Change): readonly Event[];
}

/**
 * Makes the recorder of a log. An act is written by its name, and what else the snapshot shows of it as
 * a JSON Patch behind that: reading it back gives the same snapshot, whatever a verb has done.
 *
 * @param known - The ids of the messages that the log has; those that it gets are added.
 * @param held - What the thread held behind the last entry; `undefined` when that is not known.
 */
export function createRecorder(
  known: Set<string>,
  held: () => Snapshot | undefined = () => undefined,
): Recorder {
  /** The input of the run that has gone out, until the run starts. */
  let input: RunAgentInput | undefined;

  function recordEvents({ events, issues }: Extract<ChangeCause, { name: "events" }>): Event[] {
    const entries = issues.length > 0 ? [actionEntry("issues", { issues })] : [];
    for (const event of events) {
      if (isDelta(event) && !input) {
        entries.push(event);
        addMessageIds(known, event);
        continue;
      }
      const opening = event.type === "RUN_STARTED" ? [] : open();
      const entry = eventEntry(event, entries);
      entries.push(...opening, entry);
      addMessageIds(known, entry);
    }
    return entries;
  }

  /** @param behind - What has come in the same moment before it. */
  function eventEntry(event: Event, behind: readonly Event[]): Event {
    if (event.type === "RUN_STARTED" && input) {
      if (!event.input) return withSentInput(event, takeInput(input));
      // What the agent echoes is what it has got.
      input = undefined;
    }
    const entry = agentEntry(event);
    const before = repeatsMessages(entry) ? held() : undefined;
    return before ? compressEvent(entry, replay(before, behind).messages, known) : entry;
  }

  /** An agent that opens no run, or is cut off before: what was sent is noted all the same. */
  function open(): readonly Event[] {
    return input ? [actionEntry("open", { input: takeInput(input) })] : [];
  }

  function takeInput(sent: RunAgentInput): RunAgentInput {
    input = undefined;
    const messages = sent.messages.filter(({ id }) => !known.has(id));
    for (const { id } of messages) known.add(id);
    return withoutPrivateInput({ ...sent, messages });
  }

  return {
    record({ cause, ...change }) {
      if (cause?.name === "events") return recordEvents(cause);
      if (cause?.name === "cursor") return [actionEntry("cursor", { cursor: cause.cursor })];
      if (cause?.name === "input") {
        ({ input } = cause);
        return [];
      }
      // What else the page shows would have no place in what is read back.
      const before = change.before && withoutTabIssues(change.before);
      const after = change.after && withoutTabIssues(change.after);
      const opening = cause?.name === "end" ? open() : [];
      const act = before && after && cause && entryOf(cause, before, after);
      if (act) addMessageIds(known, act);
      if (!before || !after || (before === after && !act)) return opening;
      return [...opening, ...actEntries(act, before, after)];
    },
  };
}

/** An act by its name, and behind it what else it has changed. */
function actEntries(act: Event | undefined, before: Snapshot, after: Snapshot): readonly Event[] {
  const entries = act ? [act] : [];
  try {
    const done = act ? applyAction(before, readAction(act) as LocalAction) : before;
    const patch = atTheEnd(diff(done, after), done);
    if (patch.length === 0) return entries;
    const rest = actionEntry("patch", { patch });
    applyAction(done, readAction(rest) as LocalAction);
    return [...entries, rest];
  } catch {
    // What no patch may touch, a key `__proto__` for instance.
    const turning = entries.filter((entry) => readAction(entry)?.name === "go");
    return [...turning, actionEntry("snapshot", { snapshot: after })];
  }
}

/**
 * Messages that are added at the end are added there wherever that is: when something before them cannot be
 * read any more, they still can.
 */
function atTheEnd(patch: JsonPatch, { messages }: Snapshot): JsonPatch {
  let end = messages.length;
  return patch.map((operation) => {
    const { op, path } = operation;
    const isLast = op === "add" && path === `/messages/${end}`;
    if (/^\/messages\/\d+$/.test(path)) end += op === "add" ? 1 : op === "remove" ? -1 : 0;
    return isLast ? { ...operation, path: "/messages/-" } : operation;
  });
}

/** What going elsewhere has changed of what was held there. */
function goPatch(before: Snapshot, after: Snapshot): JsonPatch {
  const patch = diff(before, after);
  try {
    applyJsonPatch(before, patch);
    return patch;
  } catch {
    // What no patch may touch is told by a snapshot behind it.
    return [];
  }
}

function entryOf(cause: ChangeCause, before: Snapshot, after: Snapshot): Event | undefined {
  switch (cause.name) {
    case "run":
    case "end": {
      const { name, at, ...value } = cause;
      return actionEntry(name, value, at);
    }
    case "go": {
      const { name, ...value } = cause;
      // Part of it, so that what begins behind it begins right behind it.
      const patch = goPatch(before, after);
      return actionEntry(name, { ...value, ...(patch.length > 0 && { patch }) });
    }
    case "state": {
      // One that came before it could be told what it changes is taken for what it is.
      if (after.edits.some(({ patch }) => patch[0]?.path === "")) return undefined;
      const { conflict } = cause;
      const isBack = Object.is(after.visibleState, after.state);
      const patch = isBack ? [] : diff(before.visibleState, after.visibleState);
      return actionEntry("state", {
        patch,
        ...omitUndefined({ isBack: isBack || undefined, conflict }),
      });
    }
    case "carry":
      return actionEntry("carry", {});
    case "earlier": {
      const { name, ...value } = cause;
      return actionEntry(name, value);
    }
    default:
      return undefined;
  }
}
