import type { ConnectOptions, RunOptions } from "../../protocol/agent.ts";
import type { DialectRequest } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { createReplayDeduper } from "./dedupeReplay.ts";
import { connectRequest, runRequest } from "./dialectRequest.ts";
import { createTranslator, type Translator } from "./dialectTranslator.ts";
import { downgradeFor } from "./downgradeInput.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { pollReplay } from "./pollReplay.ts";
import { withRequestOverrides } from "./requestOverrides.ts";
import { streamRun } from "./streamRun.ts";

/** What the runs of an agent have had, by its options. */
const overlaps = new WeakMap<HttpAgentOptions, ReturnType<typeof createReplayDeduper>>();

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/** A run by an agent with a dialect, with an older server, or one that can be taken up again. */
export async function* run(
  options: HttpAgentOptions,
  input: RunAgentInput,
  given: RunOptions,
): Events {
  const translator = createTranslator(options.dialect, { input, isReplay: false }, given);
  yield* carryOut(options, (own) => runRequest(options, own, given), input, given, translator);
  yield* translator.end();
}

/** Attaches to a run that goes on, or replays what was said in a thread. */
export async function* connect(
  options: HttpAgentOptions,
  input: RunAgentInput,
  given: ConnectOptions,
): Events {
  const { cursor, ...rest } = given;
  const pollMs = options.connectUrl || options.replay ? undefined : options.dialect?.pollMs;
  const exchangeOf = omitUndefined({ input, isReplay: true, cursor });
  const translator = createTranslator(options.dialect, exchangeOf, given);
  const readPage = (position: ConnectOptions) =>
    carryOut(
      options,
      (own) => connectRequest(options, own, position.cursor),
      input,
      position,
      translator,
    );
  let hasBegun = false;
  try {
    const pages =
      pollMs === undefined ? readPage(given) : pollReplay(options, pollMs, given, readPage);
    for await (const events of pages) {
      hasBegun = true;
      yield events;
    }
    yield* translator.end();
  } catch (error) {
    const status = error instanceof AgentKitError ? error.context.status : undefined;
    // It knows nothing of that run: there is nothing to attach to.
    if (status === 404) return;
    // It has forgotten that position: from the start, then.
    if (status !== 410 || !cursor || hasBegun) throw error;
    yield* connect(options, input, rest);
  }
}

async function* carryOut(
  options: HttpAgentOptions,
  requestOf: (input: RunAgentInput) => DialectRequest,
  input: RunAgentInput,
  given: ConnectOptions,
  translator: Translator,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { refreshInput, cursor, ...rest } = given;
  let current = downgradeFor(options, input);
  const request = requestOf(current);
  // What is sent takes the place of the input, so that it is sent in the same way.
  const bodyOf = ({ body }: DialectRequest) => body as RunAgentInput;
  const refresh = async () => {
    if (refreshInput) current = downgradeFor(options, await refreshInput());
    return bodyOf(requestOf(current));
  };
  const own = omitUndefined({ ...rest, refreshInput: refreshInput && refresh });
  const overlap = overlaps.get(options) ?? createReplayDeduper();
  overlaps.set(options, overlap);
  const stream = streamRun(
    withRequestOverrides(options, request, () => current),
    bodyOf(request),
    own,
    { decoding: translator.decoding, pass: overlap(input, cursor) },
  );
  yield* translator.read(stream);
}
