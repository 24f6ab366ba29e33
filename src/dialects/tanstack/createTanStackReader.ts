import type { DialectExchange, DialectReader } from "../../protocol/dialect.ts";
import type { EventInput, Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { asEvent } from "../wireFields.ts";
import { readApproval } from "./approvals.ts";
import { createReasoningReader } from "./createReasoningReader.ts";
import { createRunReader } from "./createRunReader.ts";
import { createStateReader } from "./createStateReader.ts";
import { createTextReader } from "./createTextReader.ts";
import { createToolCallReader, readFrontendCall } from "./createToolCallReader.ts";
import { readUiMessages } from "./readUiMessages.ts";
import { commonFields, type ReaderContext, stringOf, type TanStackEvent } from "./tanStackEvent.ts";

/**
 * Creates the reader of one response of TanStack AI, of any version: each event is recognised by
 * its shape.
 */
export function createTanStackReader(exchange: DialectExchange): DialectReader {
  let out: EventInput[] = [];
  const { input, isReplay, cursor, onCursor } = exchange;
  const emitEvent = (event: EventInput) => out.push(event);
  const context: ReaderContext = {
    emitEvent,
    input,
    isReplay,
    isTail: isReplay && cursor !== undefined,
  };
  const texts = createTextReader(context);
  const calls = createToolCallReader(context);
  const reasoning = createReasoningReader(context);
  const state = createStateReader(context);
  const run = createRunReader(context, {
    hasCallWithoutResult: calls.hasCallWithoutResult,
    hasResults: calls.hasResults,
    idsWithoutResult: calls.idsWithoutResult,
    closeContent() {
      calls.closeCalls();
      texts.closeTexts();
      reasoning.closeReasoning();
    },
  });

  /**
   * Wraps the reader of an event that starts content: the agent continues with another turn, and
   * its reasoning ends.
   */
  const startsContent = (read: (event: TanStackEvent) => void) => (event: TanStackEvent) => {
    run.continueRun();
    reasoning.endStepReasoning();
    read(event);
  };

  const readers: Readonly<Record<string, (event: TanStackEvent) => void>> = {
    TEXT_MESSAGE_START: startsContent((event) => {
      calls.setParentMessage(stringOf(event.messageId) ?? "");
      texts.startText(event);
    }),
    TEXT_MESSAGE_CONTENT: startsContent(texts.appendText),
    TEXT_MESSAGE_END: texts.endText,
    TOOL_CALL_START: startsContent(calls.startCall),
    TOOL_CALL_ARGS: calls.appendArguments,
    TOOL_CALL_END: calls.endCall,
    TOOL_CALL_RESULT: (event) => calls.addResult(event),
    STEP_STARTED(event) {
      run.continueRun();
      reasoning.startStep(event);
    },
    STEP_FINISHED: reasoning.finishStep,
    STATE_SNAPSHOT: state.readSnapshot,
    STATE_DELTA: state.readDelta,
    MESSAGES_SNAPSHOT: emitSnapshot,
    CUSTOM: custom,
  };

  function emitSnapshot(event: TanStackEvent): void {
    const uiMessages: readonly unknown[] = Array.isArray(event.messages) ? event.messages : [];
    // A result keeps the id that it has in the stream.
    const messages = readUiMessages(uiMessages).map(
      (message): Message =>
        message?.role === "tool" ? { ...message, id: calls.resultId(message.toolCallId) } : message,
    );
    emitEvent({ type: "MESSAGES_SNAPSHOT", messages, ...commonFields(event) });
  }

  function custom(event: TanStackEvent): void {
    const approval = event.name === "approval-requested" ? readApproval(event.value) : undefined;
    const call = event.name === "tool-input-available" ? readFrontendCall(event.value) : undefined;
    if (approval) run.addInterrupt(approval);
    else if (call) {
      calls.addCall({ ...call, timestamp: event.timestamp });
      run.addClientCall(call.toolCallId);
    }
    // An event of the application.
    else emitEvent(asEvent(event));
  }

  /** True for an interrupt that was received already: newer servers send each one in the older format as well. */
  function isRepeatedRequest({ type, name, value }: TanStackEvent): boolean {
    if (type !== "CUSTOM") return false;
    const id = readFrontendCall(value)?.toolCallId ?? "";
    return (
      (name === "approval-requested" || name === "tool-input-available") && run.hasInterrupt(id)
    );
  }

  function read(event: TanStackEvent): void {
    const type = stringOf(event.type) ?? "";
    if (type === "RUN_STARTED") {
      calls.startTurn();
      run.startRun(event);
    } else if (type === "RUN_FINISHED") run.finishRun(event);
    else if (type === "RUN_ERROR") run.failRun(event);
    else if (!isRepeatedRequest(event) && run.openRun(event)) {
      const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
      if (reader) reader(event);
      else if (type.startsWith("REASONING_")) {
        run.continueRun();
        reasoning.readReasoning(event);
      } else emitEvent(asEvent(event));
    }
  }

  return {
    push({ data, id }) {
      out = [];
      if (data === "[DONE]") return out;
      if (!isRecord(data)) return [asEvent(data)];
      // A durable response in lines wraps each event with its position.
      const chunk = isRecord(data.chunk) ? data.chunk : undefined;
      read(chunk ?? data);
      const position = chunk && stringOf(data.id);
      if (position ?? id) run.recordPosition();
      // No cursor before the end of a turn is written: the next replay must include that end.
      if (position !== undefined && !run.isEndPending()) onCursor(position);
      return out;
    },
    end() {
      out = [];
      run.endRun();
      return out;
    },
  };
}
