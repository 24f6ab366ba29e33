import type { RunOptions } from "../../protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import type { DecodeOptions } from "../decoders/streamDecoder.ts";
import { createAbortTimeout } from "./abortTimeout.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { readResponse } from "./readResponse.ts";
import { redactUrl } from "./resolveUrl.ts";
import { sendRequest } from "./sendRequest.ts";

/** Sends one request and yields the events of the response as they arrive. */
export async function* streamRun(
  options: HttpAgentOptions,
  input: RunAgentInput,
  runOptions: RunOptions,
  decodeOptions?: DecodeOptions,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { signal } = runOptions;
  const safeUrl = redactUrl(options.url);
  const abortTimeout = createAbortTimeout(safeUrl, signal);
  try {
    const exchange = { options, safeUrl, abortTimeout };
    const response = await sendRequest(exchange, input);
    yield* readResponse(exchange, response, input, runOptions, decodeOptions);
  } catch (error) {
    // After an abort, any error is a consequence of it.
    throw signal.aborted ? signal.reason : error;
  } finally {
    abortTimeout.detach();
  }
}
