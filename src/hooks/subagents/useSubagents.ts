import { useMemo } from "react";
import { haveSameItems } from "../../selectors/haveSameItems.ts";
import {
  createSubagentsSelector,
  findSubagent,
  type SubagentNode,
} from "../../selectors/subagentTree.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/**
 * Returns the sub-agents of the conversation as a tree: those of the agent itself, with what each
 * said, called, reported and asked, and in `children` those that it spawned.
 *
 * Those that never announced themselves are there as well, as soon as a message is attributed to
 * them. A node keeps its identity while nothing of it or below it changes. Re-renders while one of
 * them writes, and not while the agent itself does.
 *
 * @example Who is at work
 * ```tsx
 * const nodes = useSubagents().filter(({ status }) => status === "running");
 * return nodes.map(({ id, name, description }) => <li key={id}>{name}: {description}</li>);
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useSubagents(target?: ThreadTarget): readonly SubagentNode[] {
  return useSnapshot(useSelector(target), haveSameItems, target);
}

/**
 * Returns one sub-agent, or `undefined` when the conversation has none of that id.
 *
 * Re-renders when something of it, or of one that it spawned, changes.
 *
 * In place of the card of the chat, what it asks a person is shown beside the replacement, unless
 * that shows it with `Subagent` or `Interrupt`.
 *
 * @example A replacement for the card of the chat
 * ```tsx
 * function Card({ id }: SubagentProps) {
 *   const subagent = useSubagent(id);
 *   return subagent && <Chip label={subagent.name} isBusy={subagent.status === "running"} />;
 * }
 * <Chat components={{ Subagent: Card }} />
 * ```
 * @param id - Its `subagentRunId`.
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useSubagent(id: string, target?: ThreadTarget): SubagentNode | undefined {
  const select = useSelector(target);
  return useSnapshot((snapshot) => findSubagent(select(snapshot), id), Object.is, target);
}

/** @internal One for each thread, because it remembers what it selected last. */
export function useSelector(target?: ThreadTarget) {
  const thread = useThread(target);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread has other sub-agents
  return useMemo(createSubagentsSelector, [thread]);
}
