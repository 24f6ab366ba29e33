import type { RunAgentInput, Tool } from "../protocol/events.ts";
import { answerOpenCalls, dropMessages } from "../reducer/history.ts";
import { recordAnswers } from "../reducer/turn.ts";
import { answersTo, spellAnswers } from "./answerInterrupts.ts";
import { buildInput, type InputParts } from "./buildInput.ts";
import { assertAnswers } from "./checkAnswers.ts";
import type { RunContext } from "./runContext.ts";
import { describeTools } from "./tools/describeTools.ts";
import type { AnyTool } from "./tools/types.ts";

export interface Preparation {
  readonly parts: InputParts;
  /** The tools of the page that are on offer. */
  readonly tools: readonly AnyTool[];
  /** The end of the conversation before the run. */
  readonly afterMessageId: string | undefined;
}

/**
 * Makes what is sent: the conversation without cut-off messages and unanswered calls, with answers
 * to everything that the agent waits for, and the tools of the page.
 *
 * @throws AgentKitError `invalid-argument` when an answer is not what its interrupt asks for
 */
export async function prepareInput<TState>(
  context: RunContext<TState>,
  { parts, tools, afterMessageId }: Preparation,
): Promise<RunAgentInput> {
  const { droppedIds, createId, listeners, getSnapshot, commit } = context;
  const kept = dropMessages(getSnapshot(), droppedIds);
  const answered = answerOpenCalls(kept, createId);
  if (answered !== getSnapshot()) commit(answered, "now");
  for (const message of answered.messages) {
    if (!kept.messages.includes(message)) listeners.notify("onMessage", message);
  }

  const { interrupts } = getSnapshot();
  const { resume = [], ...rest } = parts;
  const input = buildInput(getSnapshot(), { ...rest, tools: withTools(parts.tools, tools) });
  if (interrupts.length === 0) return resume.length > 0 ? { ...input, resume: [...resume] } : input;
  const answers = answersTo(interrupts, resume, context.now());
  await assertAnswers(interrupts, resume);
  const given = new Map(answers.map((answer) => [answer.interruptId, answer]));
  commit(recordAnswers(getSnapshot(), given, afterMessageId), "now");
  return spellAnswers(input, interrupts, answers);
}

/** What is offered; a tool of the page takes the place of one that a program offers by its name. */
function withTools(offered: readonly Tool[] = [], own: readonly AnyTool[]): readonly Tool[] {
  const names = new Set(own.map(({ name }) => name));
  return [...offered.filter(({ name }) => !names.has(name)), ...describeTools(own)];
}
