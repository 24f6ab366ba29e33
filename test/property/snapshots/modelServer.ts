import type { Agent, Message, RunAgentInput } from "../../../src/core.ts";
import { type Change, type RunPlan, type ServerTraits, scriptOf } from "./serverScript.ts";

/** A snapshot that a server has sent last, with what it has sent since. */
interface Sent {
  /** The messages of the last snapshot. */
  stated: readonly Message[];
  /** Tags of the content that has ended, or was open, since the last snapshot. */
  tags: Set<string>;
}

/** A server that keeps its own list of messages, and whose snapshots are ahead of its stream or older. */
export interface ModelServer extends Agent {
  readonly inputs: readonly RunAgentInput[];
  /** The messages that the server has stored. */
  readonly stored: () => readonly Message[];
  readonly sent: Sent;
}

/** Returns the changes that an input makes to the stored messages: questions and results that the server lacks. */
function receive(stored: readonly Message[], input: RunAgentInput, traits: ServerTraits): Change[] {
  const answered = new Set(
    stored.flatMap((message) => (message.role === "tool" ? message.toolCallId : [])),
  );
  const questions = stored.filter(({ role }) => role === "user").length;
  const users = input.messages.filter(({ role }) => role === "user");
  const isNew = (message: Message) =>
    message.role === "tool"
      ? !answered.has(message.toolCallId)
      : users.indexOf(message) >= questions;
  return input.messages
    .filter((message) => message.role === "user" || message.role === "tool")
    .filter((message) => isNew(message))
    .map((message) => ({ apply: (before) => [...before, storedInput(message, traits)] }));
}

/** Returns a message of the client as the server stores it. */
function storedInput(message: Message, { isRenaming, isRewriting }: ServerTraits): Message {
  const id = isRenaming ? `stored-${message.id}` : message.id;
  if (message.role !== "user" || !isRewriting) return { ...message, id };
  return { ...message, id, content: `${message.content} (edited)` };
}

export function createModelServer(traits: ServerTraits, plans: readonly RunPlan[]): ModelServer {
  const pending = [...plans];
  const inputs: RunAgentInput[] = [];
  let stored: readonly Message[] = [];
  let count = 0;
  const sent: Sent = { stated: [], tags: new Set() };
  return {
    inputs,
    stored: () => stored,
    sent,
    async *run(input) {
      inputs.push(structuredClone(input));
      const { threadId, runId } = input;
      const { steps, snapshots } = pending.shift() ?? { steps: [], snapshots: [] };
      const script = [
        ...receive(stored, input, traits),
        ...steps.flatMap((step) => scriptOf(step, traits, ++count)),
      ];
      const models = [stored];
      for (const { apply } of script)
        models.push(apply?.(models.at(-1) ?? []) ?? models.at(-1) ?? []);
      let index = 0;
      yield { type: "RUN_STARTED", threadId, runId };
      for (const [at, { event, tag, isEnd }] of script.entries()) {
        if (event) yield structuredClone(event);
        if (tag !== undefined) sent.tags.add(tag);
        for (const { position, shift } of snapshots) {
          if (position % script.length !== at) continue;
          // A snapshot is not older than the one before it.
          index = Math.min(Math.max(at + 1 + shift, index), models.length - 1);
          sent.stated = models[index] ?? [];
          // Content that is open continues.
          sent.tags = new Set(tag === undefined || isEnd ? [] : [tag]);
          const messages = sent.stated.filter(
            ({ role }) => role !== "reasoning" || traits.hasReasoning,
          );
          yield { type: "MESSAGES_SNAPSHOT", messages: structuredClone([...messages]) };
        }
      }
      stored = models.at(-1) ?? [];
      yield { type: "RUN_FINISHED", threadId, runId };
    },
  };
}
