import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ToolGroupProps } from "./parts.ts";
import { useClass } from "./settings.tsx";

/** Its own file: most agents make one call at a time. Where it cannot be loaded, nothing is folded. */
const FoldedCalls = lazy(() =>
  import("./FoldedCalls.tsx").then(
    ({ FoldedCalls }) => ({ default: FoldedCalls }),
    () => ({ default: () => null }),
  ),
);

const NOTHING: readonly string[] = [];

/**
 * Shows the tool calls of one message. From three on they are folded into one slim row that says what they
 * are and how far, and opens to show each; fewer stand as they are.
 *
 * What needs the person is never folded, and keeps its place among the others: a call that waits, failed, was
 * asked about or has sub-agents, and one that the application draws itself (these are not counted either).
 * While the person has the focus in one of them, none is folded that they see. Calls of messages that follow one another are not
 * put together. Renders a `<div>`, with a `<button>` for the row.
 *
 * @example From two on, or never
 * ```tsx
 * const Pairs = (props: ToolGroupProps) => <ToolGroup {...props} from={2} />;
 * <Chat components={{ ToolGroup: Pairs }} />
 * <Chat components={{ ToolGroup: ({ calls, renderCall }) => calls.map(renderCall) }} />
 * ```
 * @selector `.agk-tool-group`
 * @selector `.agk-tool-row[data-status="running"]` The row of those that are folded. Also `waiting`,
 * `failed`, `complete` and `denied`, by what is most urgent in it.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function ToolGroup({ calls, renderCall, from = 3 }: ToolGroupProps): ReactNode {
  const [folded, setFolded] = useState(NOTHING);
  return (
    <div className={useClass("ToolGroup", "agk-tool-group")}>
      {calls.length >= from && (
        <Suspense>
          <FoldedCalls calls={calls} from={from} folded={folded} onFold={setFolded} />
        </Suspense>
      )}
      {/* Always in this place, so that what is not folded stays what it is when a third one comes. */}
      {calls.map((call) => !folded.includes(call.toolCall.id) && renderCall(call))}
    </div>
  );
}
