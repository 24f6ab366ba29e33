import type { Agent } from "../../../src/core.ts";
import type { EventInput, Message, RunAgentInput } from "../../../src/protocol/events.ts";

/** Messages that an agent restates in every run. */
export interface Restatement {
  /** Returns the input messages that the agent echoes. */
  readonly echo?: (messages: readonly Message[]) => readonly Message[];
  /** Returns the messages of the snapshot that the agent sends after its answer. */
  readonly snapshot?: (messages: readonly Message[], answer: Message) => readonly Message[];
}

/** Creates an agent that answers "A1", "A2" … and restates earlier messages. */
export function createRestatingAgent({
  echo,
  snapshot,
}: Restatement): Agent & { inputs: RunAgentInput[] } {
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
