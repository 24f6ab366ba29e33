import type { Command, CommandKind } from "./commands.ts";
import {
  agrees,
  type ChunkStream,
  choose,
  continued,
  type Kind,
  metadataOf,
  tagged,
  type World,
} from "./world.ts";

export type Act = (world: World, command: Command) => void;

const TEXT_ROLES = ["assistant", "user", "system", "developer"] as const;
const NEW = "";

/** Selects the id and role of a text message, which is new or continues with the same role. */
function textTarget(world: World, { pick, also, tag }: Command) {
  const reopenable = world
    .idsOf(...TEXT_ROLES)
    .filter((id) => !world.open.text.has(id) && agrees(world.owners.message, id, tag));
  const id = choose([NEW, NEW, ...reopenable], pick);
  const role = id && world.messages.get(id)?.role;
  return id && role
    ? { id, role }
    : { id: world.fresh("m"), role: choose(TEXT_ROLES, also < 20 ? 0 : also) ?? "assistant" };
}

function openText(world: World, id: string, role: (typeof TEXT_ROLES)[number], tag?: string): void {
  world.open.text.add(id);
  if (!world.owners.message.has(id)) world.owners.message.set(id, tag);
  if (!world.messages.has(id)) world.messages.set(id, { role, calls: new Map() });
}

/** Selects the id of a reasoning message, which is new, continued, or the id of a span. */
function reasoningTarget(world: World, { pick, tag }: Command): string {
  const { reasoning: owners } = world.owners;
  const reopenable = [...world.idsOf("reasoning"), ...world.spans].filter((id) => {
    const role = world.messages.get(id)?.role ?? "reasoning";
    return role === "reasoning" && !world.open.reasoning.has(id) && agrees(owners, id, tag);
  });
  return choose([NEW, ...reopenable], pick) || world.fresh("r");
}

function openReasoning(world: World, id: string, tag?: string): void {
  world.open.reasoning.add(id);
  if (!world.owners.reasoning.has(id)) world.owners.reasoning.set(id, tag);
  if (!world.messages.has(id)) world.messages.set(id, { role: "reasoning", calls: new Map() });
}

/** Selects the stream that a chunk continues, and the id and tag that may be omitted. */
function continueStream(world: World, kind: Kind, { pick, isTagged }: Command) {
  const candidates = [...world.lanes].filter(([, stream]) => stream.kind === kind);
  const chosen = choose(candidates, pick);
  if (!chosen) return undefined;
  const [lane, stream] = chosen;
  // Without an id and a tag, a chunk continues the agent's own stream or the only open stream.
  const isClear = lane === undefined || (candidates.length === 1 && !parentHas(world, kind));
  const namesId = pick % 2 === 0;
  const namesTag = isTagged || (!namesId && !isClear);
  return { stream, namesId, tag: namesTag ? tagged(lane) : {} };
}

function parentHas(world: World, kind: Kind): boolean {
  return world.lanes.get(undefined)?.kind === kind;
}

/** Ends the open stream of a lane and opens a new one. */
function enterLane(world: World, lane: string | undefined, stream: ChunkStream): void {
  world.closeLanes([lane]);
  world.lanes.set(lane, stream);
}

function contentOf({ text, also }: Command): { delta?: string } {
  return also % 5 === 0 ? {} : { delta: text };
}

const textChunk: Act = (world, command) => {
  const { also, tag } = command;
  const on = also % 3 === 0 ? undefined : continueStream(world, "text", command);
  const rest = { ...contentOf(command), ...metadataOf(command) };
  if (on) {
    const { stream, namesId } = on;
    world.emitChunk({
      type: "TEXT_MESSAGE_CHUNK",
      ...(namesId && { messageId: stream.id }),
      ...(also % 4 === 0 && stream.opener),
      ...on.tag,
      ...rest,
    });
    return;
  }
  const { id, role } = textTarget(world, command);
  const isNamed = also % 6 === 0;
  const opener = {
    // The schema lists the roles of text; a reopened message has one of these.
    ...(role !== "assistant" && { role: role as (typeof TEXT_ROLES)[number] }),
    ...(isNamed && { name: "Ada" }),
  };
  enterLane(world, tag, { kind: "text", id, opener });
  openText(world, id, role as (typeof TEXT_ROLES)[number], tag);
  world.emitChunk({
    type: "TEXT_MESSAGE_CHUNK",
    messageId: id,
    ...opener,
    ...tagged(tag),
    ...rest,
  });
};

const reasoningChunk: Act = (world, command) => {
  const { also, tag } = command;
  const on = also % 3 === 0 ? undefined : continueStream(world, "reasoning", command);
  const rest = { ...contentOf(command), ...metadataOf(command) };
  if (on) {
    const { stream, namesId } = on;
    world.emitChunk({
      type: "REASONING_MESSAGE_CHUNK",
      ...(namesId && { messageId: stream.id }),
      ...on.tag,
      ...rest,
    });
    return;
  }
  const messageId = reasoningTarget(world, command);
  enterLane(world, tag, { kind: "reasoning", id: messageId, opener: {} });
  openReasoning(world, messageId, tag);
  world.emitChunk({ type: "REASONING_MESSAGE_CHUNK", messageId, ...tagged(tag), ...rest });
};

/** Commands for text and reasoning, as explicit events and as chunks. */
export const streamActs = {
  textStart(world, command) {
    const { id: messageId, role } = textTarget(world, command);
    // The schema lists the roles of text; a reopened message has one of these.
    const textRole = role as (typeof TEXT_ROLES)[number];
    world.emit({
      type: "TEXT_MESSAGE_START",
      messageId,
      ...(textRole !== "assistant" || command.isTagged ? { role: textRole } : {}),
      ...(command.also % 4 === 0 && { name: "Ada" }),
      ...tagged(command.tag),
      ...metadataOf(command),
    });
    openText(world, messageId, textRole, command.tag);
  },
  textContent(world, command) {
    const messageId = choose(world.explicit("text"), command.pick);
    if (messageId === undefined) return;
    world.emit({
      type: "TEXT_MESSAGE_CONTENT",
      messageId,
      delta: command.text,
      ...continued(world.owners.message, messageId, command),
      ...metadataOf(command),
    });
  },
  textEnd(world, command) {
    const messageId = choose(world.explicit("text"), command.pick);
    if (messageId === undefined) return;
    world.emit({
      type: "TEXT_MESSAGE_END",
      messageId,
      ...continued(world.owners.message, messageId, command),
      ...metadataOf(command),
    });
    world.open.text.delete(messageId);
  },
  spanStart(world, command) {
    const { reasoning: owners } = world.owners;
    const known = [...owners.keys()].filter(
      (id) => !world.spans.has(id) && agrees(owners, id, command.tag),
    );
    const messageId = choose([NEW, NEW, ...known], command.pick) || world.fresh("r");
    world.emit({
      type: "REASONING_START",
      messageId,
      ...tagged(command.tag),
      ...metadataOf(command),
    });
    world.spans.add(messageId);
    if (!owners.has(messageId)) owners.set(messageId, command.tag);
  },
  spanEnd(world, command) {
    const messageId = choose([...world.spans], command.pick);
    if (messageId === undefined) return;
    world.emit({
      type: "REASONING_END",
      messageId,
      ...continued(world.owners.reasoning, messageId, command),
    });
    world.spans.delete(messageId);
  },
  reasoningStart(world, command) {
    const messageId = reasoningTarget(world, command);
    world.emit({
      type: "REASONING_MESSAGE_START",
      messageId,
      role: "reasoning",
      ...tagged(command.tag),
      ...metadataOf(command),
    });
    openReasoning(world, messageId, command.tag);
  },
  reasoningContent(world, command) {
    const messageId = choose(world.explicit("reasoning"), command.pick);
    if (messageId === undefined) return;
    world.emit({
      type: "REASONING_MESSAGE_CONTENT",
      messageId,
      delta: command.text,
      ...continued(world.owners.reasoning, messageId, command),
      ...metadataOf(command),
    });
  },
  reasoningEnd(world, command) {
    const messageId = choose(world.explicit("reasoning"), command.pick);
    if (messageId === undefined) return;
    world.emit({
      type: "REASONING_MESSAGE_END",
      messageId,
      ...continued(world.owners.reasoning, messageId, command),
      ...metadataOf(command),
    });
    world.open.reasoning.delete(messageId);
  },
  textChunk,
  reasoningChunk,
} satisfies Partial<Record<CommandKind, Act>>;
