import type { Event, JsonPatch, RunAgentInput } from "../../protocol/events.ts";
import { present } from "../../protocol/present.ts";
import { createPatch } from "../../reducer/edits/createPatch.ts";
import { applyJsonPatch } from "../../reducer/patch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Cause, Change } from "../changes.ts";
import { type Act, actEntry, agentEntry, learnIds, readAct, withInput } from "./entries.ts";
import { applyAct } from "./replay.ts";

/** Turns changes of a thread into entries of its log, one after another. */
export interface Recorder {
  record(change: Change): readonly Event[];
}

/**
 * Makes the recorder of a log. An act is written by its name, and what else the snapshot shows of it as
 * a JSON Patch behind that: reading it back gives the same snapshot, whatever a verb has done.
 *
 * @param known - The ids of the messages that the log has; those that it gets are added.
 */
export function createRecorder(known: Set<string>): Recorder {
  /** The input of the run that has gone out, until the run starts. */
  let input: RunAgentInput | undefined;

  function recordEvents({ events, issues }: Extract<Cause, { name: "events" }>): Event[] {
    const entries = issues.length > 0 ? [actEntry("issues", { issues })] : [];
    for (const event of events) {
      if (input && event.type === "RUN_STARTED") entries.push(withInput(event, takeInput(input)));
      else entries.push(...open(), agentEntry(event));
      learnIds(known, event);
    }
    return entries;
  }

  /** An agent that opens no run, or is cut off before: what was sent is noted all the same. */
  function open(): readonly Event[] {
    return input ? [actEntry("open", { input: takeInput(input) })] : [];
  }

  function takeInput(sent: RunAgentInput): RunAgentInput {
    input = undefined;
    const messages = sent.messages.filter(({ id }) => !known.has(id));
    for (const { id } of messages) known.add(id);
    // The state is what the log comes to; what is forwarded may be secret.
    return { ...sent, messages, state: null, forwardedProps: {} };
  }

  return {
    record({ before, after, cause }) {
      if (cause?.name === "events") return recordEvents(cause);
      if (cause?.name === "cursor") return [actEntry("cursor", { cursor: cause.cursor })];
      if (cause?.name === "input") {
        ({ input } = cause);
        return [];
      }
      const opening = cause?.name === "end" ? open() : [];
      const act = before && after && cause && entryOf(cause, before, after);
      if (!before || !after || (before === after && !act)) return opening;
      return [...opening, ...actEntries(act, before, after)];
    },
  };
}

/** An act by its name, and behind it what else it has changed. */
function actEntries(act: Event | undefined, before: Snapshot, after: Snapshot): readonly Event[] {
  const entries = act ? [act] : [];
  try {
    const done = act ? applyAct(before, readAct(act) as Act) : before;
    const patch = createPatch(done, after);
    if (patch.length === 0) return entries;
    const rest = actEntry("patch", { patch });
    applyAct(done, readAct(rest) as Act);
    return [...entries, rest];
  } catch {
    // What no patch may touch, a key `__proto__` for instance.
    const turning = entries.filter((entry) => readAct(entry)?.name === "go");
    return [...turning, actEntry("snapshot", { snapshot: after })];
  }
}

/** What going elsewhere has changed of what was held there. */
function goPatch(before: Snapshot, after: Snapshot): JsonPatch {
  const patch = createPatch(before, after);
  try {
    applyJsonPatch(before, patch);
    return patch;
  } catch {
    // What no patch may touch is told by a snapshot behind it.
    return [];
  }
}

function entryOf(cause: Cause, before: Snapshot, after: Snapshot): Event | undefined {
  switch (cause.name) {
    case "run":
    case "end": {
      const { name, at, ...value } = cause;
      return actEntry(name, value, at);
    }
    case "go": {
      const { name, ...value } = cause;
      // Part of it, so that what begins behind it begins right behind it.
      const patch = goPatch(before, after);
      return actEntry(name, { ...value, ...(patch.length > 0 && { patch }) });
    }
    case "state": {
      // One that came before it could be told what it changes is taken for what it is.
      if (after.edits.some(({ patch }) => patch[0]?.path === "")) return undefined;
      const { conflict } = cause;
      const isBack = Object.is(after.visibleState, after.state);
      const patch = isBack ? [] : createPatch(before.visibleState, after.visibleState);
      return actEntry("state", { patch, ...present({ isBack: isBack || undefined, conflict }) });
    }
    case "carry":
      return actEntry("carry", {});
    default:
      return undefined;
  }
}
