import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useRegisterErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { prefetchWhenIdle } from "../../protocol/runtime.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { createRowsSelector } from "../../selectors/createRowsSelector.ts";
import { interruptsAtEnd } from "../../selectors/interruptPlacement.ts";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import { prefetchHighlighter } from "../markdown/code/highlighter.ts";
import { preloadSchemaForm } from "../schemaForm/SchemaForm.tsx";
import type { ChatSettingsProps } from "../settings/settings.tsx";
import { useClassName, useComponent, useSettings } from "../settings/settings.tsx";
import type { MessageListProps } from "../settings/transcriptPartProps.ts";
import { ErrorRow } from "../status/ErrorRow.tsx";
import { Skeleton } from "../status/LoadFailed.tsx";
import { RunStatusRow } from "../status/RunStatusRow.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { BuiltInSubagentContext } from "../subagent/SpawnedSubagents.tsx";
import { Subagent } from "../subagent/Subagent.tsx";
import { WaitingCallWindow } from "../toolCall/waitingCallWindow.tsx";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { RegionBoundary } from "../ui/PartBoundary.tsx";
import { useAutoscroll } from "./autoscroll/useAutoscroll.ts";
import { useMessageFocus } from "./focus/useMessageFocus.ts";
import { BranchesContext } from "./Row.tsx";
import { ScrollToEndSlot } from "./ScrollToEndSlot.tsx";
import { WindowedRows } from "./WindowedRows.tsx";

/**
 * Renders the conversation with the run status, and follows its end while the user is there.
 *
 * Each thread keeps its scroll position. A message that is sent in this tab scrolls into view, whichever way
 * it is sent (see `onSend` of `thread.subscribe()`). Messages from another tab or the server do not scroll.
 *
 * Up to 1,000 messages are all rendered, those above the first screen right after the first paint. Of a
 * longer conversation, the end or the last read part is rendered, and more when the user scrolls near it.
 * When many tool calls or questions wait for the user, it renders the first ones, and more on demand.
 *
 * Renders again when a message is added or completed, but not for each token: a streaming message renders
 * alone. Renders a `<div>` around a scrolling `<div role="log">`, which announces nothing by itself; see
 * `Announcer`.
 *
 * @example With a composer of your own
 * ```tsx
 * <div style={{ display: "flex", flexDirection: "column", height: "100%" }}>
 *   <MessageList />
 *   <MyComposer />
 * </div>
 * ```
 * @selector `.agk-message-list[data-following]` The list follows the end.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function MessageList({ label, empty, anchor, className }: MessageListProps): ReactNode {
  const strings = useStrings();
  const { agentId, threadId } = useThread();
  const [selectRows] = useState(createRowsSelector);
  const rows = useSnapshot(selectRows, haveSameItems);
  const isRestoring = useSnapshot((snapshot) => snapshot.isRestoring);
  const hasBranches = useSnapshot(({ branches }) => Object.keys(branches).length > 0);
  const { viewport, readMarker, scrollToEnd } = useAutoscroll(anchor);
  const handleKeyDown = useMessageFocus(viewport);
  const RunStatusPart = useComponent("RunStatusRow", RunStatusRow);
  const ErrorRowPart = useComponent("ErrorRow", ErrorRow);
  const settings = useSettings();
  const { Steps, Usage } = settings.components;
  // biome-ignore lint/correctness/useExhaustiveDependencies: settings that change later load with their first use
  useEffect(() => prefetchTranscript(settings), []);
  // The list counts as an error display even when the application replaces `ErrorRow`.
  useRegisterErrorDisplay();
  /** Renders a component of the application that the chat has no default for. An error in it leaves the rest. */
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        ref={viewport}
        onKeyDown={handleKeyDown}
      >
        <div className="agk-messages">
          {rows.length === 0 &&
            (isRestoring ? <Skeleton /> : <RegionBoundary>{empty}</RegionBoundary>)}
          {/* Remounts for another thread, whose messages may have the same ids. */}
          <BuiltInSubagentContext.Provider key={`${agentId} ${threadId}`} value={Subagent}>
            <RegionBoundary className="agk-rows">
              <BranchesContext.Provider value={hasBranches}>
                <WaitingCallWindow rows={rows}>
                  {(shown) => <WindowedRows rows={shown} viewport={viewport} />}
                </WaitingCallWindow>
              </BranchesContext.Provider>
            </RegionBoundary>
            <RegionBoundary className="agk-rows">
              <TrailingInterrupts />
            </RegionBoundary>
          </BuiltInSubagentContext.Provider>
          {renderOptional(Steps)}
          <RegionBoundary>
            <RunStatusPart />
          </RegionBoundary>
          <RegionBoundary className="agk-error">
            <ErrorRowPart />
          </RegionBoundary>
          {renderOptional(Usage)}
        </div>
        {anchor === "sent-message" && <div />}
      </div>
      {readMarker && (
        <ScrollToEndSlot viewport={viewport} readMarker={readMarker} onClick={scrollToEnd} />
      )}
    </div>
  );
}

function TrailingInterrupts(): ReactNode {
  return <InterruptList interrupts={useSnapshot(interruptsAtEnd, haveSameItems)} />;
}

/**
 * @internal Loads the default highlighter and the schema form once the browser is idle: the user must be able to answer
 * an interrupt at once.
 *
 * @returns A function that cancels the loading.
 */
export function prefetchTranscript({
  components,
  markdown = {},
  renderMarkdown,
}: Pick<ChatSettingsProps, "components" | "markdown" | "renderMarkdown">): () => void {
  const rendersCode = !renderMarkdown && !components?.Markdown;
  if (rendersCode && markdown.highlight === undefined) prefetchHighlighter();
  return prefetchWhenIdle(preloadSchemaForm);
}
