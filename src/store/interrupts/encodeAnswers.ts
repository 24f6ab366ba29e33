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
  const newById = new Map(newAnswers.map((answer) => [answer.interruptId, answer]));
  const answers = interrupts.map((interrupt): ResumeEntry => {
    const { id, answer } = interrupt;
    const newAnswer = newById.get(id);
    const recorded = isExpired(interrupt, at) ? undefined : answer;
    return newAnswer ?? recorded ?? { interruptId: id, status: "cancelled" };
  });
  const openIds = new Set(interrupts.map(({ id }) => id));
  return [...answers, ...newAnswers.filter(({ interruptId }) => !openIds.has(interruptId))];
}

/**
 * Returns LangGraph's answer: the payload itself when one interrupt is open, payloads by id when
 * several are. A cancelled interrupt is answered with `false`, which no graph takes for a consent.
 */
function langGraphAnswer(answers: readonly ResumeEntry[], isSingle: boolean): unknown {
  const values = answers.map(({ interruptId, status, payload }): [string, unknown] => [
    interruptId,
    status === "cancelled" ? false : payload,
  ]);
  return isSingle ? values[0]?.[1] : Object.fromEntries(values);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

interface AnswersToEncode {
  /** Answers in the order of the interrupts, one for each; see {@link collectAnswers}. */
  readonly answers: readonly ResumeEntry[];
  /** The answers among them that were passed to the run. */
  readonly newAnswers: readonly ResumeEntry[];
  /** Current time, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Adds the answers to the input, each in the format in which its interrupt was sent:
 *
 * - AG-UI 1.0: the `resume` list. TanStack accepts it only with the id of the interrupted run as `parentRunId`.
 * - The draft: one `resume` object, without an id when the agent sent none. It cannot express a
 *   cancellation, so a cancelled interrupt stays unanswered.
 * - LangGraph: `forwardedProps.command.resume`. A cancellation is `false`, and is sent only when the user
 *   or the application has cancelled the interrupt.
 *
 * @see https://docs.ag-ui.com/drafts/interrupts
 */
export function encodeAnswers(
  input: RunAgentInput,
  interrupts: readonly OpenInterrupt[],
  { answers, newAnswers, at }: AnswersToEncode,
): RunAgentInput {
  const byId = new Map(interrupts.map((interrupt) => [interrupt.id, interrupt]));
  const answersInFormat = (format: OpenInterrupt["format"]) =>
    answers.filter(({ interruptId }) => byId.get(interruptId)?.format === format);
  const isResolved = ({ status }: ResumeEntry) => status === "resolved";
  const newAnswerSet = new Set(newAnswers);
  const isExplicit = (answer: ResumeEntry) =>
    newAnswerSet.has(answer) || byId.get(answer.interruptId)?.answer === answer;
  const listAnswers = answersInFormat(undefined).flatMap((answer) => {
    const interrupt = byId.get(answer.interruptId);
    if (!interrupt) return answer;
    const { serverId } = interrupt;
    const sent = serverId === undefined ? answer : { ...answer, interruptId: serverId };
    return answerTanStack(interrupt, sent, at) ?? [];
  });
  const [draftAnswer] = answersInFormat("draft").filter(isResolved);
  const commandAnswers = answersInFormat("command").filter(
    (answer) => isResolved(answer) || isExplicit(answer),
  );
  const parentRunId = listAnswers.length > 0 ? interruptedRunId(interrupts) : undefined;

  const encoded: RunAgentInput = {
    ...input,
    ...(parentRunId !== undefined && { parentRunId }),
    ...(listAnswers.length > 0 && { resume: listAnswers }),
  };
  if (draftAnswer) {
    const { payload } = draftAnswer;
    const interrupt = byId.get(draftAnswer.interruptId);
    const interruptId = interrupt?.serverId ?? draftAnswer.interruptId;
    const hasOwnId = interrupt?.hasDerivedId !== true;
    // The draft expects one object instead of the list; only a draft producer receives it.
    Object.assign(encoded, { resume: { ...(hasOwnId && { interruptId }), payload } });
  }
  if (commandAnswers.length > 0) {
    const props = asRecord(input.forwardedProps);
    const isSingle = interrupts.filter(({ format }) => format === "command").length === 1;
    const command = {
      ...asRecord(props.command),
      resume: langGraphAnswer(commandAnswers, isSingle),
    };
    encoded.forwardedProps = { ...props, command };
  }
  return encoded;
}
