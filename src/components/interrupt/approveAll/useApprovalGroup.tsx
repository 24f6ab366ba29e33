import {
  createContext,
  type ReactNode,
  useContext,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useOptionalThread } from "../../../hooks/providers/useThread.ts";
import { subscribeToNothing } from "../../../hooks/thread/useSnapshot.ts";
import { useToolLabels } from "../../../hooks/tools/useToolLabel.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import type { InterruptRecord } from "../../../selectors/interruptPlacement.ts";
import type { ToolCallView } from "../../../selectors/toolCallView.ts";
import { hidesText } from "../../../selectors/visibleText.ts";
import { useSettings } from "../../settings/settings.tsx";
import { createCardCounts, useCountedCard } from "../../state/cardCounts.ts";
import { usePerThreadState } from "../../state/perThreadState.ts";
import { useStrings } from "../../strings/useStrings.ts";
import { Icon } from "../../ui/Icon.tsx";
import { VisibleName } from "../../ui/VisibleText.tsx";
import { interruptTextOf } from "../interruptSubject.ts";
import { approvalKeyOf, approvalsLike } from "./approvalGroups.ts";
import { useCustomIds } from "./useApproveAll.ts";

/** The heading of a group of approvals, for the cards of the group. */
interface ApprovalHeading {
  /** Id of the text of the heading. */
  readonly titleId: string;
  /** Element that takes the button for all cards. */
  readonly buttonSlot: HTMLElement | null;
}

/** @internal The heading of the group that the cards are in; null outside of a group. */
export const ApprovalHeadingContext = createContext<ApprovalHeading | null>(null);

/** The mounted cards of groups. */
const groupedCards = createCardCounts();

/** @internal Returns the id for the element of a card, by which the heading owns it; undefined outside of a group. */
export function useApprovalCardId(interruptId: string): string | undefined {
  const heading = useContext(ApprovalHeadingContext);
  useCountedCard(groupedCards, interruptId, heading !== null);
  return heading ? cardIdOf(heading.titleId, interruptId) : undefined;
}

/** An id in the document has no white space. */
function cardIdOf(titleId: string, interruptId: string): string {
  return titleId + interruptId.replace(/[\W_]/g, (char) => `_${char.charCodeAt(0)}_`);
}

/** Approvals of one tool whose cards follow each other. */
interface ApprovalGroup {
  /** The call with the first card. */
  readonly first: ToolCallView;
  /** Heading above the first card, a keyed element. */
  readonly heading: ReactNode;
  /** True when the heading has the question, which is the same for all cards. */
  readonly hasSharedQuestion: boolean;
  /** Value of {@link ApprovalHeadingContext}. */
  readonly context: ApprovalHeading;
}

const NONE: readonly never[] = [];

/**
 * @internal Returns the group that the open questions about some calls are: two or more approvals of one tool, without
 * another card between them, that the kit renders. Undefined when they are not one group.
 */
export function useApprovalGroup(calls: readonly ToolCallView[]): ApprovalGroup | undefined {
  const isUnstated = useSettings().components.Interrupt !== undefined;
  const store = useOptionalThread()?.store;
  // A number, so that the component renders only when the group begins, changes or ends.
  const count = useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    () => store && headingCount(store.getState(), calls),
    () => store && headingCount(store.getInitialState(), calls),
  );
  const waiting: readonly ToolCallView[] =
    store && count !== undefined ? openCallsIn(store.getState(), calls) : NONE;
  const [first] = waiting;
  const isCustom = useCustomIds(first?.interrupts ?? NONE) !== "";
  const [buttonSlot, setButtonSlot] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const context = useMemo(() => ({ titleId, buttonSlot }), [titleId, buttonSlot]);
  if (!first || count === undefined || isUnstated || isCustom) return undefined;
  const question = sharedQuestion(waiting);
  const heading = (
    <GroupHeading
      key="approvals"
      calls={waiting}
      count={count}
      question={question}
      titleId={titleId}
      buttonSlot={setButtonSlot}
    />
  );
  return { first, heading, hasSharedQuestion: question !== undefined, context };
}

interface GroupHeadingProps extends Pick<ApprovalHeading, "titleId"> {
  /** The calls of the group. */
  readonly calls: readonly ToolCallView[];
  /** Number of approvals without an answer. */
  readonly count: number;
  readonly question: string | undefined;
  readonly buttonSlot: (element: HTMLElement | null) => void;
}

/**
 * Renders the heading as a group that owns the cards below it. An element around all calls would contain calls without a
 * question, and an element around the cards would mount them again when the group ends.
 */
function GroupHeading(props: GroupHeadingProps): ReactNode {
  const { calls, count, question, titleId, buttonSlot } = props;
  const { interrupt: strings } = useStrings();
  const name = calls[0]?.toolCall.function.name ?? "";
  const [label = name] = useToolLabels([name]);
  const mounted = usePerThreadState(groupedCards);
  const ids = calls.flatMap(({ interrupts }) => interrupts.map(({ id }) => id));
  const owned = ids.filter((id) => mounted.has(id)).map((id) => cardIdOf(titleId, id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group the fieldsets of a form
    <div
      className="agk-approvals-head"
      role="group"
      aria-labelledby={titleId}
      aria-owns={owned.join(" ") || undefined}
    >
      <Icon name="waiting" />
      <span className="agk-interrupt-title" id={titleId} dir="auto">
        {strings.approvalGroup(label, count)}
      </span>
      {/* Two tools may have one label. */}
      <span className="agk-tool-name">
        <VisibleName name={name} canExpand />
      </span>
      {question !== undefined && (
        <p className="agk-interrupt-message" dir="auto">
          {question}
        </p>
      )}
      <span className="agk-slot" ref={buttonSlot} />
    </div>
  );
}

/** Returns the number of approvals in the heading; undefined when the open questions are no group. */
function headingCount(snapshot: Snapshot, calls: readonly ToolCallView[]): number | undefined {
  const approvals = findGroup(snapshot, calls);
  const [first] = approvals ?? NONE;
  if (!approvals || !first) return undefined;
  const unanswered = approvals.filter(({ answer }) => !answer);
  // The button of the heading answers all approvals of the tool, also those of other messages.
  return Math.max(unanswered.length, approvalsLike(snapshot, first).length);
}

/** Returns the approvals of the group that the open questions are; undefined when they are no group. */
function findGroup(
  snapshot: Snapshot,
  calls: readonly ToolCallView[],
): readonly InterruptRecord[] | undefined {
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
  return isContinuous && isOneKind ? records : undefined;
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
