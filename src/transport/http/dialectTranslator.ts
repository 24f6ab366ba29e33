import type { RunOptions } from "../../protocol/agent.ts";
import type {
  Dialect,
  DialectExchange,
  DialectFrame,
  DialectReader,
} from "../../protocol/dialect.ts";
import type { EventInput } from "../../protocol/events.ts";
import { type DecoderOptions, type FrameNames, pushFrame } from "../decoders/streamDecoder.ts";
import { createStreamProgress, DONE, type StreamProgress } from "./streamProgress.ts";
import { type CursorMark, yieldWithCursor } from "./yieldWithCursor.ts";

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/** Translator of the frames of a response to events. */
export interface DialectTranslator {
  /** Options for splitting the response into frames. */
  readonly decoding: Partial<DecoderOptions> | undefined;
  /** Progress of the events of all pages. The translator of a dialect updates it, and without a dialect `readResponse` does. */
  readonly progress: StreamProgress;
  /** True when the responses replay a thread. */
  readonly isReplay: boolean;
  /** Translates one response, or one page of it. */
  translateStream(stream: Events): Events;
  /** Yields the events that follow from the end of the last page. */
  translateEnd(): Events;
}

/** Creates the translator of a response; without a dialect all frames pass unchanged. */
export function createDialectTranslator(
  dialect: Dialect | undefined,
  exchange: Omit<DialectExchange, "onCursor">,
  { onCursor, onStop, signal }: RunOptions,
): DialectTranslator {
  const progress = createStreamProgress(exchange.input);
  const { isReplay } = exchange;
  const translateStream = (stream: Events) => stream;
  if (!dialect)
    return { decoding: undefined, progress, isReplay, translateStream, translateEnd: emptyStream };
  let cursor: string | undefined;
  const reader = dialect.read({
    ...exchange,
    onCursor(position) {
      cursor = position;
    },
  });
  if (onStop) signal.addEventListener("abort", () => onStop(reader.stop?.() ?? []), { once: true });
  return {
    progress,
    isReplay,
    decoding: {
      isAnyJson: true,
      onFrame(text, out, names) {
        if (text.trim() === DONE) progress.markDone();
        pushNamedFrame(text, out, names);
      },
    },
    async *translateStream(stream) {
      for await (const values of stream) {
        const events: EventInput[] = [];
        const marks: CursorMark[] = [];
        for (const value of values) {
          for (const event of translateFrame(reader, value)) events.push(event);
          if (cursor !== undefined) marks.push({ cursor, frameCount: events.length });
          cursor = undefined;
        }
        progress.observeFrames(events);
        // A stream that is kept alive without an event passes an empty batch.
        if (values.length === 0) yield [];
        yield* yieldWithCursor({ frames: events, marks }, onCursor);
      }
    },
    async *translateEnd() {
      const events = reader.end();
      if (events.length > 0) yield events;
      progress.observeFrames(events);
      const missingEnd = progress.missingEnd();
      if (missingEnd.length > 0) yield missingEnd;
    },
  };
}

async function* emptyStream(): Events {}

/** A frame with the names of its Server-Sent Event; frames of other formats are plain values. */
class NamedFrame implements DialectFrame {
  readonly data: unknown;
  declare readonly event?: string;
  declare readonly id?: string;

  constructor(data: unknown, { event, id }: FrameNames) {
    this.data = data;
    Object.assign(this, event !== undefined && { event }, id !== undefined && { id });
  }
}

function pushNamedFrame(text: string, out: unknown[], names: FrameNames): void {
  const values: unknown[] = [];
  pushFrame(text, values);
  // An event name without data is a frame of its own.
  if (values.length === 0 && names.event !== undefined && text.trim() === "") values.push("");
  for (const data of values) out.push(new NamedFrame(data, names));
}

/**
 * Translates a frame. A frame on which the dialect throws passes unchanged: the run loop reports
 * it.
 */
function translateFrame(reader: DialectReader, value: unknown): readonly EventInput[] {
  const frame = value instanceof NamedFrame ? value : { data: value };
  try {
    return reader.push(frame);
  } catch {
    // The canonicalizer validates the data like every event.
    return [frame.data as EventInput];
  }
}
