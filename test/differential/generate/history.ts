import type { Message } from "../../../src/protocol/events.ts";
import type { Command, CommandKind } from "./commands.ts";
import { choose, metadataOf, type ProducedMessage, type Producer, tagged } from "./producer.ts";
import type { Act } from "./streams.ts";

/** Returns a message as a server restates it, with the ids and calls that the page knows. */
export function restate(id: string, { role, calls, answers }: ProducedMessage): Message {
  switch (role) {
    case "assistant":
      return {
        id,
        role,
        ...(id.length % 2 === 0 && { content: `restated ${id}` }),
        ...(calls.size > 0 && {
          toolCalls: [...calls].map(([callId, name]) => ({
            id: callId,
            type: "function",
            function: { name, arguments: `{"restated":"${id}"}` },
          })),
        }),
      };
    case "tool":
      return { id, role, toolCallId: answers ?? "", content: `restated ${id}` };
    case "activity":
      return { id, role, activityType: "PLAN", content: { restated: true } };
    default:
      return { id, role, content: `restated ${id}` };
  }
}

/** Returns messages that the page has not seen: a question, and possibly a call with its answer. */
function unseen(producer: Producer, { also }: Command): [string, ProducedMessage][] {
  const created: [string, ProducedMessage][] = [];
  const add = (prefix: string, message: Partial<ProducedMessage> & Pick<ProducedMessage, "role">) =>
    created.push([producer.fresh(prefix), { calls: new Map(), ...message }]);
  if (also % 2 === 0) add("u", { role: "user" });
  if (also % 3 === 0) {
    const call = producer.fresh("c");
    add("m", { role: "assistant", calls: new Map([[call, "search"]]) });
    if (also % 4 === 0) add("t", { role: "tool", answers: call });
  }
  if (also % 5 === 0) add("r", { role: "reasoning" });
  if (also % 7 === 0) add("a", { role: "activity" });
  return created;
}

function recordOwners(
  producer: Producer,
  messages: readonly Message[],
  isAuthoritative: boolean,
): void {
  const { message, reasoning, activity, tool } = producer.owners;
  for (const { id, role, subagentRunId, ...rest } of messages) {
    const owners = role === "reasoning" ? reasoning : role === "activity" ? activity : message;
    if (isAuthoritative || !owners.has(id)) owners.set(id, subagentRunId);
    if (!("toolCalls" in rest)) continue;
    for (const call of rest.toolCalls ?? []) {
      if (isAuthoritative || !tool.has(call.id)) tool.set(call.id, subagentRunId);
    }
  }
}

/**
 * Returns the messages in the input of RUN_STARTED: a part of the conversation, and possibly new
 * messages.
 */
export function inputEcho(producer: Producer, command: Command): { messages: Message[] } {
  // An echo that lacks the question that was sent has it in other words, as our thread reads it.
  const repeated = [...producer.messages].filter(
    ([id], i) => producer.sentIds.includes(id) || (i + command.pick) % 3 === 0,
  );
  const added = unseen(producer, command);
  for (const [id, message] of added) producer.messages.set(id, message);
  // A thread sends a result again that only an echo has stated, and keeps what it sends.
  const results = added.flatMap(([id, { role }]) => (role === "tool" ? id : []));
  producer.sentIds = [...producer.sentIds, ...results];
  const messages = [...repeated, ...added].map(([id, message]) => restate(id, message));
  recordOwners(producer, messages, false);
  return { messages };
}

/** Returns the metadata in which a server declares the activity types that a snapshot owns. */
function authorityOf({ also }: Command): object | undefined {
  const declared = [undefined, undefined, null, ["PLAN"], ["OTHER"], "junk"][also % 6];
  return declared === undefined
    ? undefined
    : { "@ag-ui/client": { authoritativeActivityTypes: declared } };
}

const messagesSnapshot: Act = (producer, command) => {
  const { pick, also, tag, isTagged } = command;
  // Calls that are being streamed are included too, with their results: our thread keeps them.
  const isStreamed = (callId: string) => producer.mayStream("tool", callId);
  const isChosen = ([id, message]: [string, ProducedMessage], i: number) => {
    // A message is included when its stream is open, because its role must not change.
    const isOpen = producer.mayStream("text", id) || producer.mayStream("reasoning", id);
    const isRetained = isOpen || producer.sentIds.includes(id) || message.role === "user";
    const callIds = [...message.calls.keys(), message.answers ?? ""];
    return isRetained || callIds.some(isStreamed) || (i * 7 + pick) % 4 > 0;
  };
  const entries = [...producer.messages];
  // Our thread keeps calls that wait for the page when a snapshot ends directly before them.
  const end = entries.findLastIndex((entry, i) => entry[1].role !== "tool" && isChosen(entry, i));
  const { unanswered } = producer;
  const isChosenOrWaiting = (entry: [string, ProducedMessage], i: number) =>
    isChosen(entry, i) ||
    (i > end && [...entry[1].calls.keys()].some((id) => unanswered.includes(id)));
  const callIds = new Set(
    entries.filter(isChosenOrWaiting).flatMap(([, { calls }]) => [...calls.keys()]),
  );
  // The result of a call that is included is too: our thread keeps it.
  const retained = entries.filter(
    (entry, i) => isChosenOrWaiting(entry, i) || callIds.has(entry[1].answers ?? ""),
  );
  producer.bareCalls.clear();
  for (const id of producer.open.tool) producer.restatedCalls.add(id);
  if (pick % 5 === 0) retained.reverse();
  const stated = [...retained, ...unseen(producer, command)];
  const messages = stated.map(([id, message]) => {
    const isFirst = id === stated[0]?.[0];
    const isOpen = producer.mayStream("text", id) || producer.mayStream("reasoning", id);
    // Our thread keeps streamed text of which the snapshot has the beginning only.
    const content = isOpen ? { content: producer.fresh("restated ") } : {};
    return {
      ...restate(id, message),
      ...content,
      ...(isTagged && isFirst ? tagged(tag) : {}),
    } as Message;
  });
  const metadata = authorityOf(command);
  producer.emit({ type: "MESSAGES_SNAPSHOT", messages, ...(metadata && { metadata }) });

  const statedIds = new Set(stated.map(([id]) => id));
  const hasReasoning = messages.some(({ role }) => role === "reasoning");
  const hasActivity = messages.some(({ role }) => role === "activity");
  const authority = [undefined, undefined, null, ["PLAN"], ["OTHER"], []][also % 6];
  for (const [id, { role }] of [...producer.messages]) {
    const ownsActivity =
      authority === undefined ? hasActivity : authority === null || authority.includes("PLAN");
    const stays = role === "reasoning" ? !hasReasoning : role === "activity" && !ownsActivity;
    if (!statedIds.has(id) && !stays) producer.messages.delete(id);
  }
  for (const [id, message] of stated) producer.messages.set(id, message);
  recordOwners(producer, messages, true);
};

/** Commands for snapshots of messages and for activities. */
export const historyActs = {
  messagesSnapshot,
  activitySnapshot(producer, command) {
    const { pick, also, tag, value } = command;
    const messageId = choose(["", ...producer.idsOf("activity")], pick) || producer.fresh("a");
    const replace = [undefined, true, false][also % 3];
    producer.emit({
      type: "ACTIVITY_SNAPSHOT",
      messageId,
      activityType: "PLAN",
      content: { value },
      ...(replace !== undefined && { replace }),
      ...tagged(tag),
      ...metadataOf(command),
    });
    const { activity } = producer.owners;
    if (replace !== false || !activity.has(messageId)) activity.set(messageId, tag);
    producer.messages.set(messageId, { role: "activity", calls: new Map() });
  },
  activityDelta(producer, command) {
    const messageId = choose(producer.idsOf("activity"), command.pick);
    if (messageId === undefined) return;
    const { activity } = producer.owners;
    producer.emit({
      type: "ACTIVITY_DELTA",
      messageId,
      activityType: "PLAN",
      patch: command.patch.map((operation) => ({
        ...operation,
        path: `/value${operation.path}`,
        ...("from" in operation && { from: `/value${operation.from}` }),
      })),
      ...tagged(command.isTagged && activity.has(messageId) ? activity.get(messageId) : undefined),
      ...metadataOf(command),
    });
  },
} satisfies Partial<Record<CommandKind, Act>>;
