import type { DialectExchange, DialectReader } from "../../protocol/dialect.ts";
import type { EventInput, Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { asEvent } from "../uncheckedCasts.ts";
import { readApproval, readClientCall } from "./questions.ts";
import { readUiMessages } from "./readUiMessages.ts";
import { createRun } from "./run.ts";
import { createSharedState } from "./state.ts";
import { createTexts } from "./texts.ts";
import { createThinking } from "./thinking.ts";
import { createToolCalls } from "./toolCalls.ts";
import { commonFields, type ReaderContext, stringOf, type TanStackEvent } from "./wire.ts";

/**
 * Creates the reader of one response of TanStack AI, of any version: each event is recognised by
 * its shape.
 */
export function createTanStackReader(exchange: DialectExchange): DialectReader {
  let out: EventInput[] = [];
  const { input, isReplay, cursor, onCursor } = exchange;
  const emit = (event: EventInput) => out.push(event);
  const answer: ReaderContext = { emit, input, isReplay, isTail: isReplay && cursor !== undefined };
  const texts = createTexts(answer);
  const calls = createToolCalls(answer);
  const thinking = createThinking(answer);
  const state = createSharedState(answer);
  const run = createRun(answer, {
    hasUnanswered: calls.hasUnanswered,
    close() {
      calls.close();
      texts.close();
      thinking.close();
    },
  });

  /**
   * Wraps the reader of an event that starts content: the agent continues with another turn, and
   * its reasoning ends.
   */
  const startsContent = (read: (wire: TanStackEvent) => void) => (wire: TanStackEvent) => {
    run.continueRun();
    thinking.pause();
    read(wire);
  };

  const readers: Readonly<Record<string, (wire: TanStackEvent) => void>> = {
    TEXT_MESSAGE_START: startsContent((wire) => {
      calls.setParentMessage(stringOf(wire.messageId) ?? "");
      texts.start(wire);
    }),
    TEXT_MESSAGE_CONTENT: startsContent(texts.add),
    TEXT_MESSAGE_END: texts.end,
    TOOL_CALL_START: startsContent(calls.start),
    TOOL_CALL_ARGS: calls.add,
    TOOL_CALL_END: calls.end,
    TOOL_CALL_RESULT: (wire) => calls.result(wire),
    STEP_STARTED(wire) {
      run.continueRun();
      thinking.startStep(wire);
    },
    STEP_FINISHED: thinking.finishStep,
    STATE_SNAPSHOT: state.snapshot,
    STATE_DELTA: state.delta,
    MESSAGES_SNAPSHOT: snapshot,
    CUSTOM: custom,
  };

  function snapshot(wire: TanStackEvent): void {
    const given: readonly unknown[] = Array.isArray(wire.messages) ? wire.messages : [];
    // A result keeps the id that it has in the stream.
    const messages = readUiMessages(given).map(
      (message): Message =>
        message?.role === "tool" ? { ...message, id: calls.resultId(message.toolCallId) } : message,
    );
    emit({ type: "MESSAGES_SNAPSHOT", messages, ...commonFields(wire) });
  }

  function custom(wire: TanStackEvent): void {
    const approval = wire.name === "approval-requested" ? readApproval(wire.value) : undefined;
    const call = wire.name === "tool-input-available" ? readClientCall(wire.value) : undefined;
    if (approval) run.addInterrupt(approval);
    else if (call) {
      calls.addCall({ ...call, timestamp: wire.timestamp });
      run.addClientCall(call.toolCallId);
    }
    // An event of the application.
    else emit(asEvent(wire));
  }

  /** Returns true for a question that a later version repeats in the older spelling. */
  function isAskedAgain({ type, name, value }: TanStackEvent): boolean {
    if (type !== "CUSTOM") return false;
    const id = readClientCall(value)?.toolCallId ?? "";
    return (
      (name === "approval-requested" || name === "tool-input-available") && run.hasInterrupt(id)
    );
  }

  function read(wire: TanStackEvent): void {
    const type = stringOf(wire.type) ?? "";
    if (type === "RUN_STARTED") {
      calls.startTurn();
      run.start(wire);
    } else if (type === "RUN_FINISHED") run.finish(wire);
    else if (type === "RUN_ERROR") run.fail(wire);
    else if (!isAskedAgain(wire) && run.open(wire)) {
      const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
      if (reader) reader(wire);
      else if (type.startsWith("REASONING_")) {
        run.continueRun();
        thinking.reason(wire);
      } else emit(asEvent(wire));
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
      // The end of a turn is not written yet, so the next replay must include it.
      if (position !== undefined && !run.isEndPending()) onCursor(position);
      return out;
    },
    end() {
      out = [];
      run.end();
      return out;
    },
  };
}
