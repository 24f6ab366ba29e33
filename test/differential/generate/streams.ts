import type { Command, CommandKind } from "./commands.ts";
import {
  type ChunkStream,
  choose,
  continued,
  type Kind,
  metadataOf,
  type Producer,
  reopens,
  tagged,
} from "./producer.ts";

export type Act = (producer: Producer, command: Command) => void;

const TEXT_ROLES = ["assistant", "user", "system", "developer"] as const;
const NEW = "";

/** Selects the id and role of a text message, which is new or continues with the same role. */
function textTarget(producer: Producer, { pick, also, tag }: Command) {
  const reopenable = producer
    .idsOf(...TEXT_ROLES)
    .filter(
      (id) =>
        producer.mayContinue(id) &&
        !producer.open.text.has(id) &&
        reopens(producer.owners.message, id, tag),
    );
  const id = choose([NEW, NEW, ...reopenable], pick);
  const role = id && producer.messages.get(id)?.role;
  return id && role
    ? { id, role }
    : { id: producer.fresh("m"), role: choose(TEXT_ROLES, also < 20 ? 0 : also) ?? "assistant" };
}

function openText(
  producer: Producer,
  id: string,
  role: (typeof TEXT_ROLES)[number],
  tag?: string,
): void {
  producer.open.text.add(id);
  if (!producer.owners.message.has(id)) producer.owners.message.set(id, tag);
  if (!producer.messages.has(id)) producer.messages.set(id, { role, calls: new Map() });
  producer.markStreamed(id);
}

/** Selects the id of a reasoning message, which is new, continued, or the id of a span. */
function reasoningTarget(producer: Producer, { pick, tag }: Command): string {
  const { reasoning: owners } = producer.owners;
  const reopenable = [...producer.idsOf("reasoning"), ...producer.spans].filter((id) => {
    const role = producer.messages.get(id)?.role ?? "reasoning";
    return (
      role === "reasoning" &&
      (!producer.messages.has(id) || producer.mayContinue(id)) &&
      !producer.open.reasoning.has(id) &&
      reopens(owners, id, tag)
    );
  });
  return choose([NEW, ...reopenable], pick) || producer.fresh("r");
}

function openReasoning(producer: Producer, id: string, tag?: string): void {
  producer.open.reasoning.add(id);
  if (!producer.owners.reasoning.has(id)) producer.owners.reasoning.set(id, tag);
  if (!producer.messages.has(id))
    producer.messages.set(id, { role: "reasoning", calls: new Map() });
  producer.markStreamed(id);
}

/** Selects the stream that a chunk continues, and the id and tag that may be omitted. */
function continueStream(producer: Producer, kind: Kind, { pick, isTagged }: Command) {
  const candidates = [...producer.lanes].filter(([, stream]) => stream.kind === kind);
  const chosen = choose(candidates, pick);
  if (!chosen) return undefined;
  const [lane, stream] = chosen;
  // Without an id and a tag, a chunk continues the agent's own stream or the only open stream.
  const isClear = lane === undefined || (candidates.length === 1 && !parentHas(producer, kind));
  const namesId = pick % 2 === 0;
  const namesTag = isTagged || (!namesId && !isClear);
  return { stream, namesId, tag: namesTag ? tagged(lane) : {} };
}

function parentHas(producer: Producer, kind: Kind): boolean {
  return producer.lanes.get(undefined)?.kind === kind;
}

/** Ends the open stream of a lane and opens a new one. */
function enterLane(producer: Producer, lane: string | undefined, stream: ChunkStream): void {
  producer.closeLanes([lane]);
  producer.lanes.set(lane, stream);
}

function contentOf({ text, also }: Command): { delta?: string } {
  return also % 5 === 0 ? {} : { delta: text };
}

const textChunk: Act = (producer, command) => {
  const { also, tag } = command;
  const on = also % 3 === 0 ? undefined : continueStream(producer, "text", command);
  const rest = { ...contentOf(command), ...metadataOf(command) };
  if (on) {
    const { stream, namesId } = on;
    producer.emitChunk({
      type: "TEXT_MESSAGE_CHUNK",
      ...(namesId && { messageId: stream.id }),
      ...(also % 4 === 0 && stream.opener),
      ...on.tag,
      ...rest,
    });
    return;
  }
  const { id, role } = textTarget(producer, command);
  const isNamed = also % 6 === 0;
  const opener = {
    // The schema lists the roles of text; a reopened message has one of these.
    ...(role !== "assistant" && { role: role as (typeof TEXT_ROLES)[number] }),
    ...(isNamed && { name: "Ada" }),
  };
  enterLane(producer, tag, { kind: "text", id, opener });
  openText(producer, id, role as (typeof TEXT_ROLES)[number], tag);
  producer.emitChunk({
    type: "TEXT_MESSAGE_CHUNK",
    messageId: id,
    ...opener,
    ...tagged(tag),
    ...rest,
  });
};

const reasoningChunk: Act = (producer, command) => {
  const { also, tag } = command;
  const on = also % 3 === 0 ? undefined : continueStream(producer, "reasoning", command);
  const rest = { ...contentOf(command), ...metadataOf(command) };
  if (on) {
    const { stream, namesId } = on;
    producer.emitChunk({
      type: "REASONING_MESSAGE_CHUNK",
      ...(namesId && { messageId: stream.id }),
      ...on.tag,
      ...rest,
    });
    return;
  }
  const messageId = reasoningTarget(producer, command);
  enterLane(producer, tag, { kind: "reasoning", id: messageId, opener: {} });
  openReasoning(producer, messageId, tag);
  producer.emitChunk({ type: "REASONING_MESSAGE_CHUNK", messageId, ...tagged(tag), ...rest });
};

/** Commands for text and reasoning, as explicit events and as chunks. */
export const streamActs = {
  textStart(producer, command) {
    const { id: messageId, role } = textTarget(producer, command);
    // The schema lists the roles of text; a reopened message has one of these.
    const textRole = role as (typeof TEXT_ROLES)[number];
    producer.emit({
      type: "TEXT_MESSAGE_START",
      messageId,
      ...(textRole !== "assistant" || command.isTagged ? { role: textRole } : {}),
      ...(command.also % 4 === 0 && { name: "Ada" }),
      ...tagged(command.tag),
      ...metadataOf(command),
    });
    openText(producer, messageId, textRole, command.tag);
  },
  textContent(producer, command) {
    const messageId = choose(producer.explicit("text"), command.pick);
    if (messageId === undefined) return;
    producer.emit({
      type: "TEXT_MESSAGE_CONTENT",
      messageId,
      delta: command.text,
      ...continued(producer.owners.message, messageId, command),
      ...metadataOf(command),
    });
  },
  textEnd(producer, command) {
    const messageId = choose(producer.explicit("text"), command.pick);
    if (messageId === undefined) return;
    producer.emit({
      type: "TEXT_MESSAGE_END",
      messageId,
      ...continued(producer.owners.message, messageId, command),
      ...metadataOf(command),
    });
    producer.open.text.delete(messageId);
  },
  spanStart(producer, command) {
    const { reasoning: owners } = producer.owners;
    const openIds = [...owners.keys()].filter(
      (id) => !producer.spans.has(id) && reopens(owners, id, command.tag),
    );
    const messageId = choose([NEW, NEW, ...openIds], command.pick) || producer.fresh("r");
    producer.emit({
      type: "REASONING_START",
      messageId,
      ...tagged(command.tag),
      ...metadataOf(command),
    });
    producer.spans.add(messageId);
    if (!owners.has(messageId)) owners.set(messageId, command.tag);
  },
  spanEnd(producer, command) {
    const messageId = choose([...producer.spans], command.pick);
    if (messageId === undefined) return;
    producer.emit({
      type: "REASONING_END",
      messageId,
      ...continued(producer.owners.reasoning, messageId, command),
    });
    producer.spans.delete(messageId);
  },
  reasoningStart(producer, command) {
    const messageId = reasoningTarget(producer, command);
    producer.emit({
      type: "REASONING_MESSAGE_START",
      messageId,
      role: "reasoning",
      ...tagged(command.tag),
      ...metadataOf(command),
    });
    openReasoning(producer, messageId, command.tag);
  },
  reasoningContent(producer, command) {
    const messageId = choose(producer.explicit("reasoning"), command.pick);
    if (messageId === undefined) return;
    producer.emit({
      type: "REASONING_MESSAGE_CONTENT",
      messageId,
      delta: command.text,
      ...continued(producer.owners.reasoning, messageId, command),
      ...metadataOf(command),
    });
  },
  reasoningEnd(producer, command) {
    const messageId = choose(producer.explicit("reasoning"), command.pick);
    if (messageId === undefined) return;
    producer.emit({
      type: "REASONING_MESSAGE_END",
      messageId,
      ...continued(producer.owners.reasoning, messageId, command),
      ...metadataOf(command),
    });
    producer.open.reasoning.delete(messageId);
  },
  textChunk,
  reasoningChunk,
} satisfies Partial<Record<CommandKind, Act>>;
