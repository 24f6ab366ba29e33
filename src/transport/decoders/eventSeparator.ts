import { isJsonObject } from "../../protocol/parseJson.ts";

/** Insertion of the blank lines between events that a stream lacks. */
interface EventSeparator {
  /** True when the stream has no blank lines between its events. */
  readonly isNeeded: boolean;
  /** Returns the text with blank lines. Holds the first event back until it is complete. */
  push(text: string): string;
  /** Returns the text that is held back. */
  end(): string;
}

/** Matches the end of an event. */
const BLANK_LINE = /\n\r?\n|\r\r/;

/** Matches two `data:` lines of one event, with at most other fields and comments between them. */
const TWO_DATA_LINES = /^data:(.*)\r?\n(?:(?:event|id|retry)?:.*\r?\n)*data:/m;

/** Matches the beginning of a stream of Server-Sent Events. */
const FIELD = /^\s*(data|event|id|retry)?:/;

/**
 * Creates the separator of a stream of Server-Sent Events. A server that ends `data: {…}` with one line break sends all
 * its events as one, which arrives only at the end of the stream. The first event decides: when two of its `data:` lines
 * follow each other and the first is a JSON object, each `data:` line of the stream is an event.
 *
 * @param maxLength - Number of characters up to which the first event is held back.
 */
export function createEventSeparator(maxLength: number): EventSeparator {
  /** The beginning of the stream, while it decides; `undefined` afterwards. */
  let head: string | undefined = "";
  let isNeeded = false;
  /** The line that is not complete yet. */
  let rest = "";

  function separate(text: string): string {
    if (!isNeeded) return text;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    return lines.map((line) => (line.startsWith("data:") ? `${line}\n\n` : `${line}\n`)).join("");
  }

  function decide(text: string, firstData = ""): string {
    head = undefined;
    isNeeded = isJsonObject(firstData);
    return separate(text);
  }

  return {
    get isNeeded() {
      return isNeeded;
    },
    push(text) {
      if (head === undefined) return separate(text);
      head += text;
      if (head.length > maxLength) return decide(head);
      // A long first event is one line, so that its pieces are not searched again and again.
      if (!/[\r\n]/.test(text)) return "";
      let passed = "";
      for (;;) {
        const end = BLANK_LINE.exec(head);
        const event = end ? head.slice(0, end.index) : head;
        const [, firstData] = TWO_DATA_LINES.exec(event) ?? [];
        const isStart = !event.includes("\n") || FIELD.test(event);
        if (!end && firstData === undefined && isStart) return passed;
        const isPlainEvent = /^data:/m.test(event) && !/^:/m.test(event);
        if (!end || firstData !== undefined || isPlainEvent)
          return passed + decide(head, firstData);
        // A comment decides nothing: the blank line may belong to it alone.
        const next = end.index + end[0].length;
        passed += head.slice(0, next);
        head = head.slice(next);
      }
    },
    end() {
      const deferred = (head ?? "") + rest;
      head = undefined;
      rest = "";
      return deferred;
    },
  };
}
