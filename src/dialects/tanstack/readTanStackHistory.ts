import type { HistoryPage } from "../../protocol/dialect.ts";
import type { Interrupt, Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { readUiMessages } from "./readUiMessages.ts";
import { recordOf, stringOf } from "./tanStackEvent.ts";

/**
 * Reads the stored conversation of a server: a page of its messages, the running run and the open
 * interrupts.
 */
export function readTanStackHistory(response: unknown): HistoryPage {
  const conversation = recordOf(response) ?? {};
  const messages = readUiMessages(
    Array.isArray(conversation.messages) ? conversation.messages : [],
  );
  const page = recordOf(conversation.page);
  const olderCursor = page?.truncated ? stringOf(page.cursor) || undefined : undefined;
  // A connection requires the run's id.
  const activeRunId = runIdOf(conversation.activeRun);
  const interrupts = recordOf(conversation.interrupts);
  const pending = interrupts && Array.isArray(interrupts.pending) ? interrupts.pending : [];
  return {
    messages: activeRunId === null ? messages : withoutLastReasoning(messages),
    activeRunId,
    ...omitUndefined({ olderCursor }),
    ...(pending.length > 0 && {
      // The run loop validates the interrupts.
      interrupts: pending as readonly Interrupt[],
      ...omitUndefined({ interruptedRunId: runIdOf(interrupts) ?? undefined }),
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
