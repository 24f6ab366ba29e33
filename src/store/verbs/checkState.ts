import { createIssue } from "../../protocol/issue.ts";
import { stateMismatch } from "../../protocol/issueKinds.ts";
import { readAt, toPointer } from "../../reducer/pointer.ts";
import { addIssues } from "../../reducer/transitions.ts";
import { checkValue } from "../schema/checkValue.ts";
import { describeProblems } from "../schema/describeProblems.ts";
import type { ValueSchema } from "../schema/valueSchema.ts";
import type { ThreadCore } from "../threadCore.ts";

interface StateCheck {
  readonly schema: ValueSchema;
  /** The part it is about, as a JSON Pointer. */
  readonly pointer?: string | undefined;
}

/** What each check has looked at last. */
const seen = new WeakMap<StateCheck, unknown>();

/** Checks what an event of the agent's has made of the state; see `Thread.checkState`. */
export async function checkState<TState>(
  { listeners, getSnapshot, commit }: ThreadCore<TState>,
  check: StateCheck,
  { type, state }: { readonly type: string; readonly state: unknown },
): Promise<void> {
  const { schema, pointer = "" } = check;
  const value = readAt(state, pointer);
  // A place that is not there yet has nothing to check.
  if (value === undefined || Object.is(value, seen.get(check))) return;
  seen.set(check, value);
  const { problems } = await checkValue(schema, value);
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
