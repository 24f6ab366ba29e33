import { createContext, type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { useOptionalThread } from "../../../hooks/providers/useThread.ts";
import { subscribeToNothing } from "../../../hooks/thread/useSnapshot.ts";
import { useToolLabels } from "../../../hooks/tools/useToolLabel.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import type { ToolCallView } from "../../../selectors/toolCallView.ts";
import { useSettings } from "../../settings/settings.tsx";
import { useStrings } from "../../strings/useStrings.ts";
import { Icon } from "../../ui/Icon.tsx";
import { approvalKeyOf, approvalsLike } from "./approvalGroups.ts";
import { useCustomIds } from "./useApproveAll.ts";

/** @internal Element in the heading of a group of approvals, which takes the button for all of them. */
export const ApprovalHeadingContext = createContext<HTMLElement | null>(null);

/** Approvals of one tool whose cards follow each other. */
interface ApprovalGroup {
  /** The call with the first card. */
  readonly first: ToolCallView;
  /** Heading above the first card, a keyed element. */
  readonly heading: ReactNode;
  /** Id of the text of the heading. */
  readonly titleId: string;
  /** Value of {@link ApprovalHeadingContext}. */
  readonly buttonSlot: HTMLElement | null;
}

const NONE: readonly never[] = [];

/**
 * @internal Returns the group that the open questions about some calls are: two or more approvals of one tool, without
 * another card between them, that the kit renders. Undefined when they are not one group.
 */
export function useApprovalGroup(calls: readonly ToolCallView[]): ApprovalGroup | undefined {
  const { interrupt: strings } = useStrings();
  const isReplaced = useSettings().components.Interrupt !== undefined;
  const store = useOptionalThread()?.store;
  const count = useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    () => (store ? countApprovals(store.getState(), calls) : 0),
    () => (store ? countApprovals(store.getInitialState(), calls) : 0),
  );
  const [first] = store && count > 0 ? openCallsIn(store.getState(), calls) : NONE;
  const isCustom = useCustomIds(first?.interrupts ?? NONE) !== "";
  const name = first?.toolCall.function.name ?? "";
  const [label = name] = useToolLabels([name]);
  const [buttonSlot, setButtonSlot] = useState<HTMLElement | null>(null);
  const titleId = useId();
  if (!first || isReplaced || isCustom) return undefined;
  const heading = (
    <div className="agk-approvals-head" key="approvals">
      <Icon name="waiting" />
      <span className="agk-interrupt-title" id={titleId} dir="auto">
        {strings.approvalGroup(label, count)}
      </span>
      <span className="agk-slot" ref={setButtonSlot} />
    </div>
  );
  return { first, heading, titleId, buttonSlot };
}

/** Returns the number of approvals of the group; 0 when the open questions are no group. */
function countApprovals(snapshot: Snapshot, calls: readonly ToolCallView[]): number {
  if (calls.length < 2 || snapshot.interrupts.length < 2) return 0;
  const waiting = openCallsIn(snapshot, calls);
  const records = waiting.flatMap(({ interrupts }) => interrupts);
  const [first] = records;
  const [firstCall] = waiting;
  if (!first || !firstCall || waiting.length < 2 || records.length !== waiting.length) return 0;
  const start = calls.indexOf(firstCall);
  // The cards of sub-agents follow the question about their call.
  const isContinuous = waiting.every(
    (call, index) => calls[start + index] === call && call.subagents === undefined,
  );
  const key = approvalKeyOf(snapshot, first);
  const isOneKind =
    key !== undefined && records.every((record) => approvalKeyOf(snapshot, record) === key);
  if (!isContinuous || !isOneKind) return 0;
  return Math.max(records.length, approvalsLike(snapshot, first).length);
}

/** Returns the calls with an open question, which may be answered already. */
function openCallsIn(snapshot: Snapshot, calls: readonly ToolCallView[]): readonly ToolCallView[] {
  const open = new Set(snapshot.interrupts);
  return calls.filter(({ interrupts }) => interrupts.some((interrupt) => open.has(interrupt)));
}
