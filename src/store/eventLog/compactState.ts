import type { Event, EventOf } from "../../protocol/events.ts";
import { diff } from "../../reducer/json/diff.ts";
import { applyJsonPatch } from "../../reducer/json/jsonPatch.ts";
import { isBlank } from "../../reducer/rebase/rebaseEdits.ts";
import { readAction } from "./entries.ts";

/** Of these, the reduction of a state does not depend, nor do they depend on the state. */
const APART: ReadonlySet<string> = new Set([
  "TEXT_MESSAGE_START",
  "TEXT_MESSAGE_CONTENT",
  "TEXT_MESSAGE_END",
  "STEP_STARTED",
  "STEP_FINISHED",
  "REASONING_START",
  "REASONING_MESSAGE_START",
  "REASONING_MESSAGE_CONTENT",
  "REASONING_MESSAGE_END",
  "REASONING_END",
  "ACTIVITY_SNAPSHOT",
  "ACTIVITY_DELTA",
]);

type StateEvent = EventOf<"STATE_SNAPSHOT"> | EventOf<"STATE_DELTA">;

/** Events of the state that come to one. */
interface Fold {
  /** The last of them, and where it lies: a check of the state hears of it when it always did. */
  readonly last: StateEvent;
  readonly at: number;
  readonly before: unknown;
  readonly hasSnapshot: boolean;
}

/**
 * Folds what is said of the state, as long as nothing lies between that has to do with it, into one
 * STATE_SNAPSHOT where there was one, else one STATE_DELTA. A patch that fails stays what it is.
 *
 * @param state - The state before the first event.
 */
export function compactStateEvents(events: readonly Event[], state: unknown): Event[] {
  const kept: (Event | undefined)[] = [];
  let fold: Fold | undefined;
  let now = state;
  /** What of it was made by the events that come to one. */
  let owned = new Set<unknown>();
  let isKnown = true;
  // Outside of a run each event is reported.
  let isInRun = false;

  function add(event: StateEvent, after: unknown): void {
    const isSnapshot = event.type === "STATE_SNAPSHOT";
    const before = fold ? fold.before : now;
    const hasSnapshot = isSnapshot || fold?.hasSnapshot === true;
    fold = { last: event, at: kept.length, before, hasSnapshot };
    now = after;
    // Its place.
    kept.push(undefined);
  }

  /** What has come to one is said. */
  function end(): void {
    if (fold) kept[fold.at] = folded(fold, now);
    fold = undefined;
    owned = new Set();
  }

  for (const event of events) {
    if (event.type === "STATE_SNAPSHOT") isKnown = true;
    if (event.type === "RUN_STARTED") isInRun = true;
    if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") isInRun = false;
    if (isStateEvent(event) && isKnown) {
      const mayCome = isInRun && !hasFacts(event);
      const after = afterOf(event, now, mayCome && isReplacement(event) ? owned : undefined);
      // An empty state may be no word about it, see `opensBlank`.
      if (after && mayCome && !isBlank(after.state)) {
        add(event, after.state);
        continue;
      }
      end();
      if (after) now = after.state;
    }
    if (!APART.has(event.type)) end();
    // What the page does to the state is not known here.
    if (readAction(event)) isKnown = false;
    kept.push(event);
  }
  end();
  return kept.filter((event) => event !== undefined);
}

function isStateEvent(event: Event): event is StateEvent {
  return event.type === "STATE_SNAPSHOT" || event.type === "STATE_DELTA";
}

/** Whether it says more than its state: that must not be lost. */
function hasFacts({ metadata, subagentRunId }: StateEvent): boolean {
  return metadata !== undefined || subagentRunId !== undefined;
}

/** Whether it puts one value in the place of another: that leaves no state empty which was not. */
function isReplacement(event: StateEvent): boolean {
  return event.type === "STATE_DELTA" && event.delta[0]?.op === "replace";
}

/** @param owned - What of the state may be written to. */
function afterOf(
  event: StateEvent,
  state: unknown,
  owned?: Set<unknown>,
): { readonly state: unknown } | undefined {
  if (event.type === "STATE_SNAPSHOT") return { state: event.snapshot };
  try {
    return { state: applyJsonPatch(state, event.delta, owned) };
  } catch {
    return undefined;
  }
}

function folded({ last, before, hasSnapshot }: Fold, after: unknown): Event {
  const {
    type: _,
    snapshot: __,
    delta: ___,
    rawEvent: ____,
    ...rest
  } = {
    snapshot: undefined,
    delta: undefined,
    ...last,
  };
  // `type` is the enum's member of that very name.
  const snapshotType = "STATE_SNAPSHOT" as EventOf<"STATE_SNAPSHOT">["type"];
  const deltaType = "STATE_DELTA" as EventOf<"STATE_DELTA">["type"];
  return hasSnapshot
    ? { ...rest, type: snapshotType, snapshot: after }
    : { ...rest, type: deltaType, delta: diff(before, after) };
}
