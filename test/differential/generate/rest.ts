import type { CommandKind } from "./commands.ts";
import type { Act } from "./streams.ts";
import { agrees, choose, metadataOf, tagged } from "./world.ts";

/** Commands that create no message: state, steps, sub-agents, custom values and raw events. */
export const restActs = {
  encryptedValue(world, command) {
    const { pick, isTagged } = command;
    const callId = choose(world.calls, pick);
    const id = choose(
      world.idsOf("assistant", "user", "tool", "reasoning", "system", "developer", "activity"),
      pick,
    );
    const { tool, message, reasoning } = world.owners;
    const event = { type: "REASONING_ENCRYPTED_VALUE", encryptedValue: `enc-${pick}` } as const;
    if (pick % 2 === 0 && callId !== undefined) {
      const tag = tagged(isTagged && tool.has(callId) ? tool.get(callId) : undefined);
      world.emit({
        ...event,
        subtype: "tool-call",
        entityId: callId,
        ...tag,
        ...metadataOf(command),
      });
    } else if (id !== undefined) {
      const owner = message.get(id) ?? reasoning.get(id);
      const tag = tagged(isTagged && agrees(message, id, owner) ? owner : undefined);
      world.emit({ ...event, subtype: "message", entityId: id, ...tag });
    }
  },
  stateSnapshot(world, { value, tag }) {
    // The patch library of the reference does not check paths in documents that are 0, "" or false.
    world.emit({ type: "STATE_SNAPSHOT", snapshot: value || null, ...tagged(tag) });
  },
  stateDelta(world, { patch, tag }) {
    world.emit({ type: "STATE_DELTA", delta: [...patch], ...tagged(tag) });
  },
  stepStart(world, { pick, tag }) {
    const name = `step-${pick % 3}`;
    const key = JSON.stringify([tag, name]);
    if (world.steps.has(key)) return;
    world.emit({ type: "STEP_STARTED", stepName: name, ...tagged(tag) });
    world.steps.set(key, { name, owner: tag });
  },
  stepFinish(world, { pick }) {
    const chosen = choose([...world.steps], pick);
    if (!chosen) return;
    const [key, { name, owner }] = chosen;
    world.emit({ type: "STEP_FINISHED", stepName: name, ...tagged(owner) });
    world.steps.delete(key);
  },
  subagentStart(world, { pick, also, tag }) {
    const { active, closed } = world.subagents;
    const id = tag !== undefined && !active.has(tag) && !closed.has(tag) ? tag : world.fresh("sub");
    const parent = choose([undefined, ...active, ...closed], pick);
    world.emit({
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
  subagentFinish(world, { pick, also, value }) {
    const id = choose([...world.subagents.active], pick);
    if (id === undefined) return;
    world.emit({
      type: "SUBAGENT_FINISHED",
      subagentRunId: id,
      ...(value !== null && { result: value }),
      ...(also % 2 === 0 && { outcome: { type: "suspended", interruptIds: ["i1"] } }),
    });
    world.subagents.active.delete(id);
    world.subagents.closed.add(id);
  },
  subagentError(world, { pick, text }) {
    const id = choose([...world.subagents.active], pick);
    if (id === undefined) return;
    world.emit({ type: "SUBAGENT_ERROR", subagentRunId: id, message: text });
    world.subagents.active.delete(id);
    world.subagents.closed.add(id);
  },
  raw(world, { value, tag }) {
    world.emit({ type: "RAW", event: value, source: "provider", ...tagged(tag) });
  },
  custom(world, { value, tag, pick }) {
    const predicts = [{ state_key: "a", tool: "search", tool_argument: "x" }];
    world.emit({
      type: "CUSTOM",
      ...(pick % 2 === 0 ? { name: "PredictState", value: predicts } : { name: "note", value }),
      ...tagged(tag),
    });
  },
  unknown(world, { text, value, isTagged }) {
    // Emits an event, or a property of an event, of a later protocol version.
    if (isTagged) world.emitChunk({ type: "FUTURE_EVENT", value } as never);
    else world.emit({ type: "RAW", event: text, futureProperty: value });
  },
} satisfies Partial<Record<CommandKind, Act>>;
