import { httpAgent, type Message, type RunParameters, type Snapshot } from "../../src/core.ts";
import type { RunAgentInput } from "../../src/protocol/events.ts";
import { protobuf } from "../support/encode.ts";
import { startHttpServer } from "../support/httpServer.ts";
import { type RecordedAnswer, readRecordedAnswers } from "./recordedAnswers.ts";
import { CONTENT_TYPES, parametersOf, threadFor } from "./replay.ts";

/** Runs of a recorded thread, in order: `NAME.1`, `NAME.2` and so on. */
export interface RecordedThread {
  readonly name: string;
  readonly runs: readonly RecordedAnswer[];
}

/** Run of a recorded thread that was played again. */
export interface PlayedRun {
  readonly recording: RecordedAnswer;
  /** Input that our thread sent. */
  readonly input: RunAgentInput;
  readonly snapshot: Snapshot;
}

/** Returns every recorded thread with known requests; most have one run. */
export function recordedThreads(format: RecordedAnswer["format"]): readonly RecordedThread[] {
  const threads = new Map<string, RecordedAnswer[]>();
  for (const recording of readRecordedAnswers(format)) {
    if (!recording.request) continue;
    const name = recording.name.replace(/\.\d(-\w+)?$/, "");
    threads.set(name, [...(threads.get(name) ?? []), recording]);
  }
  return [...threads].map(([name, runs]) => ({ name, runs }));
}

/** Returns the messages that the application added before the recorded request was sent. */
function addedBy(request: RunAgentInput, { messages, toolCalls }: Snapshot): readonly Message[] {
  const messageIds = new Set(messages.map(({ id }) => id));
  const open = Object.keys(toolCalls).filter((id) => toolCalls[id]?.status === "pending");
  return request.messages.flatMap((message): Message[] => {
    if (messageIds.has(message.id)) return [];
    if (message.role === "user") return [message];
    // A conversation with other ids than the recorded one has other calls too.
    if (message.role !== "tool") return [];
    const [toolCallId] = open.splice(Math.max(0, open.indexOf(message.toolCallId)), 1);
    return toolCallId === undefined ? [] : [{ ...message, toolCallId }];
  });
}

/** Returns the recorded answers for the interrupts that are open in the thread. */
function answersIn(request: RunAgentInput, { interrupts }: Snapshot): RunParameters {
  const { resume, ...parameters } = parametersOf(request);
  const { command } = Object(request.forwardedProps) as { command?: { resume?: unknown } };
  if (interrupts.length === 0) return parameters;
  const isCommand = interrupts.some(({ format }) => format === "command");
  return {
    ...parameters,
    // The thread adds the answer to `forwardedProps`.
    ...(isCommand && { forwardedProps: {} }),
    resume: interrupts.map(({ id }, i) => ({
      status: "resolved" as const,
      ...(isCommand ? { payload: command?.resume } : resume?.[i]),
      interruptId: id,
    })),
  };
}

/** Plays the runs of a recorded thread on one thread, over a real connection. */
export async function playThread({ runs }: RecordedThread): Promise<readonly PlayedRun[]> {
  let answer = runs[0];
  await using server = await startHttpServer((response) => {
    if (!answer) throw new Error("there is no answer left");
    response.writeHead(200, { "content-type": CONTENT_TYPES[answer.format] });
    response.end(answer.bytes);
  });
  const thread = threadFor(httpAgent({ url: server.url, protobuf }), runs[0]?.request);
  const played: PlayedRun[] = [];
  for (const recording of runs) {
    const { request } = recording;
    if (!request) throw new Error(`${recording.name} has no request`);
    answer = recording;
    const added = addedBy(request, thread.getSnapshot());
    if (added.length > 0) thread.setMessages((messages) => [...messages, ...added]);
    await thread.run(answersIn(request, thread.getSnapshot()));
    const input: RunAgentInput = JSON.parse(server.requests.at(-1)?.body ?? "");
    played.push({ recording, input, snapshot: thread.getSnapshot() });
  }
  return played;
}

/** Returns the contents of a conversation with its ids replaced by their order. */
export function withoutIds({ messages, state, interrupts, run }: Snapshot): unknown {
  const ids = messages.flatMap((message) => [
    message.id,
    ...(message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : []),
  ]);
  for (const { id } of interrupts) ids.push(id);
  let json = JSON.stringify(
    { messages, state, interrupts, outcome: run.outcome },
    withoutEmptyCalls,
  );
  for (const [i, id] of ids.entries()) json = json.replaceAll(JSON.stringify(id), `"#${i}"`);
  return JSON.parse(json);
}

/** Omits empty lists, which protobuf cannot distinguish from absent ones. */
function withoutEmptyCalls(key: string, value: unknown): unknown {
  return key === "toolCalls" && Array.isArray(value) && value.length === 0 ? undefined : value;
}
