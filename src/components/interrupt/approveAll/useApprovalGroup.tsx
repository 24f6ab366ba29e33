import { createContext, type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { useOptionalThread } from "../../../hooks/providers/useThread.ts";
import { subscribeToNothing } from "../../../hooks/thread/useSnapshot.ts";
import { useToolLabels } from "../../../hooks/tools/useToolLabel.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import type { ToolCallView } from "../../../selectors/toolCallView.ts";
import { hidesText } from "../../../selectors/visibleText.ts";
import { useSettings } from "../../settings/settings.tsx";
import { useStrings } from "../../strings/useStrings.ts";
import { Icon } from "../../ui/Icon.tsx";
import { interruptTextOf } from "../interruptSubject.ts";
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
  /** True when the heading has the question, which is the same for all cards. */
  readonly hasSharedQuestion: boolean;
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
    () => store && countUnanswered(store.getState(), calls),
    () => store && countUnanswered(store.getInitialState(), calls),
  );
  const waiting: readonly ToolCallView[] =
    store && count !== undefined ? openCallsIn(store.getState(), calls) : NONE;
  const [first] = waiting;
  const isCustom = useCustomIds(first?.interrupts ?? NONE) !== "";
  const name = first?.toolCall.function.name ?? "";
  const [label = name] = useToolLabels([name]);
  const [buttonSlot, setButtonSlot] = useState<HTMLElement | null>(null);
  const titleId = useId();
  if (!first || count === undefined || isReplaced || isCustom) return undefined;
  const question = sharedQuestion(waiting);
  const heading = (
    <div className="agk-approvals-head" key="approvals">
      <Icon name="waiting" />
      <span className="agk-interrupt-title" id={titleId} dir="auto">
        {strings.approvalGroup(label, count)}
      </span>
      {question !== undefined && (
        <p className="agk-interrupt-message" dir="auto">
          {question}
        </p>
      )}
      <span className="agk-slot" ref={setButtonSlot} />
    </div>
  );
  return { first, heading, hasSharedQuestion: question !== undefined, titleId, buttonSlot };
}

/**
 * Returns the number in the heading: the unanswered approvals of the group, or all open approvals of the tool when these are
 * more. Returns undefined when the open questions are no group.
 */
function countUnanswered(snapshot: Snapshot, calls: readonly ToolCallView[]): number | undefined {
  if (calls.length < 2 || snapshot.interrupts.length < 2) return undefined;
  const waiting = openCallsIn(snapshot, calls);
  const records = waiting.flatMap(({ interrupts }) => interrupts);
  const [first] = records;
  const [firstCall] = waiting;
  const hasOneEach = records.length === waiting.length;
  if (!first || !firstCall || waiting.length < 2 || !hasOneEach) return undefined;
  const start = calls.indexOf(firstCall);
  // The cards of sub-agents follow the question about their call.
  const isContinuous = waiting.every(
    (call, index) => calls[start + index] === call && call.subagents === undefined,
  );
  const key = approvalKeyOf(snapshot, first);
  const isOneKind =
    key !== undefined && records.every((record) => approvalKeyOf(snapshot, record) === key);
  if (!isContinuous || !isOneKind) return undefined;
  const unanswered = records.filter(({ answer }) => !answer);
  return Math.max(unanswered.length, approvalsLike(snapshot, first).length);
}

/** Returns the calls with an open question, which may be answered already. */
function openCallsIn(snapshot: Snapshot, calls: readonly ToolCallView[]): readonly ToolCallView[] {
  const open = new Set(snapshot.interrupts);
  return calls.filter(({ interrupts }) => interrupts.some((interrupt) => open.has(interrupt)));
}

/** Longest question that the heading has, in characters. With a longer one, each card asks its own. */
const MAX_QUESTION = 300;

/** Returns the question that all approvals ask in the same words; undefined when they differ, or hide some of it. */
function sharedQuestion(calls: readonly ToolCallView[]): string | undefined {
  const questions = calls.flatMap(({ interrupts }) => interrupts.map(interruptTextOf));
  const text = questions[0]?.text;
  if (text === undefined || text.length > MAX_QUESTION || hidesText(text, "prose"))
    return undefined;
  const isShared = questions.every((question) => question.text === text && !question.fields);
  return isShared ? text : undefined;
}
