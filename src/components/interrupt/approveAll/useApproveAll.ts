import { useCallback } from "react";
import { useExpiry } from "../../hooks/interrupts/useExpiry.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import {
  findInterruptRenderer,
  type InterruptRenderer,
  interruptRenderersOf,
} from "../../hooks/renderers/interruptRenderers.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { type InterruptRecord, interruptsForUser } from "../../selectors/interruptPlacement.ts";
import { selectToolCall } from "../../selectors/toolCallView.ts";
import { expectedAnswerOf } from "./expectedAnswer.ts";
import { subjectOf } from "./interruptSubject.ts";

/** @internal A button that approves several interrupts. */
export interface GroupApproval {
  /** Number of approvals that the function approves; 0 when there is no button. */
  readonly count: number;
  /** Ids of the interrupts that the function approves besides the given one; empty when there is no button. */
  readonly otherApprovalIds: readonly string[];
  /** Approves all of them with one run, with the payloads that their own buttons send. */
  readonly approveAll: () => Promise<readonly SchemaProblem[]>;
}

/**
 * @internal Finds the open approvals of the tool that an interrupt is about. Only the first of several has a button for
 * all. Approvals that the application renders are not among them.
 */
export function useApproveAll(interrupt: InterruptRecord): GroupApproval {
  const thread = useThread();
  const { agentId } = thread;
  const open = useSnapshot((snapshot) => sameApprovals(snapshot, interrupt), haveSameItems);
  const isPast = useExpiry(open.map(({ expiresAt }) => expiresAt));
  const customIds = useMatchingRenderer(
    interruptRenderersOf,
    useCallback(
      (lists: readonly (readonly InterruptRenderer[])[]) =>
        open
          .filter((approval) => findInterruptRenderer(lists, approval, agentId))
          .map(({ id }) => id)
          .join("\n"),
      [open, agentId],
    ),
  )?.split("\n");
  const approvals = open.filter(
    ({ id, expiresAt }) => !customIds?.includes(id) && !isPast(expiresAt),
  );
  const hasButton = approvals.length > 1 && approvals[0] === interrupt;
  const approveAll = () =>
    thread.resume(
      approvals.map((approval) => ({
        interruptId: approval.id,
        status: "resolved",
        payload: approvalOf(thread.getSnapshot(), approval),
      })),
    );
  return {
    count: hasButton ? approvals.length : 0,
    otherApprovalIds: hasButton ? approvals.slice(1).map(({ id }) => id) : [],
    approveAll,
  };
}

const NONE: readonly InterruptRecord[] = [];

/** Returns the unanswered approvals with the reason and the tool of an interrupt, which is one of them. */
function sameApprovals(snapshot: Snapshot, interrupt: InterruptRecord): readonly InterruptRecord[] {
  if (snapshot.interrupts.length < 2) return NONE;
  const name = toolNameOf(snapshot, interrupt);
  return interruptsForUser(snapshot).filter(
    (other) =>
      other.reason === interrupt.reason &&
      toolNameOf(snapshot, other) === name &&
      approvalOf(snapshot, other) !== undefined,
  );
}

function subjectIn(snapshot: Snapshot, interrupt: InterruptRecord) {
  const { toolCallId } = interrupt;
  const toolCall = toolCallId === undefined ? undefined : selectToolCall(snapshot, toolCallId);
  return subjectOf({ interrupt, toolCall });
}

function toolNameOf(snapshot: Snapshot, interrupt: InterruptRecord): string | undefined {
  return subjectIn(snapshot, interrupt).name;
}

/** Returns the payload that approves; undefined for another question than an approval. */
function approvalOf(snapshot: Snapshot, interrupt: InterruptRecord): unknown {
  const expected = expectedAnswerOf(interrupt, subjectIn(snapshot, interrupt).args);
  return expected.kind === "decision" && expected.isApproval
    ? expected.decision.approval
    : undefined;
}
