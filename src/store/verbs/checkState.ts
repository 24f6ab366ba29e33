import { createIssue } from "../../protocol/issue.ts";
import { stateMismatch } from "../../protocol/issueKinds.ts";
import { readAt } from "../../reducer/pointer.ts";
import { addIssues } from "../../reducer/transitions.ts";
import { reportFailure } from "../reportFailure.ts";
import { checkValue } from "../schema/checkValue.ts";
import { describeProblems } from "../schema/describeProblems.ts";
import type { ValueSchema } from "../schema/valueSchema.ts";
import type { ThreadCore } from "../threadCore.ts";

interface StateCheck {
  readonly schema: ValueSchema;
  /** The part it is about, as a JSON Pointer. */
  readonly pointer?: string | undefined;
  readonly signal: AbortSignal;
}

/** Checks what the agent makes of the state; see `Thread.checkState`. */
export function checkState<TState>(
  core: ThreadCore<TState>,
  { schema, pointer = "", signal }: StateCheck,
): void {
  if (signal.aborted) return;
  const { listeners, getSnapshot, commit } = core;
  let last = readAt(getSnapshot().state, pointer);

  async function check(value: unknown, eventType: string): Promise<void> {
    const { problems } = await checkValue(schema, value);
    if (!problems || signal.aborted) return;
    const issue = createIssue(stateMismatch, eventType, pointer || "state");
    const message = `${issue.message} ${describeProblems(problems)}.`;
    commit(addIssues(getSnapshot(), [{ ...issue, message }]), "frame");
    const added = getSnapshot().issues.find((one) => one.message === message);
    if (added) listeners.notify("onIssue", added);
  }

  const stop = listeners.add({
    onEvent({ type }, { state }) {
      const value = readAt(state, pointer);
      const isSame = Object.is(value, last);
      last = value;
      // A place that is not there yet has nothing to check, and the person's own is not the agent's.
      if (isSame || value === undefined || !type.startsWith("STATE_")) return;
      check(value, type).catch(reportFailure);
    },
  });
  signal.addEventListener("abort", stop);
}
