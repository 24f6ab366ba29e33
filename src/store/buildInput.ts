import { AgentKitError } from "../protocol/errors.ts";
import { PROTOCOL_VERSION, type ResumeEntry, type RunAgentInput } from "../protocol/events.ts";
import type { OpenInterrupt, Snapshot } from "../reducer/snapshot.ts";
import type { RunParameters } from "./types.ts";

export interface InputParts extends Omit<RunParameters, "state"> {
  readonly runId: string;
  /** Now, in milliseconds since the epoch. */
  readonly at: number;
}

function isExpired({ expiresAt }: OpenInterrupt, at: number): boolean {
  return expiresAt !== undefined && new Date(expiresAt).getTime() <= at;
}

/** One answer for every open interrupt, in their order; what was not answered is cancelled. */
function answersTo(
  interrupts: readonly OpenInterrupt[],
  given: readonly ResumeEntry[],
  at: number,
): ResumeEntry[] {
  const answers = interrupts.map((interrupt): ResumeEntry => {
    const { id } = interrupt;
    const answer = given.find(({ interruptId }) => interruptId === id);
    if (!answer) return { interruptId: id, status: "cancelled" };
    if (answer.status === "resolved" && isExpired(interrupt, at)) {
      throw new AgentKitError(
        "invalid-argument",
        `The interrupt "${id}" expired at ${interrupt.expiresAt} and can no longer be answered. Cancel it to go on.`,
      );
    }
    return answer;
  });
  const known = new Set(interrupts.map(({ id }) => id));
  return [...answers, ...given.filter(({ interruptId }) => !known.has(interruptId))];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** LangGraph's answer: the payload alone for one interrupt, by id for several. */
function commandOf(answers: readonly ResumeEntry[]): unknown {
  const [first] = answers;
  if (answers.length === 1) return first?.payload as unknown;
  return Object.fromEntries(answers.map(({ interruptId, payload }) => [interruptId, payload]));
}

/**
 * Builds what a run sends: the conversation without activities, and one answer for every open
 * interrupt, each in the spelling it was asked in. An older producer has no word for cancelling:
 * there a cancelled interrupt is left unanswered.
 *
 * @see https://docs.ag-ui.com/sdk/js/core/types#runagentinput
 */
export function buildInput(snapshot: Snapshot, parts: InputParts): RunAgentInput {
  const { runId, at, tools = [], context = [], resume = [] } = parts;
  const { interrupts } = snapshot;
  const answers = answersTo(interrupts, resume, at);
  const spelledAs = (spelling: OpenInterrupt["spelling"]) =>
    answers.filter(
      ({ interruptId, status }) =>
        status === "resolved" &&
        interrupts.some(({ id, spelling: own }) => id === interruptId && own === spelling),
    );
  const [draftAnswer] = spelledAs("draft");
  const commands = spelledAs("command");
  const current = answers.filter(
    ({ interruptId }) => !interrupts.some(({ id, spelling }) => id === interruptId && spelling),
  );

  const input: RunAgentInput = {
    threadId: snapshot.threadId,
    runId,
    protocolVersion: PROTOCOL_VERSION,
    state: snapshot.visibleState,
    messages: snapshot.messages.filter(({ role }) => role !== "activity"),
    tools: [...tools],
    context: [...context],
    forwardedProps: parts.forwardedProps ?? {},
  };
  if (current.length > 0) input.resume = current;
  if (draftAnswer) {
    const { interruptId, payload } = draftAnswer;
    // The draft wants one object where 1.0 has a list; only a draft producer receives it.
    input.resume = { interruptId, payload } as unknown as ResumeEntry[];
  }
  if (commands.length > 0) {
    const props = asRecord(parts.forwardedProps);
    input.forwardedProps = {
      ...props,
      command: { ...asRecord(props.command), resume: commandOf(commands) },
    };
  }
  return input;
}
