import { type ReactNode, useState } from "react";
import { useClass } from "../settings/settings.tsx";
import type { ToolGroupProps } from "../settings/transcriptProps.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import type { FoldedCallsProps } from "./FoldedCalls.tsx";
import { renderToolCall } from "./ToolCallSlot.tsx";

/** Its own file: most agents make one call at a time. Where it cannot be loaded, nothing is folded. */
const FoldedCalls = lazyPart<FoldedCallsProps>(
  () => import("./FoldedCalls.tsx").then((file) => file.CollapsedToolCalls),
  {
    // As high as the row.
    Loading: ({ children }) =>
      children && (
        <div className="agk-tool-row">
          <div className="agk-summary">&nbsp;</div>
        </div>
      ),
    Failed: ({ children }) => children,
  },
);

const NOTHING: readonly string[] = [];

/**
 * Shows the tool calls of one message. From three on they are folded into one slim row that says what they
 * are and how far, and opens to show each; fewer stand as they are.
 *
 * What needs the person is never folded, and keeps its place among the others: a call that waits, failed, was
 * asked about or has sub-agents, and one that the application draws itself, by a renderer or by
 * `components.ToolCall` (these are not counted either). One that the person has opened stays, and while they have the
 * focus in one of them, none is folded that they see. Calls of messages that follow one another are not
 * put together. Renders a `<div>`, with a `<button>` for the row.
 *
 * A chat says how each is drawn. Alone, below a provider, it draws them as a chat does; sub-agents then only where
 * `components.Subagent` is given, or within a `MessageList`.
 *
 * @example From two on, or never
 * ```tsx
 * const Pairs = (props: ToolGroupProps) => <ToolGroup {...props} from={2} />;
 * <Chat components={{ ToolGroup: Pairs }} />
 * <Chat components={{ ToolGroup: ({ calls, renderCall }) => calls.map(renderCall) }} />
 * ```
 * @example Alone, for an answer of which the work alone is shown
 * ```tsx
 * const Work = ({ calls = [] }: AssistantMessageProps) => <ToolGroup calls={calls} />;
 * ```
 * @throws AgentKitError `missing-provider` outside both providers, unless `renderCall` is given.
 * @selector `.agk-tool-group`
 * @selector `.agk-tool-row[data-status="running"]` The row of those that are folded. Also `waiting`,
 * `failed`, `complete` and `denied`, by what is most urgent in it.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function ToolGroup(
  props: Pick<ToolGroupProps, "calls"> & Partial<ToolGroupProps>,
): ReactNode {
  const { calls, renderCall = renderToolCall, from = 3 } = props;
  const [folded, setFolded] = useState(NOTHING);
  const isFoldable = calls.length >= from;
  // What is there from the start waits for its row: it would be folded under the eyes of who reads it.
  const [wasFoldable] = useState(isFoldable);
  const isWaiting = wasFoldable && isFoldable;
  // Always in this place, so that what is not folded stays what it is when a third one comes.
  const cards = calls.map((call) => !folded.includes(call.toolCall.id) && renderCall(call));
  return (
    <div className={useClass("ToolGroup", "agk-tool-group")}>
      {isFoldable && (
        <FoldedCalls calls={calls} from={from} folded={folded} onFold={setFolded}>
          {isWaiting && cards}
        </FoldedCalls>
      )}
      {!isWaiting && cards}
    </div>
  );
}
