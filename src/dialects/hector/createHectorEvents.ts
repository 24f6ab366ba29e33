import { writeJson } from "../../protocol/jsonDepth.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { RunWriter, TextFields } from "../createRunWriter.ts";
import { asFields, asText, errorIn, isFlagSet, type WireFields } from "../wireFields.ts";
import type { HectorReply } from "./createHectorReply.ts";

/** Hector's events by name. */
interface HectorEvents {
  hasEvent(name: string): boolean;
  readEvent(name: string, payload: WireFields): void;
}

const ROLE_BY_HECTOR_ROLE: Readonly<Record<string, TextFields["role"]>> = {
  user: "user",
  system: "system",
};
const FENCE = "```";

/** Creates the reader of Hector's events, however their payloads are wrapped. */
export function createHectorEvents(writer: RunWriter, reply: HectorReply): HectorEvents {
  /** Kind of each open block; a payload without an id belongs to the last block. */
  const blocks = new Map<string, string>();
  let lastBlock = writer.createId("block");
  let lastReasoning = writer.createId("thinking");
  let lastCall = writer.createId("call");
  let message = writer.createId("message");
  let role: TextFields["role"] = "assistant";

  const messageOf = (payload: WireFields) => asText(payload.messageId) ?? message;
  const blockOf = (payload: WireFields) => asText(payload.blockId) ?? lastBlock;
  const reasoningIdOf = (payload: WireFields) => asText(payload.thinkingId) ?? lastReasoning;
  const callOf = (payload: WireFields) => asText(payload.toolCallId) ?? lastCall;
  const deltaOf = (payload: WireFields) => (typeof payload.delta === "string" ? payload.delta : "");

  function startBlock(payload: WireFields): void {
    const id = blockOf(payload);
    const kind = asText(payload.blockType) ?? "text";
    lastBlock = id;
    blocks.set(id, kind);
    reply.openItem(`block:${id}`);
    if (kind === "thinking") {
      reply.openReasoning(id);
      return;
    }
    reply.openText(
      id,
      omitUndefined({ role, metadata: kind === "text" ? undefined : { blockType: kind } }),
    );
    // AG-UI has no code blocks: Markdown marks the text as code.
    if (kind === "code") writer.writeText(id, `${FENCE}\n`);
  }

  function stopBlock(payload: WireFields): void {
    const id = blockOf(payload);
    const kind = blocks.get(id);
    reply.closeItem(`block:${id}`);
    blocks.delete(id);
    if (kind === "code") writer.writeText(id, `\n${FENCE}`);
    writer.endText(id);
    writer.endReasoning(id);
  }

  function startReasoning(payload: WireFields): void {
    lastReasoning = reasoningIdOf(payload);
    reply.openItem(`reasoning:${lastReasoning}`);
    const title = asText(payload.title);
    reply.openReasoning(lastReasoning, title === undefined ? undefined : { title });
  }

  const handlers: Readonly<Record<string, (payload: WireFields) => void>> = {
    message_start(payload) {
      message = messageOf(payload);
      role = ROLE_BY_HECTOR_ROLE[String(payload.role)] ?? "assistant";
      reply.openItem(`message:${message}`);
    },
    message_delta(payload) {
      const id = reply.segmentId(messageOf(payload));
      reply.openText(id, omitUndefined({ role }));
      writer.writeText(id, deltaOf(payload));
    },
    message_stop(payload) {
      reply.closeItem(`message:${messageOf(payload)}`);
      reply.endText();
    },
    content_block_start: startBlock,
    content_block_delta(payload) {
      const id = blockOf(payload);
      if (blocks.get(id) === "thinking") writer.writeReasoning(id, deltaOf(payload));
      else writer.writeText(id, deltaOf(payload));
    },
    content_block_stop: stopBlock,
    thinking_start: startReasoning,
    thinking_delta(payload) {
      const id = reasoningIdOf(payload);
      if (id !== lastReasoning) startReasoning(payload);
      writer.writeReasoning(id, deltaOf(payload));
    },
    thinking_stop(payload) {
      const entityId = reasoningIdOf(payload);
      reply.closeItem(`reasoning:${entityId}`);
      writer.endReasoning(entityId);
      const encryptedValue = asText(payload.signature);
      if (encryptedValue === undefined) return;
      const value = { subtype: "message", entityId, encryptedValue } as const;
      writer.writeEvent({ type: "REASONING_ENCRYPTED_VALUE", ...value });
    },
    tool_call_start(payload) {
      lastCall = callOf(payload);
      reply.openItem(`call:${lastCall}`);
      reply.addCall({ id: lastCall, name: asText(payload.toolName) ?? "", input: payload.input });
    },
    tool_call_delta(payload) {
      writer.writeArguments(callOf(payload), asText(payload.partialInput) ?? "");
    },
    tool_call_stop(payload) {
      const id = callOf(payload);
      reply.closeItem(`call:${id}`);
      const { finalInput: input, result: content, metadata } = payload;
      const isError = [payload.isError, asFields(metadata).isError].some(isFlagSet);
      reply.addResult({ id, input, content, error: errorIn(payload.error), isError });
    },
    task_start: ({ taskId, contextId, description }) =>
      writeTask(taskId, { contextId, description, status: "submitted" }),
    task_update: ({ taskId, status, metadata }) => writeTask(taskId, { status, metadata }),
    task_complete: ({ taskId, result }) => writeTask(taskId, { result, status: "completed" }),
    task_error: ({ taskId, errorMessage: error, errorCode, details }) =>
      writeTask(taskId, { error, errorCode, details, status: "failed" }),
  };

  function writeTask(id: unknown, facts: WireFields): void {
    const { metadata, ...rest } = facts;
    // Hector omits zero values, apart from this field.
    const isBlank = writeJson(metadata ?? {}) === "{}";
    reply.updateTask(
      asText(id) ?? writer.createId("task"),
      omitUndefined({ ...rest, metadata: isBlank ? undefined : metadata }),
    );
  }

  return {
    hasEvent: (name) => Object.hasOwn(handlers, name),
    readEvent: (name, payload) => handlers[name]?.(payload),
  };
}
