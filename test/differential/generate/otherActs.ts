import type { CommandKind } from "./commands.ts";
import { agrees, choose, metadataOf, tagged } from "./producer.ts";
import type { Act } from "./streams.ts";

/** Commands that create no message: state, steps, sub-agents, custom values and raw events. */
export const otherActs = {
  encryptedValue(producer, command) {
    const { pick, isTagged } = command;
    const callId = choose(producer.calls, pick);
    const id = choose(
      producer.idsOf("assistant", "user", "tool", "reasoning", "system", "developer", "activity"),
      pick,
    );
    const { tool, message, reasoning } = producer.owners;
    const event = { type: "REASONING_ENCRYPTED_VALUE", encryptedValue: `enc-${pick}` } as const;
    if (pick % 2 === 0 && callId !== undefined) {
      const tag = tagged(isTagged && tool.has(callId) ? tool.get(callId) : undefined);
      producer.emit({
        ...event,
        subtype: "tool-call",
        entityId: callId,
        ...tag,
        ...metadataOf(command),
      });
    } else if (id !== undefined) {
      const owner = message.get(id) ?? reasoning.get(id);
      const tag = tagged(isTagged && agrees(message, id, owner) ? owner : undefined);
      producer.emit({ ...event, subtype: "message", entityId: id, ...tag });
    }
  },
  stateSnapshot(producer, { value, tag }) {
    // The patch library of the reference does not check paths in documents that are 0, "" or false.
    producer.emit({ type: "STATE_SNAPSHOT", snapshot: value || null, ...tagged(tag) });
  },
  stateDelta(producer, { patch, tag }) {
    producer.emit({ type: "STATE_DELTA", delta: [...patch], ...tagged(tag) });
  },
  stepStart(producer, { pick, tag }) {
    const name = `step-${pick % 3}`;
    const key = JSON.stringify([tag, name]);
    if (producer.steps.has(key)) return;
    producer.emit({ type: "STEP_STARTED", stepName: name, ...tagged(tag) });
    producer.steps.set(key, { name, owner: tag });
  },
  stepFinish(producer, { pick }) {
    const chosen = choose([...producer.steps], pick);
    if (!chosen) return;
    const [key, { name, owner }] = chosen;
    producer.emit({ type: "STEP_FINISHED", stepName: name, ...tagged(owner) });
    producer.steps.delete(key);
  },
  subagentStart(producer, { pick, also, tag }) {
    const { active, closed } = producer.subagents;
    const id =
      tag !== undefined && !active.has(tag) && !closed.has(tag) ? tag : producer.fresh("sub");
    const parent = choose([undefined, ...active, ...closed], pick);
    producer.emit({
      type: "SUBAGENT_STARTED",
      subagentRunId: id,
      name: "helper",
      ...(parent !== undefined && { parentSubagentRunId: parent }),
      ...(also % 2 === 0 && {
        description: "helps",
        parentToolCallId: "c1",
        parentMessageId: "m1",
      }),
    });
    active.add(id);
  },
  subagentFinish(producer, { pick, also, value }) {
    const id = choose([...producer.subagents.active], pick);
    if (id === undefined) return;
    producer.emit({
      type: "SUBAGENT_FINISHED",
      subagentRunId: id,
      ...(value !== null && { result: value }),
      ...(also % 2 === 0 && { outcome: { type: "suspended", interruptIds: ["i1"] } }),
    });
    producer.subagents.active.delete(id);
    producer.subagents.closed.add(id);
  },
  subagentError(producer, { pick, text }) {
    const id = choose([...producer.subagents.active], pick);
    if (id === undefined) return;
    producer.emit({ type: "SUBAGENT_ERROR", subagentRunId: id, message: text });
    producer.subagents.active.delete(id);
    producer.subagents.closed.add(id);
  },
  raw(producer, { value, tag }) {
    producer.emit({ type: "RAW", event: value, source: "provider", ...tagged(tag) });
  },
  custom(producer, { value, tag, pick }) {
    const predicts = [{ state_key: "a", tool: "search", tool_argument: "x" }];
    producer.emit({
      type: "CUSTOM",
      ...(pick % 2 === 0 ? { name: "PredictState", value: predicts } : { name: "note", value }),
      ...tagged(tag),
    });
  },
  unknown(producer, { text, value, isTagged }) {
    // Emits an event, or a property of an event, of a later protocol version.
    if (isTagged) producer.emitChunk({ type: "FUTURE_EVENT", value } as never);
    else producer.emit({ type: "RAW", event: text, futureProperty: value });
  },
} satisfies Partial<Record<CommandKind, Act>>;
