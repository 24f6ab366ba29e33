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
  /** The part it is about, as a JSON Pointer. */
  readonly pointer?: string | undefined;
}

/** What is to be checked next, for all who want the same of the same place. */
interface Wanted {
  readonly schema: ValueSchema;
  readonly pointer: string;
  readonly type: string;
  readonly value: unknown;
}

/** The checks of one thread. */
interface Checks {
  /** By what is checked and by which schema. */
  readonly wanted: Map<string, Wanted>;
  /** What each has looked at last. */
  readonly seen: Map<string, unknown>;
  readonly frames: FrameScheduler;
  /** How many frames the next look waits for, and how many of them are left. */
  pace: number;
  left: number;
}

const all = new WeakMap<object, Checks>();

/** So many frames are about a second. */
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
 * Checks what events of the agent's have made of the state; see `Thread.checkState`. A long list takes
 * as long as several frames, so it is looked at when a frame has passed, then two, then four, while a
 * run goes on, and when it has ended.
 */
function checkState(
  internals: ThreadInternals,
  { schema, pointer = "" }: StateCheck,
  { type, state }: { readonly type: string; readonly state: unknown },
): void {
  const value = getAt(state, pointer);
  // A place that is not there yet has nothing to check, nor has a state before it is one.
  if (value === undefined || isBlank(state)) return;
  const { wanted, frames } = checksOf(internals);
  wanted.set(`${keyOf(schema)} ${pointer}`, { schema, pointer, type, value });
  frames.schedule();
}

/** All that is to be checked is known already. */
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
  // Another place is another issue; the same one is counted.
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

/** The same for schemas that say the same, as far as that can be told. */
function keyOf(schema: ValueSchema): string {
  const known = keys.get(schema);
  if (known !== undefined) return known;
  // One of a library is what it does; one written inline is another object with every render.
  const key = isStandard(schema) ? `#${++count}` : JSON.stringify(schema);
  keys.set(schema, key);
  return key;
}
