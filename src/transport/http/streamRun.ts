import type { RunOptions } from "../../protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import type { DecodeOptions } from "../decoders/streamDecoder.ts";
import { createAbortTimeout } from "./abortTimeout.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { redactUrl } from "./redactUrl.ts";
import { sendRequest } from "./sendRequest.ts";
import { networkError } from "./transportErrors.ts";

/** Sends one request and yields what is answered, as it comes. */
export async function* streamRun(
  options: HttpAgentOptions,
  input: RunAgentInput,
  given: RunOptions,
  reading?: DecodeOptions,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { signal } = given;
  const place = redactUrl(options.url);
  const lifeline = createAbortTimeout(place, signal);
  try {
    const own = { options, place, lifeline };
    // What reads an answer is not needed before there is one, and loads while the server thinks.
    const loading = import("./readResponse.ts");
    loading.catch(() => {});
    const response = await sendRequest(own, input);
    const { readResponse } = await lifeline.wait(loading).catch((cause) => {
      response.body?.cancel().catch(() => {});
      throw networkError(place, cause, true);
    });
    yield* readResponse(own, response, input, given, reading);
  } catch (error) {
    // Whatever broke because of an abort, the abort is why.
    throw signal.aborted ? signal.reason : error;
  } finally {
    lifeline.detach();
  }
}
