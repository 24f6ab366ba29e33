import type { Metadata } from "../../protocol/events.ts";
import { deriveId } from "../../protocol/randomId.ts";
import type { RunWriter, TextFields } from "../createRunWriter.ts";
import { asText, toText, type WireFields } from "../wireFields.ts";

/** A tool call as Hector sends it. */
interface HectorCall {
  readonly id: string;
  readonly name: string;
  /** Complete arguments; absent when they are streamed or there are none. */
  readonly input?: unknown;
}

/** The result of a tool call as Hector sends it. */
interface HectorResult {
  readonly id: string;
  readonly input?: unknown;
  readonly content: unknown;
  readonly error?: string | undefined;
  readonly isError: boolean;
}

/** A reply of the agent as AG-UI events. */
export interface HectorReply {
  /** True while an item is open. */
  readonly hasOpenItems: boolean;
  /** True while a task has not ended. */
  readonly hasOpenTasks: boolean;
  openItem(itemId: string): void;
  closeItem(itemId: string): void;
  /**
   * Returns the message id for a text of that name: after a call or reasoning, the text continues
   * in another message.
   */
  segmentId(name: string): string;
  openText(id: string, fields?: TextFields): void;
  /** Ends the open text. */
  endText(): void;
  openReasoning(id: string, metadata?: Metadata): void;
  addCall(call: HectorCall): void;
  addResult(result: HectorResult): void;
  /** Adds facts to a task. */
  updateTask(id: string, facts: WireFields): void;
  /** Ends the run with the outcome of its tasks. */
  finishRun(): void;
}

/** States of a task that has ended or awaits input. */
const SETTLED = /^(task_state_)?(completed|failed|rejected|cancell?ed|(input|auth)[-_]required)$/i;

/** True for the state of a task that has ended or awaits input. */
export function isSettled(state: unknown): boolean {
  return SETTLED.test(String(state));
}

/** Creates the state of one reply. */
export function createHectorReply(writer: RunWriter): HectorReply {
  const openItems = new Set<string>();
  const segments = new Map<string, { round: number; count: number }>();
  const tasks = new Map<string, WireFields>();
  let round = 0;
  /** Id of the assistant message to which the next call belongs. */
  let parentMessageId: string | undefined;
  let text: string | undefined;

  function interruptText(): void {
    round += 1;
    reply.endText();
  }

  const reply: HectorReply = {
    get hasOpenItems() {
      return openItems.size > 0;
    },
    get hasOpenTasks() {
      return [...tasks.values()].some(({ status }) => !isSettled(status));
    },
    openItem: (itemId) => void openItems.add(itemId),
    closeItem: (itemId) => void openItems.delete(itemId),
    segmentId(name) {
      const previous = segments.get(name);
      const count = previous?.round === round ? previous.count : (previous?.count ?? 0) + 1;
      segments.set(name, { round, count });
      return count === 1 ? name : deriveId(name, count);
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
      interruptText();
      parentMessageId = undefined;
      writer.openReasoning(id, metadata);
    },
    addCall({ id, name, input }) {
      interruptText();
      writer.openCall({ toolCallId: id, toolCallName: name, parentMessageId: parentMessageId });
      parentMessageId ??= id;
      // Present arguments are complete; absent ones may follow.
      if (hasFields(input)) writer.endCall(id, toText(input));
    },
    addResult({ id, input, content, error, isError }) {
      interruptText();
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
  return reply;
}

function hasFields(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && toText(value) !== "{}";
}
