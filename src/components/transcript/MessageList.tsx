import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useRegisterErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { createRowsSelector } from "../../selectors/createRowsSelector.ts";
import { haveSameItems } from "../../selectors/haveSameItems.ts";
import { interruptsAtEnd } from "../../selectors/interruptPlacement.ts";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import { preloadSchemaForm } from "../schemaForm/SchemaForm.tsx";
import { useClassName, useComponent, useSettings } from "../settings/settings.tsx";
import type { MessageListProps } from "../settings/transcriptProps.ts";
import { ErrorRow } from "../status/ErrorRow.tsx";
import { RunStatus } from "../status/RunStatus.tsx";
import { BuiltInSubagent } from "../subagent/SpawnedSubagents.tsx";
import { Subagent } from "../subagent/Subagent.tsx";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { prefetchWhenIdle } from "../ui/lazyPart.tsx";
import { useAutoscroll } from "./autoscroll/useAutoscroll.ts";
import { BranchesContext } from "./Row.tsx";
import { ScrollToEndSlot } from "./ScrollToEndSlot.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { WindowedRows } from "./WindowedRows.tsx";

/**
 * Shows the conversation, follows its end while the person is there, and says what the run does. Each
 * thread is shown where one has left it. What is sent on this page brings the view to it, however that is done
 * (`onSend` of `thread.subscribe()` tells of it); what another window sends, or a server tells, moves nobody.
 *
 * Up to 1,000 messages are all in the page, those above what one sees first right behind its first paint; of more that
 * come at once, the last, or those where one has left the thread, and others as one comes near them.
 *
 * It renders again when a message is added or settles, and not while one grows: that message
 * renders alone. Renders a `<div>` around a scrolling `<div role="log">`, which does not announce
 * anything by itself; see `Announcer`.
 *
 * @example With a composer of one's own
 * ```tsx
 * <div style={{ display: "flex", flexDirection: "column", height: "100%" }}>
 *   <MessageList />
 *   <MyComposer />
 * </div>
 * ```
 * @selector `.agk-message-list[data-following]` While it follows the end.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function MessageList({ label, empty, anchor, className }: MessageListProps): ReactNode {
  const { strings, components } = useSettings();
  const { Steps, Usage } = components;
  const { agentId, threadId } = useThread();
  const [selectRows] = useState(createRowsSelector);
  const rows = useSnapshot(selectRows, haveSameItems);
  const isRestoring = useSnapshot((snapshot) => snapshot.isRestoring);
  const hasBranches = useSnapshot(({ branches }) => Object.keys(branches).length > 0);
  const { viewport, readMarker, scrollToEnd } = useAutoscroll(anchor);
  const RunStatusPart = useComponent("RunStatus", RunStatus);
  const ErrorRowPart = useComponent("ErrorRow", ErrorRow);
  // Whatever the application has for it.
  useRegisterErrorDisplay();
  /** What the application brings, and a chat has none of by itself, takes nothing else away. */
  const renderOptional = (Part: ComponentType | undefined) =>
    Part && (
      <ErrorBoundary fallback={null} resetKeys={[Part, rows]}>
        <Suspense>
          <Part />
        </Suspense>
      </ErrorBoundary>
    );
  return (
    <div
      className={useClassName("MessageList", "agk-transcript", className)}
      data-away={readMarker ? true : undefined}
    >
      <div
        className="agk-message-list"
        role="log"
        aria-label={label ?? strings.transcript}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
        tabIndex={0}
        ref={viewport}
      >
        <div className="agk-messages">
          {rows.length === 0 && (isRestoring ? <Skeleton /> : empty)}
          {/* What is shown of one thread keeps nothing for another that has the same ids. */}
          <BuiltInSubagent.Provider key={`${agentId} ${threadId}`} value={Subagent}>
            <BranchesContext.Provider value={hasBranches}>
              <WindowedRows rows={rows} viewport={viewport} />
            </BranchesContext.Provider>
            <TrailingInterrupts />
          </BuiltInSubagent.Provider>
          {renderOptional(Steps)}
          <RunStatusPart />
          <ErrorRowPart />
          {renderOptional(Usage)}
        </div>
        {anchor === "question" && <div />}
      </div>
      {readMarker && (
        <ScrollToEndSlot viewport={viewport} readMarker={readMarker} onClick={scrollToEnd} />
      )}
    </div>
  );
}

function TrailingInterrupts(): ReactNode {
  // The next interrupt may ask for a form, which the user fills in at once.
  useEffect(() => prefetchWhenIdle(preloadSchemaForm), []);
  return <InterruptList interrupts={useSnapshot(interruptsAtEnd, haveSameItems)} />;
}
