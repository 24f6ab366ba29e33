import type { RunOptions } from "../protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../protocol/events.ts";
import { noConnection } from "./failures.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { createLifeline } from "./lifeline.ts";
import { placeOf } from "./placeOf.ts";
import { request } from "./request.ts";
import type { Reading } from "./streamDecoder.ts";

/** Sends one request and yields what is answered, as it comes. */
export async function* exchange(
  options: HttpAgentOptions,
  input: RunAgentInput,
  given: RunOptions,
  reading?: Reading,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { signal } = given;
  const place = placeOf(options.url);
  const lifeline = createLifeline(place, signal);
  try {
    const own = { options, place, lifeline };
    // What reads an answer is not needed before there is one, and loads while the server thinks.
    const loading = import("./readAnswer.ts");
    loading.catch(() => {});
    const response = await request(own, input);
    const { readAnswer } = await lifeline.wait(loading).catch((cause) => {
      response.body?.cancel().catch(() => {});
      throw noConnection(place, cause, true);
    });
    yield* readAnswer(own, response, input, given, reading);
  } catch (error) {
    // Whatever broke because of an abort, the abort is why.
    throw signal.aborted ? signal.reason : error;
  } finally {
    lifeline.detach();
  }
}
