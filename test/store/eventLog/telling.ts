import type { Agent } from "../../../src/core.ts";
import type { EventInput, Message, RunAgentInput } from "../../../src/protocol/events.ts";

/** What an agent tells again in every run. */
export interface Retelling {
  /** The messages of the input that it echoes, if it does. */
  readonly echo?: (messages: readonly Message[]) => readonly Message[];
  /** The conversation as it has it, with its answer, if it tells it. */
  readonly snapshot?: (messages: readonly Message[], answer: Message) => readonly Message[];
}

/** An agent that answers "A1", "A2" … and tells again what was said. */
export function retellingAgent({ echo, snapshot }: Retelling): Agent & { inputs: RunAgentInput[] } {
  const inputs: RunAgentInput[] = [];
  return {
    inputs,
    async *run(input): AsyncGenerator<EventInput> {
      inputs.push(input);
      const { threadId, runId, messages } = input;
      const n = inputs.length;
      const answer = { id: `a${n}`, role: "assistant" as const, content: `A${n}` };
      const echoed = echo && { input: { ...input, messages: [...echo(messages)] } };
      yield { type: "RUN_STARTED", threadId, runId, ...echoed };
      yield { type: "REASONING_MESSAGE_START", messageId: `r${n}`, role: "reasoning" };
      yield { type: "REASONING_MESSAGE_CONTENT", messageId: `r${n}`, delta: "Hm" };
      yield { type: "REASONING_MESSAGE_END", messageId: `r${n}` };
      yield { type: "TEXT_MESSAGE_START", messageId: answer.id, role: "assistant" };
      yield { type: "TEXT_MESSAGE_CONTENT", messageId: answer.id, delta: answer.content };
      yield { type: "TEXT_MESSAGE_END", messageId: answer.id };
      if (snapshot) {
        yield { type: "MESSAGES_SNAPSHOT", messages: [...snapshot(messages, answer)] };
      }
      yield { type: "RUN_FINISHED", threadId, runId };
    },
  };
}
