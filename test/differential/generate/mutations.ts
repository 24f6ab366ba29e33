import fc from "fast-check";
import { EventType } from "../../../src/protocol/events.ts";
import { type Conversation, copyThroughJson, type Turn } from "../conversation.ts";

type WireEvent = Readonly<Record<string, unknown>>;

/** Damage to a stream at a location that is selected by number, as in a command. */
interface Mutation {
  readonly kind: "drop" | "repeat" | "move" | "retag" | "rename" | "retype" | "spoil" | "lose";
  readonly at: number;
  readonly to: number;
  readonly value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(
    "drop",
    "repeat",
    "move",
    "move",
    "retag",
    "rename",
    "retype",
    "spoil",
    "spoil",
    "spoil",
    "lose",
  ),
  at: fc.nat(200),
  to: fc.nat(200),
  value: fc.constantFrom(null, 5, -1.5, true, "", "junk", [], {}, [null], { type: "junk" }),
});

export const mutations = fc.array(mutation, { minLength: 1, maxLength: 2 });

const ID_FIELDS = ["messageId", "toolCallId", "parentMessageId", "entityId", "subagentRunId"];

/** Returns the paths of all locations in a value. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => places(child, [...path, key]))];
}

/** Sets a value at a location of a JSON value; `undefined` removes the current value. */
function put(value: unknown, path: readonly string[], next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  const copy: Record<string, unknown> = Object.assign(Array.isArray(value) ? [] : {}, value);
  const child = put(copy[key], rest, next);
  if (child === undefined) delete copy[key];
  else copy[key] = child;
  return copy;
}

function spoil(event: WireEvent, { to, value }: Mutation, isLost: boolean): WireEvent {
  const candidates = places(event).filter((path) => path.length > 0 && path[0] !== "type");
  const path = candidates[to % Math.max(1, candidates.length)];
  // Only inner locations were selected, so an event stays an object.
  return path ? (put(event, path, isLost ? undefined : value) as WireEvent) : event;
}

function rename(event: WireEvent, ids: readonly string[], { to }: Mutation): WireEvent {
  const fields = ID_FIELDS.filter((field) => field in event);
  const field = fields[to % Math.max(1, fields.length)];
  const id = ids[to % Math.max(1, ids.length)];
  return field === undefined || id === undefined ? event : { ...event, [field]: id };
}

function mutate(events: readonly WireEvent[], change: Mutation): readonly WireEvent[] {
  const { kind, at, to, value } = change;
  const index = at % Math.max(1, events.length);
  const event = events[index];
  if (!event) return events;
  const target = to % events.length;
  switch (kind) {
    case "drop":
      return events.toSpliced(index, 1);
    case "repeat":
      return events.toSpliced(target, 0, event);
    case "move":
      return events.toSpliced(index, 1).toSpliced(target, 0, event);
    case "retag":
      return events.with(index, { ...event, subagentRunId: ["s1", "s9", "", null][to % 4] });
    case "rename": {
      const ids = events.flatMap((other) => ID_FIELDS.map((field) => other[field]));
      const usedIds = ids.filter((id) => typeof id === "string");
      return events.with(index, rename(event, usedIds, change));
    }
    case "retype": {
      const types = Object.values(EventType);
      return events.with(index, { ...event, type: types[to % types.length] });
    }
    case "spoil":
      return events.with(index, spoil(event, change, false));
    case "lose":
      return events.with(index, spoil(event, { ...change, value }, true));
  }
}

/** Returns a conversation whose last stream is damaged. */
export function damage(valid: Conversation, changes: readonly Mutation[]): Conversation {
  const last = valid.turns.at(-1);
  if (!last) return valid;
  const events = changes.reduce<readonly WireEvent[]>(
    (before, change) => mutate(before, change),
    copyThroughJson(last.events) as readonly WireEvent[],
  );
  const turn: Turn = { ...last, events };
  return { ...valid, turns: [...valid.turns.slice(0, -1), turn] };
}
