import { useMemo } from "react";
import { haveSameItems } from "../../selectors/compareItems.ts";
import {
  createSubagentsSelector,
  findSubagent,
  type SubagentNode,
} from "../../selectors/subagentTree.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/**
 * Returns the sub-agents of the conversation as a tree. Each has its messages, tool calls, activities and interrupts,
 * and in `children` the sub-agents that it spawned.
 *
 * Includes sub-agents that were never announced, from the first message attributed to them. A node keeps its
 * identity until the sub-agent or a descendant changes. Re-renders while a sub-agent streams, not while the
 * agent itself does.
 *
 * @example Running sub-agents
 * ```tsx
 * const nodes = useSubagents().filter(({ status }) => status === "running");
 * return nodes.map(({ id, name, description }) => <li key={id}>{name}: {description}</li>);
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useSubagents(target?: ThreadTarget): readonly SubagentNode[] {
  return useSnapshot(useSubagentsSelector(target), haveSameItems, target);
}

/**
 * Returns one sub-agent, or `undefined` when the conversation has none with that id.
 *
 * Re-renders when the sub-agent or one that it spawned changes. When a component replaces the default card,
 * the chat renders the sub-agent's interrupts beside it, unless the component renders them with `Subagent` or
 * `Interrupt`.
 *
 * @example Replace the card in the chat
 * ```tsx
 * function Card({ id }: SubagentProps) {
 *   const subagent = useSubagent(id);
 *   return subagent && <Chip label={subagent.name} isBusy={subagent.status === "running"} />;
 * }
 * <Chat components={{ Subagent: Card }} />
 * ```
 * @param id - The `subagentRunId`.
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useSubagent(id: string, target?: ThreadTarget): SubagentNode | undefined {
  const select = useSubagentsSelector(target);
  return useSnapshot((snapshot) => findSubagent(select(snapshot), id), Object.is, target);
}

/** @internal Returns a selector of the sub-agent tree that caches its last result, one per thread. */
export function useSubagentsSelector(target?: ThreadTarget) {
  const thread = useThread(target);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cache belongs to one thread
  return useMemo(createSubagentsSelector, [thread]);
}
