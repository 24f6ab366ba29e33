import type { ContentPart } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { resultIdOf } from "../createRunWriter.ts";
import { readParts } from "./parts.ts";
import {
  commonFields,
  deltaOf,
  fieldsWithExtras,
  ownField,
  type ReaderContext,
  recordOf,
  stringOf,
  type TanStackEvent,
} from "./wire.ts";

export interface ToolCalls {
  start(wire: TanStackEvent): void;
  add(wire: TanStackEvent): void;
  /** Reads the end of the arguments or, in earlier versions and as a repetition, the result. */
  end(wire: TanStackEvent): void;
  result(wire: TanStackEvent): void;
  /** Adds a call as part of this response: a resumed run names calls of the previous response. */
  addCall(wire: TanStackEvent): void;
  /** Sets the parent message of the next calls, for versions that do not send it. */
  setParentMessage(messageId: string): void;
  startTurn(): void;
  hasUnanswered(): boolean;
  /** Returns the id of the message with the result of this call. */
  resultId(toolCallId: string): string;
  close(): void;
}

interface Call {
  isOpen: boolean;
  args: string;
  answer?: { readonly messageId: string; readonly content: string };
}

/**
 * Creates the reader of tool calls and results. Earlier versions send the result in a second
 * TOOL_CALL_END.
 */
export function createToolCalls({ emit, input, isTail }: ReaderContext): ToolCalls {
  const calls = new Map<string, Call>();
  const results = new Map<string, string>();
  const earlierCalls = new Set<string>();
  for (const message of input.messages) {
    if (message.role === "tool") results.set(message.toolCallId, message.id);
    const made = message.role === "assistant" ? message.toolCalls : undefined;
    for (const { id } of made ?? []) earlierCalls.add(id);
  }
  let parentId: string | undefined;
  const resultId = (toolCallId: string) => results.get(toolCallId) ?? resultIdOf(toolCallId);

  function start(wire: TanStackEvent): void {
    const toolCallId = stringOf(wire.toolCallId) ?? "";
    if (calls.get(toolCallId)?.isOpen) return;
    // Calls of one turn share a message with the id of the first call.
    parentId ??= toolCallId;
    const parentMessageId = stringOf(wire.parentMessageId) ?? parentId;
    calls.set(toolCallId, { isOpen: true, args: calls.get(toolCallId)?.args ?? "" });
    const toolCallName = stringOf(wire.toolCallName) ?? stringOf(ownField(wire, "toolName")) ?? "";
    emit({
      type: "TOOL_CALL_START",
      toolCallId,
      toolCallName,
      parentMessageId,
      ...fieldsWithExtras(wire),
    });
  }

  /** Returns the call, after starting it when necessary. */
  function opened(wire: TanStackEvent): Call {
    const toolCallId = stringOf(wire.toolCallId) ?? "";
    // A call from an earlier part of the response needs no second start.
    if (isTail && !calls.has(toolCallId)) calls.set(toolCallId, { isOpen: true, args: "" });
    const call = calls.get(toolCallId);
    if (call) return call;
    start(wire);
    return calls.get(toolCallId) ?? { isOpen: true, args: "" };
  }

  function endArguments(wire: TanStackEvent, isResult: boolean): void {
    const toolCallId = stringOf(wire.toolCallId) ?? "";
    // A result may belong to an earlier call; a tool name marks an unknown one.
    const isPast =
      earlierCalls.has(toolCallId) || isTail || ownField(wire, "toolName") === undefined;
    if (isResult && isPast && !calls.has(toolCallId)) return;
    const call = opened(wire);
    if (!call.isOpen) return;
    const whole = ownField(wire, "input");
    // A resumed response does not know which arguments were streamed.
    if (call.args === "" && whole !== undefined && !isTail) {
      call.args = JSON.stringify(whole);
      emit({ type: "TOOL_CALL_ARGS", toolCallId, delta: call.args });
    }
    call.isOpen = false;
    emit({ type: "TOOL_CALL_END", toolCallId, ...fieldsWithExtras(isResult ? {} : wire) });
  }

  function result(wire: TanStackEvent, given = wire.content): void {
    const toolCallId = stringOf(wire.toolCallId) ?? "";
    endArguments(wire, true);
    const content = contentOf(given);
    const text = JSON.stringify(content);
    const call = calls.get(toolCallId);
    // Some versions send a result twice, in both spellings.
    if (call?.answer?.content === text) return;
    // TanStack sends the id of the call's message; in AG-UI a result is a message of its own.
    const messageId = resultId(toolCallId);
    results.set(toolCallId, messageId);
    const answer = { messageId, content: text };
    calls.set(toolCallId, { ...(call ?? { isOpen: false, args: "" }), answer });
    emit({
      type: "TOOL_CALL_RESULT",
      messageId,
      toolCallId,
      content,
      role: "tool",
      ...fieldsWithExtras(wire),
    });
  }

  return {
    start,
    add(wire) {
      const toolCallId = stringOf(wire.toolCallId) ?? "";
      const call = opened(wire);
      const delta = deltaOf(argumentsOf(wire.delta), argumentsOf(wire.args), call.args);
      if (delta === "" || !call.isOpen) return;
      call.args += delta;
      emit({ type: "TOOL_CALL_ARGS", toolCallId, delta, ...commonFields(wire) });
    },
    end(wire) {
      if (wire.result === undefined) endArguments(wire, false);
      else result(wire, wire.result);
    },
    result,
    addCall(wire) {
      const toolCallId = stringOf(wire.toolCallId) ?? "";
      if (calls.has(toolCallId)) return;
      const isKnown = earlierCalls.has(toolCallId);
      start(omitUndefined({ toolCallId, toolName: wire.toolName, timestamp: wire.timestamp }));
      // The arguments of an earlier call have already been sent.
      endArguments(isKnown ? { toolCallId } : { toolCallId, input: wire.input }, false);
    },
    setParentMessage(messageId) {
      parentId = messageId;
    },
    startTurn() {
      parentId = undefined;
    },
    hasUnanswered() {
      // In a resumed response, an earlier part may contain the calls.
      const isOlder = (id: string) => isTail && !results.has(id);
      return [...calls.values()].some(({ answer }) => !answer) || [...earlierCalls].some(isOlder);
    },
    resultId,
    close() {
      for (const [toolCallId, call] of calls) {
        if (call.isOpen) emit({ type: "TOOL_CALL_END", toolCallId });
        call.isOpen = false;
      }
    },
  };
}

/** Some adapters send arguments as an object. */
function argumentsOf(value: unknown): unknown {
  return recordOf(value) ? JSON.stringify(value) : value;
}

function contentOf(value: unknown): string | ContentPart[] {
  if (typeof value === "string") return value;
  return readParts(value) ?? JSON.stringify(value) ?? "";
}
