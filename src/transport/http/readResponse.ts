import type { RunOptions } from "../../protocol/agent.ts";
import { printHint } from "../../protocol/developmentHint.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { selectDecoder } from "../decoders/selectDecoder.ts";
import { pushAgUiFrame } from "../decoders/sseDecoder.ts";
import type { DecodeOptions, FrameNames } from "../decoders/streamDecoder.ts";
import { createBodyReader } from "./bodyReader.ts";
import { checkForeignStream, warnAboutDialect } from "./dialectHint.ts";
import { createEventTimeouts } from "./eventTimeouts.ts";
import { canRenewHeaders } from "./requestHeaders.ts";
import { httpStatusError } from "./responseErrors.ts";
import { DEFAULT_MAX_EVENT_BYTES, type HttpConnection, sendRequest } from "./sendRequest.ts";
import { createStreamProgress, DONE, type StreamProgress } from "./streamProgress.ts";
import { type CursorMark, yieldWithCursor } from "./yieldWithCursor.ts";

/**
 * Yields the frames of a response in the batches in which they arrive, split at the last cursor of each batch. Sends
 * the request again after a 401, because a token in it may have expired. Requires that `headers`, `credentials` or
 * `body` is a function, or that the input can be created again.
 */
export async function* readResponse(
  connection: HttpConnection,
  firstResponse: Response,
  input: RunAgentInput,
  { onCursor, refreshInput }: RunOptions,
  {
    decoding,
    dedupe,
    isReplay = false,
    progress = createStreamProgress(input),
  }: DecodeOptions = {},
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { options, safeUrl, abortTimeout } = connection;
  let response = firstResponse;
  const isRefreshable = canRenewHeaders(options) || typeof options.body === "function";
  if (response.status === 401 && (isRefreshable || refreshInput)) {
    response.body?.cancel().catch(() => {});
    response = await sendRequest(
      connection,
      refreshInput ? await abortTimeout.waitFor(refreshInput()) : input,
      "unauthorized",
    );
  }

  const { maxEventBytes = DEFAULT_MAX_EVENT_BYTES, protobuf } = options;
  const body = createBodyReader(response, safeUrl, abortTimeout);
  const timeouts = createEventTimeouts(safeUrl, options.timeouts, progress);
  try {
    if (!response.ok) throw await httpStatusError(safeUrl, response, body);
    let frames: unknown[] = [];
    let marks: CursorMark[] = [];
    let hasKeepAlive = false;
    let hasYielded = isReplay;
    const onId = (cursor: string) => {
      marks.push({ cursor, frameCount: frames.length });
    };
    const decoder = await abortTimeout.waitFor(
      selectDecoder(
        { safeUrl, response, protobuf },
        {
          onFrame: pushUntilDone(progress),
          onDone: progress.markDone,
          onKeepAlive() {
            hasKeepAlive = true;
          },
          ...decoding,
          maxEventBytes,
          onCursor: onId,
        },
      ),
    );
    for (;;) {
      const bytes = await timeouts.waitForChunk(body.readBytes);
      frames = [];
      marks = [];
      const failure = bytes ? decoder.push(bytes, frames) : decoder.end(frames);
      // Frames of a dialect are not events yet: the translator reports the events to `progress`.
      if (!decoding) progress.observeFrames(frames);
      // A small chunk often completes no frame.
      if (frames.length + marks.length > 0) {
        if (!decoding) warnAboutDialect("httpAgent", safeUrl, frames);
        const batch = { frames, marks };
        yield* yieldWithCursor(dedupe ? dedupe(batch) : batch, onCursor);
        hasYielded = true;
      } else if (hasKeepAlive && !hasYielded) {
        // Shows that the server has received the run, which can be resumed then.
        yield [];
        hasYielded = true;
      }
      if (failure) throw failure;
      if (!bytes) break;
    }
    if (!decoding) {
      const missingEnd = progress.missingEnd();
      const { eventCount, unknownFrames } = progress;
      const isEmpty = eventCount + unknownFrames.length === 0 && !isReplay;
      if (isEmpty) printHint("empty-response", readResponse, [safeUrl]);
      // A text such as "Error: no quota" has ended the run with its own words.
      if (missingEnd.length > 0) yield missingEnd;
      else checkForeignStream(safeUrl, unknownFrames, isReplay);
    }
  } finally {
    body.closeConnection();
  }
}

/** Creates the function that reads the text of a frame, and records a `[DONE]` instead of reading it. */
function pushUntilDone(progress: StreamProgress) {
  return (text: string, out: unknown[], names: FrameNames) => {
    if (text.trim() === DONE) progress.markDone();
    else pushAgUiFrame(text, out, names);
  };
}
