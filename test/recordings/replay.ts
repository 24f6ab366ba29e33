import {
  type Agent,
  createThread,
  httpAgent,
  type RunParameters,
  type RunResult,
  type Snapshot,
  type Thread,
  type ThreadOptions,
} from "../../src/core.ts";
import type { RunAgentInput } from "../../src/protocol/events.ts";
import { protobuf } from "../support/encode.ts";
import { serveBytes } from "../support/httpServer.ts";
import type { RecordedAnswer } from "./recordedAnswers.ts";

export const CONTENT_TYPES = {
  sse: "text/event-stream",
  proto: "application/vnd.ag-ui.event+proto",
} as const;

/** Creates a thread in the state in which the recorded request was sent. */
export function threadFor(
  agent: Agent,
  request: RunAgentInput | undefined,
  { strict = false, ...others }: Pick<ThreadOptions, "strict" | "reconnect"> = {},
): Thread {
  let lastId = 0;
  let ticks = 1_000;
  return createThread({
    agent,
    strict,
    ...others,
    threadId: request?.threadId ?? "thread",
    createId: () => `local-${++lastId}`,
    now: () => ++ticks,
    ...(request && { initialMessages: request.messages }),
    ...(request?.state !== undefined && { initialState: request.state }),
  });
}

/** Returns the parameters of the recorded request besides the conversation and the state. */
export function parametersOf(request: RunAgentInput | undefined): RunParameters {
  if (!request) return {};
  const { tools, context, forwardedProps, resume } = request;
  return {
    ...(tools && { tools }),
    ...(context && { context }),
    ...(forwardedProps !== undefined && { forwardedProps }),
    ...(Array.isArray(resume) && { resume }),
  };
}

export interface Replayed {
  readonly result: RunResult;
  readonly snapshot: Snapshot;
}

/** Runs a thread against a server that sends the recorded answer, over a real connection. */
export async function replay(
  recording: RecordedAnswer,
  { chunkSize, strict = false }: { readonly chunkSize?: number; readonly strict?: boolean } = {},
): Promise<Replayed> {
  const { bytes, format, request } = recording;
  const contentType = CONTENT_TYPES[format];
  await using server = await serveBytes(bytes, {
    contentType,
    ...(chunkSize !== undefined && { chunkSize }),
  });
  const agent = httpAgent({ url: server.url, accept: contentType, protobuf });
  const thread = threadFor(agent, request, { strict });
  const result = await thread.run(parametersOf(request));
  return { result, snapshot: thread.getSnapshot() };
}
