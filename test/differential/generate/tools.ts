import type { ContentPart } from "../../../src/protocol/events.ts";
import type { Command, CommandKind } from "./commands.ts";
import { agrees, choose, continued, metadataOf, type Producer, tagged } from "./producer.ts";
import type { Act } from "./streams.ts";

const NEW = "";
const NAMES = ["search", "book", "open_file"];

/** Selects the id of a call that starts, which is new or repeated without arguments so far. */
function callTarget(producer: Producer, { pick, tag }: Command): string {
  const replayed = producer.calls.filter(
    (id) =>
      producer.bareCalls.has(id) &&
      !producer.open.tool.has(id) &&
      agrees(producer.owners.tool, id, tag),
  );
  return choose([NEW, NEW, NEW, ...replayed], pick) || producer.fresh("c");
}

/**
 * Selects the parent message of a call: none, an existing message, or a message that does not exist
 * yet.
 */
function parentFor(producer: Producer, callId: string, { also, tag }: Command): string | undefined {
  const candidates = [
    undefined,
    ...producer.idsOf("assistant").filter((id) => producer.ofThisRun.has(id)),
    ...producer.idsOf("user", "tool", "reasoning", "activity").slice(0, 2),
    producer.fresh("m"),
  ];
  const parent = choose(candidates, also);
  if (parent === undefined) return undefined;
  const { message, tool } = producer.owners;
  if (!agrees(message, parent, tag)) return undefined;
  const isInherited = tag === undefined && message.has(parent) && tool.has(callId);
  return isInherited && message.get(parent) !== tool.get(callId) ? undefined : parent;
}

function openCall(
  producer: Producer,
  call: { readonly id: string; readonly name: string; readonly parent: string | undefined },
  tag: string | undefined,
): void {
  const { id, name, parent } = call;
  const { message, tool } = producer.owners;
  producer.open.tool.add(id);
  producer.bareCalls.add(id);
  if (!tool.has(id)) {
    tool.set(id, tag ?? (parent === undefined ? undefined : message.get(parent)));
  }
  const holder = producer.holderOf(id);
  if (holder !== undefined) {
    producer.messages.get(holder)?.calls.set(id, name);
    return;
  }
  const named = parent === undefined ? undefined : producer.messages.get(parent);
  if (named?.role === "assistant") named.calls.set(id, name);
  else {
    const messageId = parent !== undefined && !named ? parent : id;
    if (messageId === parent) producer.markStreamed(messageId);
    producer.messages.set(messageId, { role: "assistant", calls: new Map([[id, name]]) });
  }
}

/** Returns the id, name and parent of a call that starts. */
function newCall(producer: Producer, command: Command) {
  const id = callTarget(producer, command);
  const toolName = producer.messages.get(producer.holderOf(id) ?? "")?.calls.get(id);
  // A replayed call may have another name.
  const name = (command.also % 7 > 0 && toolName) || choose(NAMES, command.pick + command.also);
  return { id, name: name ?? "search", parent: parentFor(producer, id, command) };
}

const toolChunk: Act = (producer, command) => {
  const { also, pick, tag, isTagged, text } = command;
  const rest = { ...(also % 5 > 0 && { delta: text }), ...metadataOf(command) };
  const open = [...producer.lanes].filter(([, stream]) => stream.kind === "tool");
  const chosen = also % 3 === 0 ? undefined : choose(open, pick);
  if (chosen) {
    const [lane, stream] = chosen;
    const isClear = lane === undefined || open.length === 1;
    const namesId = pick % 2 === 0;
    producer.bareCalls.delete(stream.id);
    producer.emitChunk({
      type: "TOOL_CALL_CHUNK",
      ...(namesId && { toolCallId: stream.id }),
      ...(also % 4 === 0 && stream.opener),
      ...(isTagged || (!namesId && !isClear) ? tagged(lane) : {}),
      ...rest,
    });
    return;
  }
  const call = newCall(producer, command);
  const opener = {
    toolCallName: call.name,
    ...(call.parent !== undefined && { parentMessageId: call.parent }),
  };
  producer.closeLanes([tag]);
  producer.lanes.set(tag, { kind: "tool", id: call.id, opener });
  openCall(producer, call, tag);
  producer.bareCalls.delete(call.id);
  producer.emitChunk({
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
  toolStart(producer, command) {
    const call = newCall(producer, command);
    producer.emit({
      type: "TOOL_CALL_START",
      toolCallId: call.id,
      toolCallName: call.name,
      ...(call.parent !== undefined && { parentMessageId: call.parent }),
      ...tagged(command.tag),
      ...metadataOf(command),
    });
    openCall(producer, call, command.tag);
  },
  toolArgs(producer, command) {
    const open = producer.explicit("tool").filter((id) => !producer.restatedCalls.has(id));
    const toolCallId = choose(open, command.pick);
    if (toolCallId === undefined) return;
    producer.bareCalls.delete(toolCallId);
    producer.emit({
      type: "TOOL_CALL_ARGS",
      toolCallId,
      delta: command.text,
      ...continued(producer.owners.tool, toolCallId, command),
      ...metadataOf(command),
    });
  },
  toolEnd(producer, command) {
    const toolCallId = choose(producer.explicit("tool"), command.pick);
    if (toolCallId === undefined) return;
    producer.emit({
      type: "TOOL_CALL_END",
      toolCallId,
      ...continued(producer.owners.tool, toolCallId, command),
      ...metadataOf(command),
    });
    producer.open.tool.delete(toolCallId);
  },
  toolResult(producer, command) {
    const { pick, also, tag, text } = command;
    const { unanswered } = producer;
    const toolCallId = choose([...unanswered, ...unanswered, NEW], pick) || producer.fresh("c");
    const messageId = producer.fresh("t");
    producer.continuable.clear();
    producer.bareCalls.delete(toolCallId);
    producer.emit({
      type: "TOOL_CALL_RESULT",
      messageId,
      toolCallId,
      content: also % 4 === 0 ? PARTS.slice(0, 1 + (pick % 2)) : text,
      ...(also % 3 === 0 && { role: "tool" as const }),
      ...tagged(tag),
      ...metadataOf(command),
    });
    producer.owners.message.set(messageId, tag);
    producer.messages.set(messageId, { role: "tool", calls: new Map(), answers: toolCallId });
  },
  toolChunk,
} satisfies Partial<Record<CommandKind, Act>>;
