import { createIssue } from "../../protocol/issue.ts";
import { stateMismatch } from "../../protocol/issueCodes.ts";
import { getAt, toPointer } from "../../reducer/json/jsonPointer.ts";
import { addIssues } from "../../reducer/localUpdates.ts";
import { isBlank } from "../../reducer/rebase/rebaseEdits.ts";
import { describeProblems, isStandard, validateValue } from "../jsonSchema/validate.ts";
import type { ValueSchema } from "../jsonSchema/valueSchema.ts";
import { createFrameScheduler, type FrameScheduler } from "../thread/frameScheduler.ts";
import { reportUncaught } from "../thread/runtime.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

interface StateCheck {
  readonly schema: ValueSchema;
  /** JSON Pointer of the part to validate. */
  readonly pointer?: string | undefined;
}

/** A validation that is due, shared by all that have the same schema and pointer. */
interface Wanted {
  readonly schema: ValueSchema;
  readonly pointer: string;
  readonly type: string;
  readonly value: unknown;
}

/** Validations of one thread. */
interface Checks {
  /** Due validations by schema and pointer. */
  readonly wanted: Map<string, Wanted>;
  /** Values that were validated last, by the same keys. */
  readonly seen: Map<string, unknown>;
  readonly frames: FrameScheduler;
  /** Number of frames to wait before the next validation, and how many of them are left. */
  pace: number;
  left: number;
}

const all = new WeakMap<object, Checks>();

/** Maximum number of frames to wait, about one second. */
const MAX_PACE = 64;

/** Validates the states that the agent sends from now on; see `Thread.validateState`. */
export function validateState(internals: ThreadInternals, check: StateCheck): () => void {
  return internals.listeners.add({
    onEvent({ type }, { state }) {
      if (type.startsWith("STATE_")) checkState(internals, check, { type, state });
    },
  });
}

/**
 * Schedules the validation of a state that the agent has sent. A long list takes as long as several
 * frames, so validation runs after one frame, then two, then four during a run, and at its end.
 */
function checkState(
  internals: ThreadInternals,
  { schema, pointer = "" }: StateCheck,
  { type, state }: { readonly type: string; readonly state: unknown },
): void {
  const value = getAt(state, pointer);
  // A part that does not exist yet, and a state that is still empty, are not validated.
  if (value === undefined || isBlank(state)) return;
  const { wanted, frames } = checksOf(internals);
  wanted.set(`${keyOf(schema)} ${pointer}`, { schema, pointer, type, value });
  frames.schedule();
}

/** The scheduler has no value to read. */
const NOTHING = () => {};

function checksOf(internals: ThreadInternals): Checks {
  const known = all.get(internals.hooks);
  if (known) return known;
  const checks: Checks = {
    wanted: new Map(),
    seen: new Map(),
    pace: 1,
    left: 1,
    frames: createFrameScheduler(NOTHING, () => {
      checks.left -= 1;
      if (checks.left > 0) return checks.frames.schedule();
      checks.pace = Math.min(checks.pace * 2, MAX_PACE);
      checks.left = checks.pace;
      checkAll(internals, checks);
    }),
  };
  internals.listeners.add({
    onRunEnd() {
      checks.left = 1;
      if (checks.wanted.size > 0) checks.frames.flush();
      checks.pace = 1;
      checks.left = 1;
    },
  });
  all.set(internals.hooks, checks);
  return checks;
}

function checkAll(internals: ThreadInternals, { wanted, seen }: Checks): void {
  for (const [key, one] of internals.isDisposed() ? [] : wanted) {
    if (Object.is(one.value, seen.get(key))) continue;
    seen.set(key, one.value);
    check(internals, one).catch(reportUncaught);
  }
  wanted.clear();
}

async function check(
  { listeners, getSnapshot, commit }: ThreadInternals,
  { schema, pointer, type, value }: Wanted,
): Promise<void> {
  const { problems } = await validateValue(schema, value);
  if (!problems) return;
  // Issues are counted per location.
  const [first] = problems;
  const place = pointer + toPointer((first?.path ?? []).map(String));
  const issue = createIssue(stateMismatch, type, place || "state");
  const message = `${issue.message} ${describeProblems(problems)}.`;
  commit(addIssues(getSnapshot(), [{ ...issue, message }]), "frame");
  const { subject } = issue;
  const added = getSnapshot().issues.find(
    (one) => one.code === issue.code && one.eventType === type && one.subject === subject,
  );
  if (added) listeners.notify("onIssue", added);
}

const keys = new WeakMap<object, string>();
let count = 0;

/** Returns a key that is equal for schemas with equal content, where that can be compared. */
function keyOf(schema: ValueSchema): string {
  const known = keys.get(schema);
  if (known !== undefined) return known;
  // A schema of a library is identified by its object, and an inline JSON Schema by its content,
  // because it is a new object in every render.
  const key = isStandard(schema) ? `#${++count}` : JSON.stringify(schema);
  keys.set(schema, key);
  return key;
}
