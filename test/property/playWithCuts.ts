import fc from "fast-check";
import {
  type Agent,
  type AgentYield,
  createThread,
  type EventInput,
  type RunParameters,
  type Snapshot,
} from "../../src/core.ts";
import { copyThroughJson, type Turn } from "../differential/conversation.ts";
import {
  type Cut,
  cuttableAgent,
  emptyStream,
  type Manner,
} from "../store/reconnect/cuttableAgent.ts";

/** Returns the snapshot without times, and with generated ids numbered by first occurrence. */
export function essence({ tracking: _, ...snapshot }: Snapshot): unknown {
  const ids = new Map<string, string>();
  const json = JSON.stringify(snapshot, (key, value) =>
    ["startedAt", "endedAt", "at"].includes(key) ? undefined : value,
  ).replaceAll(/local-\d+/g, (id) => {
    if (!ids.has(id)) ids.set(id, `#${ids.size}`);
    return ids.get(id) ?? id;
  });
  const parsed = JSON.parse(json);
  // Sorts the issues, because unreadable events of one batch are reported before the others.
  const issueTexts = snapshot.issues.map(({ message, count }) => `${count} × ${message}`).sort();
  return { ...parsed, issues: issueTexts };
}

/** Returns the positions at which a connection can be lost during a run. */
export function cutPositions(events: readonly unknown[]): readonly number[] {
  let isActive = false;
  return events.flatMap((event, i) => {
    const { type } = event as { type?: unknown };
    if (type === "RUN_STARTED") isActive = true;
    if (type === "RUN_FINISHED" || type === "RUN_ERROR") isActive = false;
    return isActive ? [i + 1] : [];
  });
}

/** Arbitrary positions of connection losses, in thousandths of the stream. */
export const cutRequests = fc.array(
  fc.record({ part: fc.nat(999), how: fc.constantFrom("broken" as const, "closed" as const) }),
  { minLength: 1, maxLength: 3 },
);
type CutRequests = readonly { part: number; how: Cut["how"] }[];

export function cutsIn(events: readonly unknown[], requests: CutRequests): readonly Cut[] {
  const at = cutPositions(events);
  if (at.length === 0) return [];
  return requests.map(({ part, how }) => ({ at: at[part % at.length] ?? 1, how }));
}

interface Play {
  readonly cuts: (events: readonly unknown[]) => readonly Cut[];
  readonly manner: Manner;
  readonly batch: number;
  /** Number of consecutive batches that share a position. */
  readonly marks: number;
  /** True for a server that replays the runs of all turns to a client without a cursor. */
  readonly replaysAll?: boolean;
}

/** Runs a conversation on a thread whose connections are lost. */
export async function playWithCuts(
  turns: readonly Turn[],
  { cuts, replaysAll = false, ...how }: Play,
  options: object,
) {
  const earlier: EventInput[] = [];
  let current: ReturnType<typeof cuttableAgent> | undefined;
  let connects = 0;
  let ids = 0;
  const agent: Agent = {
    run: (...args) => current?.run(...args) ?? emptyStream(),
    connect: (...args) => {
      connects++;
      const replay = current?.connect?.(...args) ?? emptyStream();
      const [, { cursor }] = args;
      return replaysAll && cursor === undefined ? streamAfter(earlier, replay) : replay;
    },
  };
  const thread = createThread<unknown>({
    agent,
    threadId: "thread",
    createId: () => `local-${++ids}`,
    now: () => 1,
    // Reconnects without delay, and continues after attempts without new events.
    reconnect: { firstMs: 0, longestMs: 0, attempts: 10 },
    ...options,
  });
  for (const { added = [], resume, events } of turns) {
    if (added.length > 0) thread.setMessages((messages) => [...messages, ...added]);
    const stream = copyThroughJson(events) as readonly EventInput[];
    current = cuttableAgent(stream, { cuts: cuts(stream), ...how });
    const names = JSON.stringify(stream).matchAll(/"toolCallName":"([^"]*)"/g);
    const parameters: RunParameters = {
      tools: [...new Set([...names].map(([, name = ""]) => name))].map((name) => ({
        name,
        description: "",
      })),
      ...(resume && { resume }),
    };
    await thread.run(parameters);
    earlier.push(...stream);
  }
  return { thread, connects, snapshot: thread.getSnapshot() };
}

/** Streams events, and then another stream. */
async function* streamAfter(events: readonly EventInput[], stream: AsyncIterable<AgentYield>) {
  yield* structuredClone(events);
  yield* stream;
}
