import { type ComponentType, lazy, type ReactNode, Suspense, useMemo } from "react";
import { useThread } from "../hooks/useThread.ts";
import type { SuggestionsProps } from "./parts.ts";
import type { SuggestionRowProps } from "./SuggestionRow.tsx";
import { useClass } from "./settings.tsx";

/** Loads the chips. Where that fails, there are none. */
const Row = lazy<ComponentType<SuggestionRowProps>>(() =>
  import("./SuggestionRow.tsx").then(
    ({ SuggestionRow }) => ({ default: SuggestionRow }),
    () => ({ default: EmptyRow }),
  ),
);

/**
 * Offers something to say next, as a row of buttons that each send a message.
 *
 * `Chat` has one above its composer when its `suggestions` are options. It keeps its place while there
 * are none, so that nothing moves when they come, and is empty while the person writes. It is loaded
 * when it is first shown. Renders a `<div>`.
 *
 * @example Above a composer of one's own
 * ```tsx
 * <Suggestions options={{ generate: { max: 3 } }} />
 * <MyComposer />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-suggestion-row` Also `[data-loading]` while the agent is asked.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Suggestions(props: SuggestionsProps): ReactNode {
  const thread = useThread();
  // A run may end before the row is there.
  const since = useMemo(() => thread.getSnapshot().run, [thread]);
  return (
    <Suspense fallback={<EmptyRow {...props} />}>
      <Row {...props} since={since} />
    </Suspense>
  );
}

/** The place for them. */
function EmptyRow({ className }: SuggestionsProps): ReactNode {
  return <div className={useClass("Suggestions", "agk-suggestion-row", className)} />;
}
