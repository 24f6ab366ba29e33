import type { Event, JsonPatch, RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { diff } from "../../reducer/json/diff.ts";
import { applyJsonPatch } from "../../reducer/json/jsonPatch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Change, ChangeCause } from "../thread/changeQueue.ts";
import { applyAction, applyEntries } from "./applyEntries.ts";
import { compressEvent, repeatsMessages } from "./compressEvent.ts";
import { isDelta } from "./deltaEvents.ts";
import {
  addMessageIds,
  createActionEntry,
  type LocalAction,
  readAction,
  toLogEntry,
  withoutPrivateInput,
  withSentInput,
} from "./logEntries.ts";
import { withoutTabState } from "./tabIssues.ts";

/** Converter of the changes of a thread to entries of its log. */
interface Recorder {
  createEntries(change: Change): readonly Event[];
}

/**
 * Creates the recorder of a log. An action is recorded by its name, followed by a JSON Patch with its other
 * effects on the snapshot. Applying the entries therefore gives the same snapshot for any command.
 *
 * @param knownIds - Ids of the messages in the log; new ids are added.
 * @param getSnapshot - Returns the snapshot at the end of the log; `undefined` when it is unknown.
 */
export function createRecorder(
  knownIds: Set<string>,
  getSnapshot: () => Snapshot | undefined = () => undefined,
): Recorder {
  /** Input of a run that was sent and has not started. */
  let input: RunAgentInput | undefined;

  function recordEvents({ events, issues }: Extract<ChangeCause, { name: "events" }>): Event[] {
    // Without an event, the issues are not part of the next batch.
    const value = { issues, ...(events.length === 0 && { isDropped: true }) };
    const entries = issues.length > 0 ? [createActionEntry("issues", value)] : [];
    for (const event of events) {
      if (isDelta(event) && !input) {
        entries.push(event);
        addMessageIds(knownIds, event);
        continue;
      }
      const sentInputEntries = event.type === "RUN_STARTED" ? [] : recordSentInput();
      const entry = eventEntry(event, entries);
      entries.push(...sentInputEntries, entry);
      addMessageIds(knownIds, entry);
    }
    return entries;
  }

  /** @param preceding - Entries of the same batch before the event. */
  function eventEntry(event: Event, preceding: readonly Event[]): Event {
    if (event.type === "RUN_STARTED" && input) {
      if (!event.input) return withSentInput(event, takeInput(input));
      // An echoed input is what the agent has received.
      input = undefined;
    }
    const entry = toLogEntry(event);
    const before = repeatsMessages(entry) ? getSnapshot() : undefined;
    return before
      ? compressEvent(entry, applyEntries(before, preceding).messages, knownIds)
      : entry;
  }

  /** Records the sent input of a run that was interrupted before RUN_STARTED. */
  function recordSentInput(): readonly Event[] {
    return input ? [createActionEntry("sent-input", { input: takeInput(input) })] : [];
  }

  function takeInput(sent: RunAgentInput): RunAgentInput {
    input = undefined;
    const messages = sent.messages.filter(({ id }) => !knownIds.has(id));
    for (const { id } of messages) knownIds.add(id);
    return withoutPrivateInput({ ...sent, messages });
  }

  return {
    createEntries({ cause, ...change }) {
      if (cause?.name === "events") return recordEvents(cause);
      if (cause?.name === "cursor") return [createActionEntry("cursor", { cursor: cause.cursor })];
      if (cause?.name === "input") {
        ({ input } = cause);
        return [];
      }
      // Tab-only fields are not recorded.
      const before = change.before && withoutTabState(change.before);
      const after = change.after && withoutTabState(change.after);
      const sentInputEntries = cause?.name === "end" ? recordSentInput() : [];
      const action = before && after && cause && entryOf(cause, before, after);
      if (action) addMessageIds(knownIds, action);
      if (!before || !after || (before === after && !action)) return sentInputEntries;
      return [...sentInputEntries, ...actionEntries(action, before, after)];
    },
  };
}

/** Returns the entry of an action, and a patch with its other effects. */
function actionEntries(
  action: Event | undefined,
  before: Snapshot,
  after: Snapshot,
): readonly Event[] {
  const entries = action ? [action] : [];
  try {
    // `readAction` reads local actions, such as these.
    const applied = action ? applyAction(before, readAction(action) as LocalAction) : before;
    const patch = appendAtEnd(diff(applied, after), applied);
    if (patch.length === 0) return entries;
    const patchEntry = createActionEntry("patch", { patch });
    // Throws when the patch does not apply.
    applyAction(applied, readAction(patchEntry) as LocalAction);
    return [...entries, patchEntry];
  } catch {
    // JSON Patch refuses some keys, such as `__proto__`.
    const jump = entries.filter((entry) => readAction(entry)?.name === "jump");
    return [...jump, createActionEntry("snapshot", { snapshot: after })];
  }
}

/** Appends messages with `/-` instead of an index: they still apply when earlier entries cannot be read. */
function appendAtEnd(patch: JsonPatch, { messages }: Snapshot): JsonPatch {
  let end = messages.length;
  return patch.map((operation) => {
    const { op, path } = operation;
    const isLast = op === "add" && path === `/messages/${end}`;
    if (/^\/messages\/\d+$/.test(path)) end += op === "add" ? 1 : op === "remove" ? -1 : 0;
    return isLast ? { ...operation, path: "/messages/-" } : operation;
  });
}

/** Returns the patch of a branch change. */
function jumpPatch(before: Snapshot, after: Snapshot): JsonPatch {
  const patch = diff(before, after);
  try {
    applyJsonPatch(before, patch);
    return patch;
  } catch {
    // The snapshot that follows contains what JSON Patch refuses.
    return [];
  }
}

function entryOf(cause: ChangeCause, before: Snapshot, after: Snapshot): Event | undefined {
  switch (cause.name) {
    case "run":
    case "end": {
      const { name, at, ...value } = cause;
      return createActionEntry(name, value, at);
    }
    case "jump": {
      const { name, ...value } = cause;
      // The patch is part of this entry, so that a new branch begins directly after it.
      const patch = jumpPatch(before, after);
      return createActionEntry(name, { ...value, ...(patch.length > 0 && { patch }) });
    }
    case "state": {
      // An edit made before its patch could be computed is recorded as a change of the snapshot.
      if (after.edits.some(({ patch }) => patch[0]?.path === "")) return undefined;
      const { conflict } = cause;
      const isBack = Object.is(after.visibleState, after.state);
      const patch = isBack ? [] : diff(before.visibleState, after.visibleState);
      return createActionEntry("state", {
        patch,
        ...omitUndefined({ isBack: isBack || undefined, conflict }),
      });
    }
    case "edits-sent":
      return createActionEntry("edits-sent", {});
    case "earlier": {
      const { name, ...value } = cause;
      return createActionEntry(name, value);
    }
    default:
      return undefined;
  }
}
