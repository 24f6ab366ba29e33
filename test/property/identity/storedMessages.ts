import type { EventInput, Message } from "../../../src/protocol/events.ts";
import type { SnapshotVariant, Step } from "./steps.ts";

/** Returns the messages that a server has stored of these steps. */
export function storedMessages(steps: readonly Step[], runId: string): Message[] {
  return steps.flatMap((item, at): Message[] => {
    if (item.kind === "text") {
      const id = typeof item.id === "string" ? item.id : `${runId}-${at}`;
      return [{ id, role: "assistant", content: item.deltas.join("") }];
    }
    if (item.kind !== "call") return [];
    const toolCallId = typeof item.id === "string" ? item.id : `${runId}-c${at}`;
    const call = { name: item.name, arguments: item.parts.join("") };
    return [
      {
        id: `${runId}-m${at}`,
        role: "assistant",
        toolCalls: [{ id: toolCallId, type: "function", function: call }],
      },
      ...(item.result === undefined
        ? []
        : [{ id: `${runId}-t${at}`, role: "tool", toolCallId, content: item.result } as const]),
    ];
  });
}

/** Returns a snapshot of the messages that a server has stored. */
export function snapshotEvent(
  variant: SnapshotVariant,
  history: readonly Message[],
  own: readonly Message[],
): EventInput {
  const all = [...history, ...own];
  const variants: Readonly<Record<SnapshotVariant, () => readonly Message[]>> = {
    whole: () => all,
    renamed: () => all.map((message, at) => (at % 2 ? { ...message, id: `x${at}` } : message)),
    "without results": () => all.filter(({ role }) => role !== "tool"),
    shortened: () => all.slice(0, -1),
    "only history": () => history,
  };
  return { type: "MESSAGES_SNAPSHOT", messages: structuredClone([...variants[variant]()]) };
}
