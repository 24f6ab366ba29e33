import type { RunOptions } from "../protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../protocol/events.ts";
import { decoderFor } from "./decoderFor.ts";
import { openBody } from "./openBody.ts";
import { DEFAULT_MAX_EVENT_BYTES, DEFAULT_TIMEOUT_MS, type Exchange, request } from "./request.ts";
import type { DecoderOptions } from "./streamDecoder.ts";
import { suggestDialect } from "./suggestDialect.ts";

/**
 * Yields the frames of an answer, those of one network chunk together. After a 401 it asks once more,
 * where something in the request can have changed.
 *
 * A position is told when what it stands for has been taken, which is when more is asked for: told
 * before, it could outlive an event that nobody has seen.
 */
export async function* readAnswer(
  exchange: Exchange,
  first: Response,
  input: RunAgentInput,
  { onCursor, refreshInput }: RunOptions,
  decoding?: Partial<DecoderOptions>,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { options, place, lifeline } = exchange;
  const { headers, credentials, body: bodyOption, timeouts } = options;
  let response = first;
  const isRefreshable = [headers, credentials, bodyOption].some(
    (option) => typeof option === "function",
  );
  if (response.status === 401 && (isRefreshable || refreshInput)) {
    response.body?.cancel().catch(() => {});
    response = await request(exchange, refreshInput ? await lifeline.wait(refreshInput()) : input);
  }

  const { maxEventBytes = DEFAULT_MAX_EVENT_BYTES } = options;
  const body = openBody(response, place, timeouts?.idleMs ?? DEFAULT_TIMEOUT_MS, lifeline);
  try {
    if (!response.ok)
      throw await (await import("./badAnswers.ts")).badStatus(place, response, body);
    let cursor: string | undefined;
    const onId = (id: string) => {
      cursor = id;
    };
    const answer = { place, response };
    const decoder = await lifeline.wait(
      decoderFor(answer, { ...decoding, maxEventBytes, onCursor: onId }),
    );
    for (;;) {
      const bytes = await body.read();
      const frames: unknown[] = [];
      const failure = bytes ? decoder.push(bytes, frames) : decoder.end(frames);
      if (!decoding) suggestDialect("httpAgent", place, frames);
      // Unchecked on purpose: the run loop passes whatever an agent yields through
      // canonicalEvents(), which counts and reports the frames that are no events.
      if (frames.length > 0) yield frames as EventInput[];
      if (cursor !== undefined) onCursor?.(cursor);
      cursor = undefined;
      if (failure) throw failure;
      if (!bytes) return;
    }
  } finally {
    body.cancel();
  }
}
