import { type ReactNode, useMemo } from "react";
import { useIsWorkOver } from "../../hooks/thread/useAgentRun.ts";
import { humanize } from "../../selectors/humanize.ts";
import { useClassName } from "../settings/settings.tsx";
import type { ActivityProps } from "../settings/transcriptPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { JsonView } from "../toolCall/JsonView.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon } from "../ui/Icon.tsx";
import { hasActiveStatus, WorkContext } from "./Checklist.tsx";

/**
 * Shows an activity message: plans and task lists as checklists, searches with their progress and sources, and any
 * other content as labeled fields.
 *
 * Content is shown as a search or progress report when it has one of these:
 *
 * - sources: `{ query, results: [{ title, url, snippet }], status }`, at least one with an `http` or `https` address
 * - queries with a status
 * - a progress value: `progress` from 0 to 1, or in percent above 1; `percent`; or `current` of a `total`
 *
 * The other fields of the content follow under their own names.
 *
 * Register a renderer with `useActivityRenderer` for one activity type; `components.Activity` replaces the default for
 * all others. When the run is over and a status in the content still says that something runs, the card says that it
 * was interrupted. Renders a `<details>`, open at first.
 *
 * @example Replace the default for types without a renderer
 * ```tsx
 * const Report = ({ message }: ActivityProps) => <pre>{JSON.stringify(message.content)}</pre>;
 * <Chat components={{ Activity: Report }} />
 * ```
 * @selector `.agk-activity[data-status="unfinished"]` When the run ended while the activity was in progress.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Activity({ message: { id, activityType, content } }: ActivityProps): ReactNode {
  const { authors, toolCall } = useStrings();
  const isOver = useIsWorkOver(id);
  const isUnfinished = useMemo(() => isOver && hasActiveStatus(content), [isOver, content]);
  return (
    <Disclosure
      className={useClassName("Activity", "agk-activity")}
      isOpen
      {...(isUnfinished && { status: "unfinished" })}
      summary={
        <>
          {isUnfinished && <Icon name="unfinished" />}
          <span className="agk-label">{humanize(activityType) || authors.activity}</span>
          {isUnfinished && <span className="agk-status">{toolCall.unfinished}</span>}
        </>
      }
    >
      {() => (
        <WorkContext.Provider value={id}>
          <JsonView value={content} isReport />
        </WorkContext.Provider>
      )}
    </Disclosure>
  );
}
