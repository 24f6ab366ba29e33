import type { ContentPart } from "../../protocol/events.ts";
import { writeJson } from "../../protocol/jsonDepth.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { UNNAMED_TOOL } from "../../protocol/validation/lenientChecks.ts";
import { isFailedResult } from "../../protocol/validation/metadataChecks.ts";
import { resultIdOf } from "../createRunWriter.ts";
import { asEvent, errorIn, isFlagSet } from "../wireFields.ts";
import { readContentParts } from "./contentParts.ts";
import {
  commonFields,
  deltaOf,
  fieldsWithExtras,
  ownField,
  type ReaderContext,
  recordOf,
  stringOf,
  type TanStackEvent,
} from "./tanStackEvent.ts";

interface ToolCallReader {
  startCall(event: TanStackEvent): void;
  appendArguments(event: TanStackEvent): void;
  /** Reads the end of the arguments or, in earlier versions and as a repetition, the result. */
  endCall(event: TanStackEvent): void;
  addResult(event: TanStackEvent): void;
  /** Adds a call as part of this response: a resumed run names calls of the previous response. */
  addCall(event: TanStackEvent): void;
  /** Sets the parent message of the next calls, for versions that do not send it. */
  setParentMessage(messageId: string): void;
  startTurn(): void;
  hasCallWithoutResult(): boolean;
  /** Returns true when a call of this response has a result. */
  hasResults(): boolean;
  /** Returns the ids of the calls of this response without a result. */
  idsWithoutResult(): readonly string[];
  /** Returns the id of the message with the result of this call. */
  resultId(toolCallId: string): string;
  closeCalls(): void;
}

interface Call {
  isOpen: boolean;
  args: string;
  result?: { readonly messageId: string; readonly content: string; readonly hasFailed: boolean };
}

/**
 * Creates the reader of tool calls and results. Earlier versions send the result in a second
 * TOOL_CALL_END.
 */
export function createToolCallReader({ emitEvent, input, isTail }: ReaderContext): ToolCallReader {
  const calls = new Map<string, Call>();
  const results = new Map<string, string>();
  const earlierCalls = new Set<string>();
  for (const message of input.messages) {
    if (message.role === "tool") results.set(message.toolCallId, message.id);
    const toolCalls = message.role === "assistant" ? message.toolCalls : undefined;
    for (const { id } of toolCalls ?? []) earlierCalls.add(id);
  }
  let parentId: string | undefined;
  const resultId = (toolCallId: string) => results.get(toolCallId) ?? resultIdOf(toolCallId);

  function startCall(event: TanStackEvent): void {
    const toolCallId = stringOf(event.toolCallId) ?? "";
    if (calls.get(toolCallId)?.isOpen) return;
    // Calls of one turn share a message with the id of the first call.
    parentId ??= toolCallId;
    const parentMessageId = stringOf(event.parentMessageId) ?? parentId;
    calls.set(toolCallId, { isOpen: true, args: calls.get(toolCallId)?.args ?? "" });
    const toolCallName =
      stringOf(event.toolCallName) ?? stringOf(ownField(event, "toolName")) ?? UNNAMED_TOOL;
    emitEvent({
      type: "TOOL_CALL_START",
      toolCallId,
      toolCallName,
      parentMessageId,
      ...fieldsWithExtras(event),
    });
  }

  /** Returns the call, after starting it when necessary. */
  function opened(event: TanStackEvent): Call {
    const toolCallId = stringOf(event.toolCallId) ?? "";
    // A call from an earlier part of the response needs no second start.
    if (isTail && !calls.has(toolCallId)) calls.set(toolCallId, { isOpen: true, args: "" });
    const call = calls.get(toolCallId);
    if (call) return call;
    startCall(event);
    return calls.get(toolCallId) ?? { isOpen: true, args: "" };
  }

  function endArguments(event: TanStackEvent, isResult: boolean): void {
    const toolCallId = stringOf(event.toolCallId) ?? "";
    // A result may belong to an earlier call; a tool name marks an unknown one.
    const isPast =
      earlierCalls.has(toolCallId) || isTail || ownField(event, "toolName") === undefined;
    if (isResult && isPast && !calls.has(toolCallId)) return;
    const call = opened(event);
    if (!call.isOpen) return;
    const whole = ownField(event, "input");
    // A resumed response does not know which arguments were streamed.
    if (call.args === "" && whole !== undefined && !isTail) {
      call.args = writeJson(whole) ?? "";
      emitEvent({ type: "TOOL_CALL_ARGS", toolCallId, delta: call.args });
    }
    call.isOpen = false;
    emitEvent({ type: "TOOL_CALL_END", toolCallId, ...fieldsWithExtras(isResult ? {} : event) });
  }

  function addResult(event: TanStackEvent, resultContent = event.content): void {
    const toolCallId = stringOf(event.toolCallId) ?? "";
    endArguments(event, true);
    const content = resultContentOf(resultContent);
    const text = writeJson(content) ?? "";
    const call = calls.get(toolCallId);
    const error = errorIn(event.error);
    const isError = isFailed(event, resultContent);
    const hasFailed = isError || error !== undefined;
    // Some versions send a result twice, in both spellings.
    if (call?.result?.content === text && (call.result.hasFailed || !hasFailed)) return;
    // TanStack sends the id of the call's message; in AG-UI a result is a message of its own.
    const messageId = resultId(toolCallId);
    results.set(toolCallId, messageId);
    const result = { messageId, content: text, hasFailed };
    calls.set(toolCallId, { ...(call ?? { isOpen: false, args: "" }), result });
    const fields = fieldsWithExtras(event);
    const flagged = isError && { metadata: { ...fields.metadata, isError } };
    const sent = { messageId, toolCallId, content, role: "tool", ...fields, ...flagged };
    emitEvent(asEvent(omitUndefined({ type: "TOOL_CALL_RESULT", ...sent, error })));
  }

  return {
    startCall,
    appendArguments(event) {
      const toolCallId = stringOf(event.toolCallId) ?? "";
      const call = opened(event);
      const delta = deltaOf(argumentsOf(event.delta), argumentsOf(event.args), call.args);
      if (delta === "" || !call.isOpen) return;
      call.args += delta;
      emitEvent({ type: "TOOL_CALL_ARGS", toolCallId, delta, ...commonFields(event) });
    },
    endCall(event) {
      if (event.result === undefined) endArguments(event, false);
      else addResult(event, event.result);
    },
    addResult,
    addCall(event) {
      const toolCallId = stringOf(event.toolCallId) ?? "";
      if (calls.has(toolCallId)) return;
      const isKnown = earlierCalls.has(toolCallId);
      startCall(
        omitUndefined({ toolCallId, toolName: event.toolName, timestamp: event.timestamp }),
      );
      // The arguments of an earlier call have already been sent.
      endArguments(isKnown ? { toolCallId } : { toolCallId, input: event.input }, false);
    },
    setParentMessage(messageId) {
      parentId = messageId;
    },
    startTurn() {
      parentId = undefined;
    },
    hasCallWithoutResult() {
      // The part before the resumption of a response may contain the calls.
      const isOlder = (id: string) => isTail && !results.has(id);
      return [...calls.values()].some(({ result }) => !result) || [...earlierCalls].some(isOlder);
    },
    hasResults: () => [...calls.values()].some(({ result }) => result),
    idsWithoutResult: () => [...calls].flatMap(([id, { result }]) => (result ? [] : id)),
    resultId,
    closeCalls() {
      for (const [toolCallId, call] of calls) {
        if (call.isOpen) emitEvent({ type: "TOOL_CALL_END", toolCallId });
        call.isOpen = false;
      }
    },
  };
}

/** True for a result that says that the call failed, in the event or in TanStack's metadata. */
function isFailed(event: TanStackEvent, content: unknown): boolean {
  const metadata = recordOf(event.metadata) ?? {};
  const ownFields = recordOf(metadata.tanstack) ?? {};
  return (
    [event, metadata, ownFields].some(({ isError }) => isFlagSet(isError)) ||
    [{ ...event, content }, ownFields].some(isFailedResult) ||
    // The state of TanStack's part of a result, as stored messages have it.
    event.state === "error"
  );
}

/** Reads a CUSTOM `tool-input-available`: a call for a frontend tool. */
export function readFrontendCall(
  value: unknown,
): (TanStackEvent & { toolCallId: string }) | undefined {
  const call = recordOf(value);
  const toolCallId = stringOf(call?.toolCallId);
  return call && toolCallId !== undefined ? { ...call, toolCallId } : undefined;
}

/** Some adapters send arguments as an object. */
function argumentsOf(value: unknown): unknown {
  return recordOf(value) ? writeJson(value) : value;
}

function resultContentOf(value: unknown): string | ContentPart[] {
  if (typeof value === "string") return value;
  return readContentParts(value) ?? writeJson(value) ?? "";
}
