import type { Message, Snapshot } from "../../../src/core.ts";

const repeated = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) !== at);

const callsOf = (message: Message) =>
  message.role === "assistant" ? (message.toolCalls ?? []) : [];

/** Returns the violated invariants of the ids of messages, calls and results in a snapshot. */
export function snapshotFaults({ messages, toolCalls, subagents }: Snapshot): readonly string[] {
  const faults: string[] = [];
  for (const [key, { id, serverId = id }] of Object.entries(subagents)) {
    if (key !== id) faults.push(`the sub-agent ${key} has the id ${id}`);
    if (key !== serverId && !key.startsWith(`${serverId}@`)) faults.push(`${key} is ${serverId}`);
  }
  for (const { subagentRunId = "" } of messages) {
    const isOwnId = subagentRunId.includes("@");
    if (isOwnId && !Object.hasOwn(subagents, subagentRunId)) faults.push(`no ${subagentRunId}`);
  }
  const ids = messages.map(({ id }) => id);
  const calls = messages.flatMap((message) =>
    callsOf(message).map((call) => ({ id: call.id, messageId: message.id })),
  );
  const callIds = calls.map(({ id }) => id);
  for (const id of repeated(ids)) faults.push(`two messages have the id ${id}`);
  for (const id of repeated(callIds)) faults.push(`two calls have the id ${id}`);
  if ([...ids, ...callIds].includes("")) faults.push("an id is empty");
  for (const { id, messageId } of calls) {
    const info = toolCalls[id];
    if (info?.messageId !== messageId) faults.push(`the call ${id} is not located in its message`);
    const results = messages.filter(({ role, ...rest }) => {
      return role === "tool" && "toolCallId" in rest && rest.toolCallId === id;
    });
    if (results.length > 1) faults.push(`the call ${id} has ${results.length} results`);
    if (info?.resultMessageId !== results.at(-1)?.id) {
      faults.push(`the call ${id} has the result ${info?.resultMessageId}`);
    }
  }
  for (const id of Object.keys(toolCalls)) {
    if (!callIds.includes(id)) faults.push(`the call ${id} is in no message`);
  }
  return faults;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the reasons for which a model provider refuses a history. */
export function historyFaults(messages: readonly Message[]): readonly string[] {
  const faults: string[] = [];
  let expected: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      const next = expected.shift();
      if (next !== message.toolCallId) {
        faults.push(`the result of ${message.toolCallId} is where that of ${next} belongs`);
      }
      continue;
    }
    if (expected.length > 0) faults.push(`no result for ${expected}`);
    expected = callsOf(message).map(({ id }) => id);
    for (const id of repeated(expected)) faults.push(`a message has two calls ${id}`);
    for (const call of callsOf(message)) {
      if (call.id === "") faults.push("a call has an empty id");
      if (!isJson(call.function.arguments)) faults.push(`arguments ${call.function.arguments}`);
    }
    if (message.role === "activity") faults.push("an activity");
  }
  if (expected.length > 0) faults.push(`no result for ${expected} at the end`);
  return faults;
}
