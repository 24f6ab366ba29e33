import { useCallback, useMemo } from "react";
import { useExpiry } from "../../../hooks/interrupts/useExpiry.ts";
import { useOptionalAgentId, useThread } from "../../../hooks/providers/useThread.ts";
import {
  findInterruptRenderer,
  type InterruptRenderer,
  type InterruptRenderProps,
  interruptRenderersOf,
} from "../../../hooks/renderers/interruptRenderers.ts";
import { useMatchingRenderer } from "../../../hooks/renderers/useRenderers.ts";
import { useSnapshot } from "../../../hooks/thread/useSnapshot.ts";
import type { SchemaProblem } from "../../../protocol/jsonSchema.ts";
import type { InterruptRecord } from "../../../selectors/interruptPlacement.ts";
import { createCardCounts, useCountedCard } from "../../state/cardCounts.ts";
import { usePerThreadState } from "../../state/perThreadState.ts";
import { approvalOf, approvalsLike } from "./approvalGroups.ts";

/** The buttons of a card that answer all approvals of its group. */
interface GroupApproval {
  /** Number of approvals that the functions answer; 0 when there are no buttons. */
  readonly count: number;
  /** Ids of the other interrupts that the functions answer; empty when there are no buttons. */
  readonly otherApprovalIds: readonly string[];
  /** Approves all of them with one run, with the payloads that their own buttons send. */
  readonly approveAll: () => Promise<readonly SchemaProblem[]>;
  /** Cancels all of them with one run. */
  readonly cancelAll: () => Promise<readonly SchemaProblem[]>;
}

const NO_APPROVALS: readonly InterruptRecord[] = [];
const NO_IDS: readonly string[] = [];
/** The mounted cards that can have the buttons. */
const cardsWithButtons = createCardCounts();

/** The cards in which the user edits, denies or writes an answer. */
const answersInProgress = createCardCounts();

interface UseApproveAllOptions extends Pick<InterruptRenderProps, "interrupt" | "isExpired"> {
  /** True while the user edits, denies or writes an answer in the card. */
  readonly isAnswering: boolean;
}

/**
 * @internal Finds the open approvals of the tool that an interrupt is about, also those whose cards are not rendered. Leaves
 * out those that have expired, that the application renders, or that the user is answering otherwise. Only the first of
 * several cards has the buttons for all of them.
 */
export function useApproveAll(options: UseApproveAllOptions): GroupApproval {
  const { interrupt, isExpired, isAnswering } = options;
  const thread = useThread();
  const group = useSnapshot((snapshot) => approvalsLike(snapshot, interrupt));
  const own = useMemo(() => [interrupt], [interrupt]);
  const isCustom = useCustomIds(own) !== "";
  useCountedCard(answersInProgress, interrupt.id, isAnswering);
  const inProgress = usePerThreadState(answersInProgress);
  const canHaveButton =
    group.length > 1 && !isExpired && !isCustom && !inProgress.has(interrupt.id);
  useCountedCard(cardsWithButtons, interrupt.id, canHaveButton);
  const cards = usePerThreadState(cardsWithButtons);
  const first = group.find(({ id }) => cards.has(id)) ?? group[0];
  const candidates = group.length > 1 && first === interrupt ? group : NO_APPROVALS;

  const isPast = useExpiry(candidates.map(({ expiresAt }) => expiresAt));
  const customIds = useCustomIds(candidates);
  const expiredIds = candidates
    .flatMap(({ id, expiresAt }) => (isPast(expiresAt) ? id : []))
    .join("\n");
  const approvals = useMemo(() => {
    const excluded = new Set([customIds, expiredIds].flatMap((ids) => ids.split("\n")));
    return candidates.filter(({ id }) => !excluded.has(id) && !inProgress.has(id));
  }, [candidates, customIds, expiredIds, inProgress]);
  // In a framed group (`useApprovalGroup`), the card renders the button in the heading of the group.
  const hasButton = approvals.length > 1 && approvals.includes(interrupt);
  const otherApprovalIds = useMemo(
    () => (hasButton ? approvals.map(({ id }) => id).filter((id) => id !== interrupt.id) : NO_IDS),
    [approvals, hasButton, interrupt.id],
  );
  const approveAll = () =>
    thread.resume(
      approvals.map((approval) => ({
        interruptId: approval.id,
        status: "resolved",
        payload: approvalOf(thread.getSnapshot(), approval),
      })),
    );
  const cancelAll = () =>
    thread.resume(approvals.map(({ id }) => ({ interruptId: id, status: "cancelled" })));
  return { count: hasButton ? approvals.length : 0, otherApprovalIds, approveAll, cancelAll };
}

/** @internal Returns the ids of the interrupts that the application renders, one per line. */
export function useCustomIds(interrupts: readonly InterruptRecord[]): string {
  const agentId = useOptionalAgentId();
  const find = useCallback(
    (lists: readonly (readonly InterruptRenderer[])[]) =>
      interrupts
        .filter((interrupt) => findInterruptRenderer(lists, interrupt, agentId))
        .map(({ id }) => id)
        .join("\n"),
    [interrupts, agentId],
  );
  return useMatchingRenderer(interruptRenderersOf, find) ?? "";
}
