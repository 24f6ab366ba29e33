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
  readonly isInside: boolean;
  /** Whether a task has been told of. */
  readonly hasTasks: boolean;
  begin(thing: string): void;
  end(thing: string): void;
  /** The message in which text of that name goes on: behind a call or a thought it is another one. */
  segment(name: string): string;
  openText(id: string, fields?: TextFields): void;
  /** Ends the text that goes on, if any does. */
  endText(): void;
  openThought(id: string, metadata?: Metadata): void;
  call(call: HectorCall): void;
  result(result: HectorResult): void;
  /** What is known of a task, on top of what was known before. */
  task(id: string, facts: WireFields): void;
  /** Ends the run as its tasks have ended. */
  finish(): void;
}

/** Makes the state of one turn. */
export function createHectorTurn(writer: RunWriter): HectorTurn {
  const inside = new Set<string>();
  const segments = new Map<string, { round: number; count: number }>();
  const tasks = new Map<string, WireFields>();
  let round = 0;
  /** The assistant message that the next call belongs to. */
  let holder: string | undefined;
  let text: string | undefined;

  function interrupt(): void {
    round += 1;
    turn.endText();
  }

  const turn: HectorTurn = {
    get isInside() {
      return inside.size > 0;
    },
    get hasTasks() {
      return tasks.size > 0;
    },
    begin: (thing) => void inside.add(thing),
    end: (thing) => void inside.delete(thing),
    segment(name) {
      const known = segments.get(name);
      const count = known?.round === round ? known.count : (known?.count ?? 0) + 1;
      segments.set(name, { round, count });
      return count === 1 ? name : `${name}:${count}`;
    },
    openText(id, fields) {
      if (text !== undefined && text !== id) writer.endText(text);
      text = id;
      holder = id;
      writer.openText(id, fields);
    },
    endText() {
      if (text !== undefined) writer.endText(text);
      text = undefined;
    },
    openThought(id, metadata) {
      interrupt();
      holder = undefined;
      writer.openThought(id, metadata);
    },
    call({ id, name, input }) {
      interrupt();
      writer.openCall({ toolCallId: id, toolCallName: name, parentMessageId: holder });
      holder ??= id;
      // Arguments that are here are here whole. Without any they may be about to come.
      if (hasFields(input)) writer.endCall(id, toText(input));
    },
    result({ id, input, content, error, isError }) {
      interrupt();
      holder = undefined;
      writer.endCall(id, hasFields(input) ? toText(input) : "{}");
      const isFailed = isError || error !== undefined;
      writer.result(id, (isFailed && error) || toText(content ?? ""), isFailed);
    },
    task(id, facts) {
      const content = { ...tasks.get(id), taskId: id, ...facts };
      tasks.set(id, content);
      const activity = { messageId: `task:${id}`, activityType: "TASK", content };
      writer.emit({ type: "ACTIVITY_SNAPSHOT", ...activity });
    },
    finish() {
      const { status, error, errorCode } = [...tasks.values()].at(-1) ?? {};
      if (status === "failed" || status === "rejected") {
        writer.fail(asText(error) ?? "The task failed.", asText(errorCode));
      } else {
        const isCancelled = status === "canceled" || status === "cancelled";
        writer.finish(isCancelled ? { outcome: { type: "cancelled" } } : {});
      }
    },
  };
  return turn;
}

function hasFields(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && toText(value) !== "{}";
}
