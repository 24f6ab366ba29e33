import type { HistoryPage } from "../../protocol/dialect.ts";
import type { Interrupt, Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { readUiMessages } from "./readUiMessages.ts";
import { recordOf, stringOf } from "./wire.ts";

/**
 * Reads the stored conversation of a server: a page of its messages, the running run and the open
 * interrupts.
 */
export function readHistory(answer: unknown): HistoryPage {
  const given = recordOf(answer) ?? {};
  const messages = readUiMessages(Array.isArray(given.messages) ? given.messages : []);
  const page = recordOf(given.page);
  const olderCursor = page?.truncated ? stringOf(page.cursor) || undefined : undefined;
  // A connection requires the run's id.
  const activeRunId = runIdOf(given.activeRun);
  const asked = recordOf(given.interrupts);
  const pending = asked && Array.isArray(asked.pending) ? asked.pending : [];
  return {
    messages: activeRunId === null ? messages : withoutLastReasoning(messages),
    activeRunId,
    ...omitUndefined({ olderCursor }),
    ...(pending.length > 0 && {
      // The run loop validates the interrupts.
      interrupts: pending as readonly Interrupt[],
      ...omitUndefined({ interruptedRunId: runIdOf(asked) ?? undefined }),
    }),
  };
}

function runIdOf(value: unknown): string | null {
  return stringOf(recordOf(value)?.runId) ?? null;
}

/**
 * Removes the last reasoning message, which has another id here than in the running run that
 * replays it.
 */
function withoutLastReasoning(messages: readonly Message[]): readonly Message[] {
  const start = messages.findLastIndex(({ role }) => role === "user") + 1;
  const last = messages.findLastIndex(({ role }, at) => at >= start && role === "reasoning");
  return last < 0 ? messages : messages.filter((_, at) => at !== last);
}
