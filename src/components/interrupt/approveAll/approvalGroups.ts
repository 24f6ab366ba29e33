import type { ToolCall } from "../../../protocol/events.ts";
import { findToolCall } from "../../../reducer/findToolCall.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import { haveSameItems } from "../../../selectors/compareItems.ts";
import { type InterruptRecord, interruptsForUser } from "../../../selectors/interruptPlacement.ts";
import { expectedAnswerOf } from "../expectedAnswer.ts";
import { subjectOf } from "../interruptSubject.ts";

/** Open approvals with one reason and one tool, in the order in which the agent raised them. */
type ApprovalGroup = readonly InterruptRecord[];

/** The groups of a thread, with the parts of the snapshot that they depend on. */
interface ApprovalGroups extends Pick<Snapshot, "messages" | "toolCalls"> {
  readonly byKey: ReadonlyMap<string, ApprovalGroup>;
}

/** The last groups by list of open interrupts: all cards of a thread share them. */
const cache = new WeakMap<Snapshot["interrupts"], ApprovalGroups>();

/** The key of the group of an approval, by interrupt; undefined for another question than an approval. */
const keys = new WeakMap<
  InterruptRecord,
  { readonly called: ToolCall["function"] | undefined; readonly key: string | undefined }
>();

const NONE: ApprovalGroup = [];

/**
 * @internal Returns the unanswered approvals with the reason and the tool of an interrupt, in order, without those whose
 * answer the user is changing. Returns the same list while it does not change; none for another question than an
 * approval.
 */
export function approvalsLike(snapshot: Snapshot, interrupt: InterruptRecord): ApprovalGroup {
  const { interrupts, messages, toolCalls } = snapshot;
  if (interrupts.length < 2) return NONE;
  let groups = cache.get(interrupts);
  if (groups?.messages !== messages || groups.toolCalls !== toolCalls) {
    groups = { messages, toolCalls, byKey: groupApprovals(snapshot, groups?.byKey) };
    cache.set(interrupts, groups);
  }
  const key = approvalKeyOf(snapshot, interrupt);
  return (key !== undefined && groups.byKey.get(key)) || NONE;
}

/** @param before - The last groups; unchanged groups keep their identity. */
function groupApprovals(
  snapshot: Snapshot,
  before: ApprovalGroups["byKey"] = new Map(),
): ApprovalGroups["byKey"] {
  const byKey = new Map<string, InterruptRecord[]>();
  for (const interrupt of interruptsForUser(snapshot)) {
    // The user is changing the answer.
    if (interrupt.previousAnswer) continue;
    const key = approvalKeyOf(snapshot, interrupt);
    if (key === undefined) continue;
    const group = byKey.get(key);
    if (group) group.push(interrupt);
    else byKey.set(key, [interrupt]);
  }
  return new Map(
    [...byKey].map(([key, group]) => {
      const last = before.get(key);
      return [key, last && haveSameItems(last, group) ? last : group];
    }),
  );
}

/** @internal Returns the key of the reason and the tool of an approval; undefined for another question. */
export function approvalKeyOf(snapshot: Snapshot, interrupt: InterruptRecord): string | undefined {
  const called = calledBy(snapshot, interrupt)?.toolCall.function;
  const last = keys.get(interrupt);
  if (last && last.called === called) return last.key;
  const { name } = subjectIn(snapshot, interrupt);
  const isApproval = approvalOf(snapshot, interrupt) !== undefined;
  const key = isApproval ? JSON.stringify([interrupt.reason, name]) : undefined;
  keys.set(interrupt, { called, key });
  return key;
}

/** @internal Returns the payload that approves; undefined for another question than an approval. */
export function approvalOf(snapshot: Snapshot, interrupt: InterruptRecord): unknown {
  const expected = expectedAnswerOf(interrupt, subjectIn(snapshot, interrupt).args);
  return expected.kind === "decision" && expected.isApproval
    ? expected.decision.approval
    : undefined;
}

function subjectIn(snapshot: Snapshot, interrupt: InterruptRecord) {
  return subjectOf({ interrupt, toolCall: calledBy(snapshot, interrupt) });
}

function calledBy(snapshot: Snapshot, { toolCallId }: InterruptRecord) {
  return toolCallId === undefined ? undefined : findToolCall(snapshot, toolCallId);
}
