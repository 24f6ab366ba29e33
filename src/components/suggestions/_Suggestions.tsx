import { type ReactNode, useMemo } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { SuggestionsProps } from "../settings/composerProps.ts";
import { useClass } from "../settings/settings.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import type { SuggestionRowProps } from "./Suggestions.tsx";

/** The chips. Where they cannot be loaded, there are none. */
const Row = lazyPart<SuggestionRowProps>(
  () => import("./Suggestions.tsx").then((file) => file.SuggestionRow),
  { Loading: EmptyRow, Failed: EmptyRow },
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
  return <Row {...props} since={since} />;
}

/** The place for them. */
function EmptyRow({ className }: SuggestionsProps): ReactNode {
  return <div className={useClass("Suggestions", "agk-suggestion-row", className)} />;
}
