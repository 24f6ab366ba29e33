import { expect } from "vitest";
import type { Message, ToolMessage } from "../../src/protocol/events.ts";
import { isStandIn } from "../../src/protocol/standIns.ts";
import { sentMessages } from "../../src/store/run/sentMessages.ts";
import type { ClientState, Conversation, Turn } from "./conversation.ts";
import { createReference } from "./playReference.ts";
import { createThreadClient, type ThreadTurn } from "./threadClient.ts";

/**
 * Returns true for results that our thread adds before a run: an unanswered call in the history
 * gets an error result, as does the call of an interrupt that a new message cancels. The reference
 * leaves such calls without a result.
 */
function isOwnAnswer(message: Message): message is ToolMessage {
  return message.role === "tool" && isStandIn(message);
}

/**
 * Returns messages in an order that can be compared. Where the server states the conversation, our thread has the
 * server's order, and the reference the local one. A result replaces the answer to an interrupt of its call in our
 * thread; the reference lacks that answer, and adds the result to the end.
 */
export function comparable(
  { turns }: Conversation,
  messages: readonly Message[],
): readonly Message[] {
  return hasSnapshot(turns) || hasLateResult(turns)
    ? messages.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    : messages;
}

/**
 * Returns a turn as our thread reads it, for the reference: an empty sub-agent id is absent, which the reference takes
 * for the id of another agent.
 */
export function withoutEmptyOwners(turn: Turn): Turn {
  const isOfSubagent = (fields: object) => "type" in fields && /^SUBAGENT_/.test(`${fields.type}`);
  return JSON.parse(
    JSON.stringify(turn, function (this: object, key, field) {
      return key === "subagentRunId" && field === "" && !isOfSubagent(this) ? undefined : field;
    }),
  );
}

/** Fields that our thread keeps where a snapshot lacks them. */
const RETAINED = /^(content|encryptedValue|name)$/;

/** Returns a message or call of our thread without the kept fields that the one of the reference lacks. */
function withoutRetained<T extends object>(ours: T, theirs: object): T {
  const entries = Object.entries(ours).filter(
    ([name]) => !RETAINED.test(name) || Object.hasOwn(theirs, name),
  );
  // Only optional fields are removed.
  return Object.fromEntries(entries) as T;
}

/**
 * Returns the messages of our thread without what it keeps where a snapshot of the conversation lacks it, and the
 * reference does not.
 */
export function withoutUnstated(
  { turns }: Conversation,
  ours: readonly Message[],
  theirs: readonly Message[],
): readonly Message[] {
  if (!hasSnapshot(turns)) return ours;
  const idsWithoutContent = idsStatedWithoutContent(turns);
  const theirsById = new Map(theirs.map((message) => [message.id, message]));
  return ours.map((message) => {
    const their = theirsById.get(message.id);
    if (!their) return message;
    const isContinued =
      idsWithoutContent.has(message.id) && String(message.content).endsWith(String(their.content));
    // The reference has only the text that came after the snapshot.
    const continued = isContinued && "content" in their ? { content: their.content } : {};
    // Both have the role of the same stream.
    const next = { ...withoutRetained(message, their), ...continued } as Message;
    if (next.role !== "assistant" || !next.toolCalls) return next;
    const theirCalls = new Map(callsOf(their).map((call) => [call.id, call]));
    const toolCalls = next.toolCalls.map((call) => {
      const theirCall = theirCalls.get(call.id);
      return theirCall ? withoutRetained(call, theirCall) : call;
    });
    return { ...next, toolCalls };
  });
}

const callsOf = (message: Message) =>
  message.role === "assistant" ? (message.toolCalls ?? []) : [];

/** Returns the ids of messages that a snapshot states without their content, which our thread keeps. */
function idsStatedWithoutContent(turns: Conversation["turns"]): ReadonlySet<unknown> {
  const stated = turns.flatMap(({ events }) =>
    events.flatMap((event) => ("messages" in event ? (event.messages as readonly Message[]) : [])),
  );
  return new Set(stated.flatMap((message) => (message.content === undefined ? [message.id] : [])));
}

function hasSnapshot(turns: Conversation["turns"]): boolean {
  return turns.some(({ events }) => events.some((event) => event?.type === "MESSAGES_SNAPSHOT"));
}

/** True when the application adds results, and has answered interrupts, whose answers may be results of the same calls. */
function hasLateResult(turns: Conversation["turns"]): boolean {
  const results = turns.flatMap(({ added = [] }) => added.filter(({ role }) => role === "tool"));
  return results.length > 0 && turns.some(({ resume = [] }) => resume.length > 0);
}

/** Returns the texts of the answers that a conversation gives to interrupts. */
function answerTexts({ turns }: Conversation): ReadonlySet<string> {
  const payloads = turns.flatMap(({ resume = [] }) => resume.map(({ payload }) => payload));
  return new Set(
    payloads.map((one) => (typeof one === "string" ? one : JSON.stringify(one ?? null))),
  );
}

/**
 * True for an answer to an interrupt that our thread records as the result of the call, at the end of
 * a run without one. The reference leaves such a call without a result.
 */
function isAnswerAsResult(message: Message, answers: ReadonlySet<string>): boolean {
  if (message.role !== "tool" || !message.id.startsWith("local-")) return false;
  const { content, error } = message;
  return error === "denied" || (typeof content === "string" && answers.has(content));
}

/**
 * Returns messages without our answers to calls that the server has answered as well: in our thread, the result of the
 * server replaces our answer, and the reference has both.
 */
function withoutReplacedAnswers(messages: readonly Message[]): readonly Message[] {
  const answered = new Set(
    messages.flatMap((message) =>
      message.role === "tool" && !isStandIn(message) ? message.toolCallId : [],
    ),
  );
  return messages.filter((message) => !isOwnAnswer(message) || !answered.has(message.toolCallId));
}

/**
 * Returns interrupts without those whose answer a failed run has used: our thread closes them, and the reference keeps
 * them open.
 */
export function withoutUsedAnswers(
  { snapshot }: ThreadTurn,
  interrupts: ClientState["interrupts"],
): ClientState["interrupts"] {
  const { answeredInterrupts, run } = snapshot;
  if (run.outcome !== "error") return interrupts;
  return interrupts.filter(({ id }) => !answeredInterrupts.some((answered) => answered.id === id));
}

/** Returns messages or interrupts of a turn, attributed to the ids of sub-agents that the server uses. */
function withServerSubagents<T extends { readonly subagentRunId?: string }>(
  { snapshot }: ThreadTurn,
  entities: readonly T[],
): T[] {
  return entities.map((entity) => {
    const { serverId } = snapshot.subagents[entity.subagentRunId ?? ""] ?? {};
    return serverId === undefined ? entity : { ...entity, subagentRunId: serverId };
  });
}

/** Returns the part of a turn that must be the same however the events arrived. */
function essence({ snapshot, error }: ThreadTurn) {
  const { tracking: _, timings: _timings, issues, ...rest } = snapshot;
  const withoutTimes = JSON.parse(
    JSON.stringify(rest, (key, value) =>
      key === "startedAt" || key === "endedAt" ? undefined : value,
    ),
  );
  // Sorted because unreadable events are found first when events arrive together.
  const found = issues.map(({ message, count }) => `${count} × ${message}`).sort();
  return { ...withoutTimes, found, error: error?.code };
}

/**
 * Plays a conversation that the reference accepts through both clients. Expects equal messages,
 * state, interrupts, results and inputs after every turn, also in a strict thread.
 */
export async function expectSameAsReference(conversation: Conversation): Promise<void> {
  const reference = createReference(conversation);
  const ours = createThreadClient(conversation);
  const strict = createThreadClient(conversation, { strict: true, oneByOne: true });
  const ordered = (messages: readonly Message[]) => comparable(conversation, messages);

  const answers = answerTexts(conversation);
  const withoutAnswers = (state: ThreadTurn["clientState"]) => ({
    ...state,
    messages: ordered(state.messages.filter((message) => !isAnswerAsResult(message, answers))),
  });
  const isAdded = (message: Message) => isOwnAnswer(message) || isAnswerAsResult(message, answers);

  for (const turn of conversation.turns) {
    const our = await ours.play(turn);
    const before = withServerSubagents(our, our.before);
    const referenceMessages = [...reference.messages, ...(turn.added ?? [])];
    const unadded = before.filter((message) => !isAdded(message));
    expect(ordered(withoutUnstated(conversation, unadded, referenceMessages))).toEqual(
      ordered(referenceMessages.filter((message) => !isAdded(message))),
    );
    const answered = our.before.map((message) => message.role === "tool" && message.toolCallId);
    for (const { toolCallId } of our.before.filter(isOwnAnswer)) {
      expect(answered.filter((id) => id === toolCallId)).toHaveLength(1);
    }
    const their = await reference.play(withoutEmptyOwners(turn), before);

    expect(their.error, "the reference accepts the stream").toBeUndefined();
    // Our thread gives a sub-agent that starts again an id of its own.
    const messages = withoutUnstated(
      conversation,
      withServerSubagents(our, our.clientState.messages),
      their.clientState.messages,
    );
    const theirState = {
      ...their.clientState,
      messages: withoutReplacedAnswers(their.clientState.messages),
      interrupts: withoutUsedAnswers(our, their.clientState.interrupts),
    };
    const interrupts = withServerSubagents(our, our.clientState.interrupts);
    const ourState = { ...our.clientState, messages, interrupts };
    expect(withoutAnswers(ourState)).toEqual(withoutAnswers(theirState));
    // After several runs in one stream, the reference returns the result of the last successful
    // run, and our thread that of the last run.
    if (our.outcome === "success") expect(our.result).toEqual(their.result);
    // Our thread sends a history that model providers accept, see `sentMessages`.
    const theirMessages = sentMessages(their.input?.messages ?? []);
    expect({ ...our.input, runId: "" }).toEqual({
      ...their.input,
      messages: theirMessages,
      runId: "",
    });

    const strictTurn = await strict.play(turn);
    expect(strictTurn.error?.message, "a strict thread accepts it").toBe(our.error?.message);
    expect(essence(strictTurn)).toEqual(essence(our));
  }
}
