import { useCallback, useMemo } from "react";
import { useIsomorphicLayoutEffect } from "../../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useExpiry } from "../../../hooks/interrupts/useExpiry.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
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
import { createPerThreadState, usePerThreadState } from "../../state/perThreadState.ts";
import { approvalOf, approvalsLike } from "./approvalGroups.ts";

/** @internal A button that approves several interrupts. */
export interface GroupApproval {
  /** Number of approvals that the function approves; 0 when there is no button. */
  readonly count: number;
  /** Ids of the interrupts that the function approves besides the given one; empty when there is no button. */
  readonly otherApprovalIds: readonly string[];
  /** Approves all of them with one run, with the payloads that their own buttons send. */
  readonly approveAll: () => Promise<readonly SchemaProblem[]>;
}

const NO_APPROVALS: readonly InterruptRecord[] = [];
const NO_IDS: readonly string[] = [];
const NO_CARDS: ReadonlySet<string> = new Set();

/** Ids of the approvals whose mounted cards can have the button. */
const mountedCards = createPerThreadState(NO_CARDS);

type UseApproveAllOptions = Pick<InterruptRenderProps, "interrupt" | "isExpired">;

/**
 * @internal Finds the open approvals of the tool that an interrupt is about, also those whose cards are not rendered. Only
 * the first of several cards has a button for all. Approvals that the application renders are not among them.
 */
export function useApproveAll({ interrupt, isExpired }: UseApproveAllOptions): GroupApproval {
  const thread = useThread();
  const group = useSnapshot((snapshot) => approvalsLike(snapshot, interrupt));
  const own = useMemo(() => [interrupt], [interrupt]);
  const isCustom = useCustomIds(own) !== "";
  useMountedCard(interrupt.id, group.length > 1 && !isExpired && !isCustom);
  const cards = usePerThreadState(mountedCards);
  const first = group.find(({ id }) => cards.has(id)) ?? group[0];
  const candidates = group.length > 1 && first === interrupt ? group : NO_APPROVALS;

  const isPast = useExpiry(candidates.map(({ expiresAt }) => expiresAt));
  const customIds = useCustomIds(candidates);
  const expiredIds = candidates
    .flatMap(({ id, expiresAt }) => (isPast(expiresAt) ? id : []))
    .join("\n");
  const approvals = useMemo(() => {
    const excluded = new Set([customIds, expiredIds].flatMap((ids) => ids.split("\n")));
    return candidates.filter(({ id }) => !excluded.has(id));
  }, [candidates, customIds, expiredIds]);
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
  return { count: hasButton ? approvals.length : 0, otherApprovalIds, approveAll };
}

/** Records that the card of an approval is mounted, while it can have the button. */
function useMountedCard(interruptId: string, canHaveButton: boolean): void {
  const thread = useThread();
  useIsomorphicLayoutEffect(() => {
    if (!canHaveButton) return;
    mountedCards.update(thread, (before) => new Set(before).add(interruptId));
    return () =>
      mountedCards.update(thread, (before) => {
        const others = new Set(before);
        others.delete(interruptId);
        return others;
      });
  }, [thread, interruptId, canHaveButton]);
}

/** Returns the ids of the interrupts that the application renders, one per line. */
function useCustomIds(interrupts: readonly InterruptRecord[]): string {
  const { agentId } = useThread();
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
