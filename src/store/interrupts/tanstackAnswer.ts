import type { ResumeEntry } from "../../protocol/events.ts";
import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { type OpenInterrupt, TANSTACK_BINDING } from "../../reducer/interruptTypes.ts";
import { isExpired } from "./validateAnswers.ts";

// TanStack AI stores nothing between requests: an answer must carry the data that it needs again.

/** Metadata key for the application's payload of an interrupt it has defined itself. */
const PAYLOAD = "tanstack:interruptPayload";
/** Metadata key under which TanStack expects the definition of the interrupt in the answer. */
const CONTINUATION = "tanstack:interruptContinuation";

function bindingOf({ metadata }: OpenInterrupt): UnknownRecord | undefined {
  const binding: unknown = metadata?.[TANSTACK_BINDING];
  return isRecord(binding) ? binding : undefined;
}

/** Returns the id of the interrupted run, which TanStack expects as `parentRunId`. */
export function interruptedRunId(interrupts: readonly OpenInterrupt[]): string | undefined {
  const [id] = interrupts.flatMap((interrupt) => {
    const runId = bindingOf(interrupt)?.interruptedRunId;
    return typeof runId === "string" ? runId : [];
  });
  return id;
}

/**
 * Returns an answer in TanStack's format. The answer to an interrupt that the application has defined itself includes
 * the definition. It is `undefined` once the interrupt has expired, because TanStack then rejects any answer, and
 * continues without one.
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
  const continuation: UnknownRecord = {
    v: 1,
    ...{ definitionId, key, batchIndex, responseSchemaHash, payloadSchemaHash },
    ...{ reason, message, expiresAt },
    ...(metadata && PAYLOAD in metadata && { payload: metadata[PAYLOAD] }),
  };
  return { ...answer, metadata: { ...answer.metadata, [CONTINUATION]: continuation } };
}
