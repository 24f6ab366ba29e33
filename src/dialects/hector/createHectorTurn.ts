import type { Metadata } from "../../protocol/events.ts";
import type { RunWriter, TextFields } from "../createRunWriter.ts";
import { asText, toText, type WireFields } from "../fields.ts";

/** What Hector says of a call. */
export interface HectorCall {
  readonly id: string;
  readonly name: string;
  /** The whole arguments; absent when they are streamed, and when there are none. */
  readonly input?: unknown;
}

/** What Hector says of a call that is done. */
export interface HectorResult {
  readonly id: string;
  readonly input?: unknown;
  readonly content: unknown;
  readonly error?: string | undefined;
  readonly isError: boolean;
}

/** The agent's turn as AG-UI has it, whichever way it is told. */
export interface HectorTurn {
  /** Whether something has begun that has not ended. */
  readonly hasOpenItems: boolean;
  /** Whether a task has been told of. */
  readonly hasTasks: boolean;
  openItem(thing: string): void;
  closeItem(thing: string): void;
  /** The message in which text of that name goes on: behind a call or a thought it is another one. */
  segmentId(name: string): string;
  openText(id: string, fields?: TextFields): void;
  /** Ends the text that goes on, if any does. */
  endText(): void;
  openReasoning(id: string, metadata?: Metadata): void;
  call(call: HectorCall): void;
  result(result: HectorResult): void;
  /** What is known of a task, on top of what was known before. */
  updateTask(id: string, facts: WireFields): void;
  /** Ends the run as its tasks have ended. */
  finishRun(): void;
}

/** Makes the state of one turn. */
export function createHectorTurn(writer: RunWriter): HectorTurn {
  const openItems = new Set<string>();
  const segments = new Map<string, { round: number; count: number }>();
  const tasks = new Map<string, WireFields>();
  let round = 0;
  /** The assistant message that the next call belongs to. */
  let parentMessageId: string | undefined;
  let text: string | undefined;

  function interrupt(): void {
    round += 1;
    turn.endText();
  }

  const turn: HectorTurn = {
    get hasOpenItems() {
      return openItems.size > 0;
    },
    get hasTasks() {
      return tasks.size > 0;
    },
    openItem: (thing) => void openItems.add(thing),
    closeItem: (thing) => void openItems.delete(thing),
    segmentId(name) {
      const known = segments.get(name);
      const count = known?.round === round ? known.count : (known?.count ?? 0) + 1;
      segments.set(name, { round, count });
      return count === 1 ? name : `${name}:${count}`;
    },
    openText(id, fields) {
      if (text !== undefined && text !== id) writer.endText(text);
      text = id;
      parentMessageId = id;
      writer.openText(id, fields);
    },
    endText() {
      if (text !== undefined) writer.endText(text);
      text = undefined;
    },
    openReasoning(id, metadata) {
      interrupt();
      parentMessageId = undefined;
      writer.openReasoning(id, metadata);
    },
    call({ id, name, input }) {
      interrupt();
      writer.openCall({ toolCallId: id, toolCallName: name, parentMessageId: parentMessageId });
      parentMessageId ??= id;
      // Arguments that are here are here whole. Without any they may be about to come.
      if (hasFields(input)) writer.endCall(id, toText(input));
    },
    result({ id, input, content, error, isError }) {
      interrupt();
      parentMessageId = undefined;
      writer.endCall(id, hasFields(input) ? toText(input) : "{}");
      const isFailed = isError || error !== undefined;
      writer.result(id, (isFailed && error) || toText(content ?? ""), isFailed);
    },
    updateTask(id, facts) {
      const content = { ...tasks.get(id), taskId: id, ...facts };
      tasks.set(id, content);
      const activity = { messageId: `task:${id}`, activityType: "TASK", content };
      writer.writeEvent({ type: "ACTIVITY_SNAPSHOT", ...activity });
    },
    finishRun() {
      const { status, error, errorCode } = [...tasks.values()].at(-1) ?? {};
      if (status === "failed" || status === "rejected") {
        writer.failRun(asText(error) ?? "The task failed.", asText(errorCode));
      } else {
        const isCancelled = status === "canceled" || status === "cancelled";
        writer.finishRun(isCancelled ? { outcome: { type: "cancelled" } } : {});
      }
    },
  };
  return turn;
}

function hasFields(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && toText(value) !== "{}";
}
