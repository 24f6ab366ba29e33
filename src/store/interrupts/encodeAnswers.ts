import type { ResumeEntry, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { answerTanStack, interruptedRunId } from "./tanstackAnswer.ts";
import { isExpired } from "./validateAnswers.ts";

/**
 * Returns one answer per open interrupt, in their order: the new answer, else the recorded one.
 * Unanswered and expired interrupts are cancelled. Answers to interrupts that are not open follow
 * unchanged.
 */
export function collectAnswers(
  interrupts: readonly OpenInterrupt[],
  newAnswers: readonly ResumeEntry[],
  at: number,
): readonly ResumeEntry[] {
  const answers = interrupts.map((interrupt): ResumeEntry => {
    const { id, answer } = interrupt;
    const now = newAnswers.find(({ interruptId }) => interruptId === id);
    const recorded = isExpired(interrupt, at) ? undefined : answer;
    return now ?? recorded ?? { interruptId: id, status: "cancelled" };
  });
  const openIds = new Set(interrupts.map(({ id }) => id));
  return [...answers, ...newAnswers.filter(({ interruptId }) => !openIds.has(interruptId))];
}

/**
 * Returns LangGraph's answer: the payload itself when one interrupt is open, payloads by id when
 * several are.
 */
function langGraphAnswer(answers: readonly ResumeEntry[], isSingle: boolean): unknown {
  const [first] = answers;
  if (isSingle) return first?.payload as unknown;
  return Object.fromEntries(answers.map(({ interruptId, payload }) => [interruptId, payload]));
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/**
 * Adds the answers to the input, each in the format in which its interrupt was sent: the `resume`
 * list of AG-UI 1.0, one `resume` object for the draft, `forwardedProps.command.resume` for
 * LangGraph. The older formats cannot express cancelling, so a cancelled interrupt stays unanswered
 * there. TanStack accepts answers only with the id of the interrupted run as `parentRunId`.
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
  const answersInFormat = (format: OpenInterrupt["spelling"]) =>
    answers.filter(
      ({ interruptId, status }) =>
        byId.get(interruptId)?.spelling === format &&
        (format === undefined || status === "resolved"),
    );
  const listAnswers = answersInFormat(undefined).flatMap((answer) => {
    const interrupt = byId.get(answer.interruptId);
    return (interrupt ? answerTanStack(interrupt, answer, at) : answer) ?? [];
  });
  const [draftAnswer] = answersInFormat("draft");
  const commands = answersInFormat("command");
  const parentRunId = listAnswers.length > 0 ? interruptedRunId(interrupts) : undefined;

  const encoded: RunAgentInput = {
    ...input,
    ...(parentRunId !== undefined && { parentRunId }),
    ...(listAnswers.length > 0 && { resume: listAnswers }),
  };
  if (draftAnswer) {
    const { interruptId, payload } = draftAnswer;
    // The draft expects one object instead of the list; only a draft producer receives it.
    Object.assign(encoded, { resume: { interruptId, payload } });
  }
  if (commands.length > 0) {
    const props = asRecord(input.forwardedProps);
    const isSingle = interrupts.filter(({ spelling }) => spelling === "command").length === 1;
    const command = { ...asRecord(props.command), resume: langGraphAnswer(commands, isSingle) };
    encoded.forwardedProps = { ...props, command };
  }
  return encoded;
}
