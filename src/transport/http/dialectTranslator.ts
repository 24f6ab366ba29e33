import type { RunOptions } from "../../protocol/agent.ts";
import type {
  Dialect,
  DialectExchange,
  DialectFrame,
  DialectReader,
} from "../../protocol/dialect.ts";
import type { EventInput } from "../../protocol/events.ts";
import { type DecoderOptions, type FrameNames, pushFrame } from "../decoders/streamDecoder.ts";
import { type CursorMark, yieldWithCursor } from "./cursor.ts";

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/** Between what an answer says and the events that it amounts to. */
export interface Translator {
  /** How the answer is to be cut into frames. */
  readonly decoding: Partial<DecoderOptions> | undefined;
  /** Translates one answer, or a page of one. */
  translate(stream: Events): Events;
  /** What follows from the end of the last page. */
  finish(): Events;
}

/** Makes the translator of one answer; without a dialect everything is what it says. */
export function createTranslator(
  dialect: Dialect | undefined,
  exchange: Omit<DialectExchange, "onCursor">,
  { onCursor }: RunOptions,
): Translator {
  if (!dialect) return { decoding: undefined, translate: (stream) => stream, finish: emptyStream };
  let cursor: string | undefined;
  const reader = dialect.read({
    ...exchange,
    onCursor(position) {
      cursor = position;
    },
  });
  return {
    decoding: { isAnyJson: true, onFrame: pushNamedFrame },
    async *translate(stream) {
      for await (const values of stream) {
        const events: EventInput[] = [];
        const marks: CursorMark[] = [];
        for (const value of values) {
          for (const event of translateFrame(reader, value)) events.push(event);
          if (cursor !== undefined) marks.push({ cursor, frameCount: events.length });
          cursor = undefined;
        }
        yield* yieldWithCursor({ frames: events, marks }, onCursor);
      }
    },
    async *finish() {
      const events = reader.end();
      if (events.length > 0) yield events;
    },
  };
}

async function* emptyStream(): Events {}

/** A frame with its names; what other formats yield has none and is no such object. */
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
  // A name may say all there is to say.
  if (values.length === 0 && names.event !== undefined && text.trim() === "") values.push("");
  for (const data of values) out.push(new NamedFrame(data, names));
}

/** The events of a frame. One that a dialect chokes on goes on as it is: the run loop reports it. */
function translateFrame(reader: DialectReader, value: unknown): readonly EventInput[] {
  const frame = value instanceof NamedFrame ? value : { data: value };
  try {
    return reader.push(frame);
  } catch {
    return [frame.data as EventInput];
  }
}
