import type { ResumeEntry, RunAgentInput } from "../protocol/events.ts";
import { isRecord } from "../protocol/isRecord.ts";
import type { OpenInterrupt } from "../reducer/snapshot.ts";

/** One answer for every open interrupt, in their order; what was not answered is cancelled. */
function answersTo(
  interrupts: readonly OpenInterrupt[],
  given: readonly ResumeEntry[],
): ResumeEntry[] {
  const answers = interrupts.map(
    ({ id }): ResumeEntry =>
      given.find(({ interruptId }) => interruptId === id) ?? {
        interruptId: id,
        status: "cancelled",
      },
  );
  const known = new Set(interrupts.map(({ id }) => id));
  return [...answers, ...given.filter(({ interruptId }) => !known.has(interruptId))];
}

/** LangGraph's answer: the payload alone when one interrupt is open, by id when several are. */
function commandOf(answers: readonly ResumeEntry[], isOnlyOne: boolean): unknown {
  const [first] = answers;
  if (isOnlyOne) return first?.payload as unknown;
  return Object.fromEntries(answers.map(({ interruptId, payload }) => [interruptId, payload]));
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/**
 * Answers every open interrupt in one input, each in the spelling it was asked in: the `resume`
 * list of 1.0, one `resume` object for the draft, `forwardedProps.command.resume` for LangGraph.
 * The older two have no word for cancelling, so a cancelled interrupt is left unanswered there.
 *
 * @see https://docs.ag-ui.com/drafts/interrupts
 */
export function answerInterrupts(
  input: RunAgentInput,
  interrupts: readonly OpenInterrupt[],
): RunAgentInput {
  const { resume: given = [], ...rest } = input;
  const resume = answersTo(interrupts, given);
  const spellings = new Map(interrupts.map(({ id, spelling }) => [id, spelling]));
  const answersIn = (spelling: OpenInterrupt["spelling"]) =>
    resume.filter(
      ({ interruptId, status }) =>
        spellings.get(interruptId) === spelling &&
        (spelling === undefined || status === "resolved"),
    );
  const current = answersIn(undefined);
  const [draftAnswer] = answersIn("draft");
  const commands = answersIn("command");

  const spelled: RunAgentInput = current.length > 0 ? { ...rest, resume: current } : rest;
  if (draftAnswer) {
    const { interruptId, payload } = draftAnswer;
    // The draft wants one object where 1.0 has a list; only a draft producer receives it.
    spelled.resume = { interruptId, payload } as unknown as ResumeEntry[];
  }
  if (commands.length > 0) {
    const props = asRecord(input.forwardedProps);
    const isOnlyOne = interrupts.filter(({ spelling }) => spelling === "command").length === 1;
    const command = { ...asRecord(props.command), resume: commandOf(commands, isOnlyOne) };
    spelled.forwardedProps = { ...props, command };
  }
  return spelled;
}
