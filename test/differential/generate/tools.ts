import type { ContentPart } from "../../../src/protocol/events.ts";
import type { Command, CommandKind } from "./commands.ts";
import type { Act } from "./streams.ts";
import { agrees, choose, continued, metadataOf, tagged, type World } from "./world.ts";

const NEW = "";
const NAMES = ["search", "book", "open_file"];

/** Selects the id of a call that starts, which is new or replayed. */
function callTarget(world: World, { pick, tag }: Command): string {
  const replayed = world.calls.filter(
    (id) => !world.open.tool.has(id) && agrees(world.owners.tool, id, tag),
  );
  return choose([NEW, NEW, NEW, ...replayed], pick) || world.fresh("c");
}

/**
 * Selects the parent message of a call: none, an existing message, or a message that does not exist
 * yet.
 */
function parentFor(world: World, callId: string, { also, tag }: Command): string | undefined {
  const candidates = [
    undefined,
    ...world.idsOf("assistant"),
    ...world.idsOf("user", "tool", "reasoning", "activity").slice(0, 2),
    world.fresh("m"),
  ];
  const parent = choose(candidates, also);
  if (parent === undefined) return undefined;
  const { message, tool } = world.owners;
  if (!agrees(message, parent, tag)) return undefined;
  const isInherited = tag === undefined && message.has(parent) && tool.has(callId);
  return isInherited && message.get(parent) !== tool.get(callId) ? undefined : parent;
}

function openCall(
  world: World,
  call: { readonly id: string; readonly name: string; readonly parent: string | undefined },
  tag: string | undefined,
): void {
  const { id, name, parent } = call;
  const { message, tool } = world.owners;
  world.open.tool.add(id);
  if (!tool.has(id)) {
    tool.set(id, tag ?? (parent === undefined ? undefined : message.get(parent)));
  }
  const holder = world.holderOf(id);
  if (holder !== undefined) {
    world.messages.get(holder)?.calls.set(id, name);
    return;
  }
  const named = parent === undefined ? undefined : world.messages.get(parent);
  if (named?.role === "assistant") named.calls.set(id, name);
  else {
    const made = parent !== undefined && !named ? parent : id;
    world.messages.set(made, { role: "assistant", calls: new Map([[id, name]]) });
  }
}

/** Returns the id, name and parent of a call that starts. */
function newCall(world: World, command: Command) {
  const id = callTarget(world, command);
  const known = world.messages.get(world.holderOf(id) ?? "")?.calls.get(id);
  // A replayed call may have another name.
  const name = (command.also % 7 > 0 && known) || choose(NAMES, command.pick + command.also);
  return { id, name: name ?? "search", parent: parentFor(world, id, command) };
}

const toolChunk: Act = (world, command) => {
  const { also, pick, tag, isTagged, text } = command;
  const rest = { ...(also % 5 > 0 && { delta: text }), ...metadataOf(command) };
  const open = [...world.lanes].filter(([, stream]) => stream.kind === "tool");
  const chosen = also % 3 === 0 ? undefined : choose(open, pick);
  if (chosen) {
    const [lane, stream] = chosen;
    const isClear = lane === undefined || open.length === 1;
    const namesId = pick % 2 === 0;
    world.emitChunk({
      type: "TOOL_CALL_CHUNK",
      ...(namesId && { toolCallId: stream.id }),
      ...(also % 4 === 0 && stream.opener),
      ...(isTagged || (!namesId && !isClear) ? tagged(lane) : {}),
      ...rest,
    });
    return;
  }
  const call = newCall(world, command);
  const opener = {
    toolCallName: call.name,
    ...(call.parent !== undefined && { parentMessageId: call.parent }),
  };
  world.closeLanes([tag]);
  world.lanes.set(tag, { kind: "tool", id: call.id, opener });
  openCall(world, call, tag);
  world.emitChunk({
    type: "TOOL_CALL_CHUNK",
    toolCallId: call.id,
    ...opener,
    ...tagged(tag),
    ...rest,
  });
};

const PARTS: ContentPart[] = [
  { type: "text", text: "It is sunny." },
  { type: "image", source: { type: "url", value: "https://example.com/a.png" } },
];

/** Commands for tool calls, as explicit events and as chunks, and for results. */
export const toolActs = {
  toolStart(world, command) {
    const call = newCall(world, command);
    world.emit({
      type: "TOOL_CALL_START",
      toolCallId: call.id,
      toolCallName: call.name,
      ...(call.parent !== undefined && { parentMessageId: call.parent }),
      ...tagged(command.tag),
      ...metadataOf(command),
    });
    openCall(world, call, command.tag);
  },
  toolArgs(world, command) {
    const toolCallId = choose(world.explicit("tool"), command.pick);
    if (toolCallId === undefined) return;
    world.emit({
      type: "TOOL_CALL_ARGS",
      toolCallId,
      delta: command.text,
      ...continued(world.owners.tool, toolCallId, command),
      ...metadataOf(command),
    });
  },
  toolEnd(world, command) {
    const toolCallId = choose(world.explicit("tool"), command.pick);
    if (toolCallId === undefined) return;
    world.emit({
      type: "TOOL_CALL_END",
      toolCallId,
      ...continued(world.owners.tool, toolCallId, command),
      ...metadataOf(command),
    });
    world.open.tool.delete(toolCallId);
  },
  toolResult(world, command) {
    const { pick, also, tag, text } = command;
    const { unanswered } = world;
    const toolCallId = choose([...unanswered, ...unanswered, NEW], pick) || world.fresh("c");
    const messageId = world.fresh("t");
    world.emit({
      type: "TOOL_CALL_RESULT",
      messageId,
      toolCallId,
      content: also % 4 === 0 ? PARTS.slice(0, 1 + (pick % 2)) : text,
      ...(also % 3 === 0 && { role: "tool" as const }),
      ...tagged(tag),
      ...metadataOf(command),
    });
    world.owners.message.set(messageId, tag);
    world.messages.set(messageId, { role: "tool", calls: new Map(), answers: toolCallId });
  },
  toolChunk,
} satisfies Partial<Record<CommandKind, Act>>;
