import type { ResumeEntry, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { answerTanStack, interruptedRunId } from "./tanstackAnswer.ts";
import { isExpired } from "./validateAnswers.ts";

/**
 * One answer for every open interrupt, in their order: the one given now, else the one recorded;
 * what was not answered, or has expired since, is cancelled. Answers to interrupts that are not open
 * follow as they are.
 */
export function collectAnswers(
  interrupts: readonly OpenInterrupt[],
  given: readonly ResumeEntry[],
  at: number,
): readonly ResumeEntry[] {
  const answers = interrupts.map((interrupt): ResumeEntry => {
    const { id, answer } = interrupt;
    const now = given.find(({ interruptId }) => interruptId === id);
    const recorded = isExpired(interrupt, at) ? undefined : answer;
    return now ?? recorded ?? { interruptId: id, status: "cancelled" };
  });
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
 * Puts the answers to all open interrupts into one input, each in the spelling it was asked in: the
 * `resume` list of 1.0, one `resume` object for the draft, `forwardedProps.command.resume` for
 * LangGraph. The older two have no word for cancelling, so a cancelled interrupt is left unanswered
 * there. TanStack takes answers only with the id of the run that asked, as `parentRunId`.
 *
 * @see https://docs.ag-ui.com/drafts/interrupts
 */
export function encodeAnswers(
  input: RunAgentInput,
  interrupts: readonly OpenInterrupt[],
  answers: readonly ResumeEntry[],
  at: number,
): RunAgentInput {
  const byId = new Map(interrupts.map((interrupt) => [interrupt.id, interrupt]));
  const answersIn = (spelling: OpenInterrupt["spelling"]) =>
    answers.filter(
      ({ interruptId, status }) =>
        byId.get(interruptId)?.spelling === spelling &&
        (spelling === undefined || status === "resolved"),
    );
  const current = answersIn(undefined).flatMap((answer) => {
    const interrupt = byId.get(answer.interruptId);
    return (interrupt ? answerTanStack(interrupt, answer, at) : answer) ?? [];
  });
  const [draftAnswer] = answersIn("draft");
  const commands = answersIn("command");
  const parentRunId = current.length > 0 ? interruptedRunId(interrupts) : undefined;

  const spelled: RunAgentInput = {
    ...input,
    ...(parentRunId !== undefined && { parentRunId }),
    ...(current.length > 0 && { resume: current }),
  };
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
