import { useCallback, useContext, useEffect, useMemo, useState } from "react";
import { RegistriesContext } from "../../hooks/providers/useRegistry.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { findToolLabel, toolLabelsOf } from "../../hooks/tools/toolLabels.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { yieldToMain } from "../../protocol/scheduling.ts";
import { humanize } from "../../selectors/humanize.ts";
import {
  createConversationSearch,
  emptyResult,
  type SearchResult,
} from "../../selectors/search/conversationSearch.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { useSettings } from "../settings/settings.tsx";
import { readMarkdown } from "./readMarkdown.ts";

/** Duration of a reading after which the next one need not wait, in milliseconds. */
const FREE_MS = 2;

/** Pause after a longer reading, for each of its milliseconds: a long reply that streams is read again with each frame. */
const REST_PER_MS = 9;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * @internal Returns the matches of a query in the nearest thread. Reads a long thread in several tasks, between which
 * the page stays responsive, and reads what changes while a reply streams.
 *
 * @returns The last complete result, which may be that of an earlier query.
 */
export function useSearchResult(query: string): SearchResult {
  const thread = useThread();
  const labelOf = useLabelOf();
  const hasReasoning = useSettings().reasoning !== "hidden";
  const search = useMemo(
    () => createConversationSearch({ readMarkdown, labelOf, hasReasoning }),
    [labelOf, hasReasoning],
  );
  const [result, setResult] = useState(() => emptyResult(""));
  useEffect(() => {
    let isRunning = false;
    let isDue = false;
    let isCancelled = false;
    /** Time that the reading has taken, in milliseconds. */
    let spentMs = 0;
    const readPart = () => {
      const startedAt = performance.now();
      const part = search.findMatches(thread.getSnapshot(), query);
      spentMs += performance.now() - startedAt;
      return part;
    };
    const read = async () => {
      spentMs = 0;
      let next = readPart();
      while (!next.isComplete && !isCancelled) {
        await yieldToMain();
        next = readPart();
      }
      if (!isCancelled) setResult((last) => (isSameResult(last, next) ? last : next));
    };
    const update = async () => {
      isDue = true;
      if (isRunning) return;
      isRunning = true;
      while (isDue && !isCancelled) {
        isDue = false;
        // A later change of the conversation is read again.
        await read().catch(reportUncaught);
        if (spentMs > FREE_MS) await pause(spentMs * REST_PER_MS);
      }
      isRunning = false;
    };
    void update();
    const unsubscribe = thread.store.subscribe(() => void update());
    return () => {
      isCancelled = true;
      unsubscribe();
    };
  }, [thread, search, query]);
  return result;
}

function isSameResult(a: SearchResult, b: SearchResult): boolean {
  return (
    a.query === b.query &&
    a.total === b.total &&
    a.hits.length === b.hits.length &&
    a.hits.every((hit, at) => {
      const other = b.hits[at];
      return hit.unit === other?.unit && hit.count === other.count && hit.before === other.before;
    })
  );
}

/** Returns a function that labels tool calls as their cards do. It does not change when a label is registered again. */
function useLabelOf(): (call: ToolCallView) => string {
  const { agentId } = useThread();
  const registries = useContext(RegistriesContext);
  return useCallback(
    ({ toolCall, status }: ToolCallView) => {
      const { name, arguments: source } = toolCall.function;
      const nameAsText = humanize(name) || name;
      const lists = registries.map((registry) => toolLabelsOf(registry).listRenderers());
      const label = findToolLabel(lists, name, agentId)?.label;
      if (typeof label !== "function") return label || nameAsText;
      const args = parseJson(source);
      try {
        return label({ name, status, partialArgs: isRecord(args) ? args : {} }) || nameAsText;
      } catch {
        // The card of the call shows the name as words too, and prints a hint.
        return nameAsText;
      }
    },
    [registries, agentId],
  );
}
