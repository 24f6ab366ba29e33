import { createContext, type ReactNode, useMemo } from "react";
import { needsUser, type ToolCallView } from "../../selectors/toolCallView.ts";
import {
  type TranscriptRow,
  waitingCallsIn,
  withoutHiddenCalls,
} from "../../selectors/transcriptRows.ts";
import { useStrings } from "../strings/useStrings.ts";
import { useShownQuestions } from "../ui/useShownQuestions.tsx";

/**
 * @internal Ids of calls that wait for the user and are not rendered yet. Set around the rows of a transcript, which says
 * how many there are.
 */
export const HiddenCallsContext = createContext<ReadonlySet<string> | undefined>(undefined);

/** Waiting calls that are not rendered yet. */
interface HiddenCalls {
  readonly hiddenIds: ReadonlySet<string>;
  /** Says how many there are, with a button that shows more; null when there are none. */
  readonly moreNote: ReactNode;
}

/**
 * @internal Returns the calls to hide of many that need the user: all but the first.
 *
 * @param calls - The same list while no call changes.
 */
export function useHiddenCalls(calls: readonly ToolCallView[]): HiddenCalls {
  const { work } = useStrings();
  const waiting = useMemo(() => calls.filter(needsUser), [calls]);
  const { shown, moreNote } = useShownQuestions(waiting, work.moreWaitingCalls);
  const hiddenIds = useMemo(
    () => new Set(waiting.slice(shown.length).map(({ toolCall }) => toolCall.id)),
    [waiting, shown.length],
  );
  return { hiddenIds, moreNote };
}

interface WaitingCallWindowProps {
  readonly rows: readonly TranscriptRow[];
  /** Renders the rows that have something to show. */
  readonly children: (rows: readonly TranscriptRow[]) => ReactNode;
}

/**
 * @internal Renders rows, of whose many waiting calls only the first are rendered. Says below the rows how many more
 * there are.
 */
export function WaitingCallWindow({ rows, children }: WaitingCallWindowProps): ReactNode {
  const { hiddenIds, moreNote } = useHiddenCalls(useMemo(() => waitingCallsIn(rows), [rows]));
  const shownRows = useMemo(() => withoutHiddenCalls(rows, hiddenIds), [rows, hiddenIds]);
  return (
    <HiddenCallsContext.Provider value={hiddenIds}>
      {children(shownRows)}
      {moreNote}
    </HiddenCallsContext.Provider>
  );
}
