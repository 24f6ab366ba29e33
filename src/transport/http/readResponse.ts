import type { RunOptions } from "../../protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { selectDecoder } from "../decoders/selectDecoder.ts";
import type { DecodeOptions } from "../decoders/streamDecoder.ts";
import { createBodyReader } from "./bodyReader.ts";
import { type CursorMark, yieldWithCursor } from "./cursor.ts";
import {
  DEFAULT_MAX_EVENT_BYTES,
  DEFAULT_TIMEOUT_MS,
  type HttpExchange,
  sendRequest,
} from "./sendRequest.ts";
import { warnAboutDialect } from "./suggestDialect.ts";

/** How many frames it takes to tell which dialect a server speaks. */
const TELLING_FRAMES = 30;

/**
 * Yields the frames of an answer, those that have arrived together unless a position lies between
 * them. After a 401 it asks once more, where something in the request can have changed.
 */
export async function* readResponse(
  exchange: HttpExchange,
  first: Response,
  input: RunAgentInput,
  { onCursor, refreshInput }: RunOptions,
  { decoding, pass }: DecodeOptions = {},
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { options, place, lifeline } = exchange;
  const { headers, credentials, body: bodyOption, timeouts } = options;
  let response = first;
  const isRefreshable = [headers, credentials, bodyOption].some(
    (option) => typeof option === "function",
  );
  if (response.status === 401 && (isRefreshable || refreshInput)) {
    response.body?.cancel().catch(() => {});
    response = await sendRequest(
      exchange,
      refreshInput ? await lifeline.wait(refreshInput()) : input,
    );
  }

  const { maxEventBytes = DEFAULT_MAX_EVENT_BYTES } = options;
  const body = createBodyReader(response, place, timeouts?.idleMs ?? DEFAULT_TIMEOUT_MS, lifeline);
  try {
    if (!response.ok)
      throw await (await import("./responseErrors.ts")).httpStatusError(place, response, body);
    let heard = 0;
    let frames: unknown[] = [];
    let marks: CursorMark[] = [];
    const onId = (cursor: string) => {
      marks.push({ cursor, at: frames.length });
    };
    const answer = { place, response };
    const decoder = await lifeline.wait(
      selectDecoder(answer, { ...decoding, maxEventBytes, onCursor: onId }),
    );
    for (;;) {
      const bytes = await body.read();
      frames = [];
      marks = [];
      const failure = bytes ? decoder.push(bytes, frames) : decoder.end(frames);
      // Small pieces often complete nothing.
      if (frames.length + marks.length > 0) {
        if (!decoding && heard < TELLING_FRAMES) warnAboutDialect("httpAgent", place, frames);
        heard += frames.length;
        const arrival = { frames, marks };
        yield* yieldWithCursor(pass ? pass(arrival) : arrival, onCursor);
      }
      if (failure) throw failure;
      if (!bytes) return;
    }
  } finally {
    body.cancel();
  }
}
