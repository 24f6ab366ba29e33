import type { ResumeEntry, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { type OpenInterrupt, withoutAnswer } from "../interruptTypes.ts";
import { getOwn } from "../ownProperty.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/**
 * Records the answers in the input of a run that has started, for open interrupts without an answer. This client or
 * another one has given them, and the agent has received them. A reload would lose them otherwise.
 */
export function recordEchoedAnswers(draft: SnapshotDraft, input: RunAgentInput): void {
  const { interrupts, messages } = draft.snapshot;
  const open = interrupts.filter(({ answer }) => !answer);
  if (open.length === 0) return;
  const afterMessageId = messages.at(-1)?.id;
  const answered = interrupts.map((interrupt): OpenInterrupt => {
    const answer = interrupt.answer ? undefined : findAnswer(interrupt, input, open);
    if (!answer) return interrupt;
    const fields = {
      answer,
      isAnswerReceived: true,
      ...omitUndefined({ afterMessageId }),
    } as const;
    return { ...withoutAnswer(interrupt), ...fields };
  });
  if (answered.some((interrupt, i) => interrupt !== interrupts[i]))
    draft.setField("interrupts", answered);
}

/** Returns the answer to an interrupt in its format; see `encodeAnswers`. The validation does not check these fields. */
function findAnswer(
  interrupt: OpenInterrupt,
  input: RunAgentInput,
  open: readonly OpenInterrupt[],
): ResumeEntry | undefined {
  const { id: interruptId, serverId = interruptId, format, hasDerivedId } = interrupt;
  const { resume }: { readonly resume?: unknown } = input;
  if (format === "command") {
    const props: unknown = input.forwardedProps;
    const command = isRecord(props) && isRecord(props.command) ? props.command : {};
    const { resume: value } = command;
    const isSingle = open.filter((other) => other.format === "command").length === 1;
    const payload = isSingle || !isRecord(value) ? value : getOwn(value, interruptId);
    return payload === undefined ? undefined : { interruptId, status: "resolved", payload };
  }
  if (format === "draft") {
    if (!isRecord(resume)) return undefined;
    const isNamed = hasDerivedId
      ? resume.interruptId === undefined
      : resume.interruptId === serverId;
    const { payload } = resume;
    return isNamed ? { interruptId, status: "resolved", payload } : undefined;
  }
  const entries: readonly unknown[] = Array.isArray(resume) ? resume : [];
  const entry = entries.filter(isRecord).find((other) => other.interruptId === serverId);
  if (!entry) return undefined;
  const { payload } = entry;
  return entry.status === "cancelled"
    ? { interruptId, status: "cancelled" }
    : { interruptId, status: "resolved", ...omitUndefined({ payload }) };
}
