import type { ConnectOptions, RunOptions } from "../../protocol/agent.ts";
import type { DialectRequest } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { connectRequest, runRequest } from "./dialectRequest.ts";
import { createTranslator, type Translator } from "./dialectTranslator.ts";
import { downgradeForServer } from "./downgradeInput.ts";
import { createFrameDeduper } from "./frameDeduper.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { pollReplay } from "./pollReplay.ts";
import { withRequestOverrides } from "./requestOverrides.ts";
import { streamRun } from "./streamRun.ts";

/** The replay filter of each agent. */
const dedupers = new WeakMap<HttpAgentOptions, ReturnType<typeof createFrameDeduper>>();

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/** Runs an agent with a dialect, with an older server, or with resumable runs. */
export async function* run(
  options: HttpAgentOptions,
  input: RunAgentInput,
  runOptions: RunOptions,
): Events {
  const translator = createTranslator(options.dialect, { input, isReplay: false }, runOptions);
  yield* streamRequest(
    options,
    (current) => runRequest(options, current, runOptions),
    input,
    runOptions,
    translator,
  );
  yield* translator.finish();
}

/** Attaches to a running run, or replays a thread. */
export async function* connect(
  options: HttpAgentOptions,
  input: RunAgentInput,
  runOptions: ConnectOptions,
): Events {
  const { cursor, ...rest } = runOptions;
  const pollMs = options.connectUrl || options.replay ? undefined : options.dialect?.pollMs;
  const exchange = omitUndefined({ input, isReplay: true, cursor });
  const translator = createTranslator(options.dialect, exchange, runOptions);
  const readPage = (position: ConnectOptions) =>
    streamRequest(
      options,
      (current) => connectRequest(options, current, position.cursor),
      input,
      position,
      translator,
    );
  let hasEvents = false;
  try {
    const stream =
      pollMs === undefined
        ? readPage(runOptions)
        : pollReplay(options, pollMs, runOptions, readPage);
    for await (const events of stream) {
      hasEvents = true;
      yield events;
    }
    yield* translator.finish();
  } catch (error) {
    const status = error instanceof AgentKitError ? error.context.status : undefined;
    // The server does not know the run: there is nothing to attach to.
    if (status === 404) return;
    // The position has expired: the replay starts at the beginning.
    if (status !== 410 || !cursor || hasEvents) throw error;
    yield* connect(options, input, rest);
  }
}

async function* streamRequest(
  options: HttpAgentOptions,
  buildRequest: (input: RunAgentInput) => DialectRequest,
  input: RunAgentInput,
  runOptions: ConnectOptions,
  translator: Translator,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { refreshInput, cursor, ...rest } = runOptions;
  let current = downgradeForServer(options, input);
  const request = buildRequest(current);
  // The dialect's body is sent in place of the input, through the same functions.
  const requestBody = ({ body }: DialectRequest) => body as RunAgentInput;
  const refresh = async () => {
    if (refreshInput) current = downgradeForServer(options, await refreshInput());
    return requestBody(buildRequest(current));
  };
  const requestOptions = omitUndefined({ ...rest, refreshInput: refreshInput && refresh });
  const createDedupe = dedupers.get(options) ?? createFrameDeduper();
  dedupers.set(options, createDedupe);
  const stream = streamRun(
    withRequestOverrides(options, request, () => current),
    requestBody(request),
    requestOptions,
    { decoding: translator.decoding, dedupe: createDedupe(input, cursor) },
  );
  yield* translator.translate(stream);
}
