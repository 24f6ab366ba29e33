import type { ResumeEntry } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { isExpired } from "./validateAnswers.ts";

// TanStack AI keeps nothing between requests: what it has to know again comes back with the answers.

/** Where it says which run an interrupt ended, and of what kind it is. */
const BINDING = "tanstack:interruptBinding";
/** What the application sent along with a question of its own. */
const PAYLOAD = "tanstack:interruptPayload";
/** Where it finds the question again, beside the answer. */
const CONTINUATION = "tanstack:interruptContinuation";

type Fields = Readonly<Record<string, unknown>>;

function bindingOf({ metadata }: OpenInterrupt): Fields | undefined {
  const binding: unknown = metadata?.[BINDING];
  return isRecord(binding) ? binding : undefined;
}

/** The run that asked, which it wants to hear again as `parentRunId`. */
export function interruptedRunId(interrupts: readonly OpenInterrupt[]): string | undefined {
  const [id] = interrupts.flatMap((interrupt) => {
    const runId = bindingOf(interrupt)?.interruptedRunId;
    return typeof runId === "string" ? runId : [];
  });
  return id;
}

/**
 * An answer as TanStack takes it: to a question that an application has defined itself the question
 * belongs as well. When that has expired it refuses any answer, also a cancelled one, and goes on
 * without.
 */
export function answerTanStack(
  interrupt: OpenInterrupt,
  answer: ResumeEntry,
  at: number,
): ResumeEntry | undefined {
  const binding = bindingOf(interrupt);
  if (binding?.kind !== "generic") return answer;
  if (isExpired(interrupt, at)) return undefined;
  const { definitionId, key, batchIndex, responseSchemaHash, payloadSchemaHash } = binding;
  const { reason, message = "", expiresAt, metadata } = interrupt;
  const continuation: Fields = {
    v: 1,
    ...{ definitionId, key, batchIndex, responseSchemaHash, payloadSchemaHash },
    ...{ reason, message, expiresAt },
    ...(metadata && PAYLOAD in metadata && { payload: metadata[PAYLOAD] }),
  };
  return { ...answer, metadata: { ...answer.metadata, [CONTINUATION]: continuation } };
}
