import type { ReactNode } from "react";
import { Disclosure } from "./Disclosure.tsx";
import { humanize } from "./humanize.ts";
import { JsonView } from "./JsonView.tsx";
import { type ActivityProps, useSettings } from "./settings.tsx";

/**
 * Shows what an agent reports of its work: plans and tasks as checklists, anything else readably.
 *
 * Replace it through `components.Activity` to draw some activity types in your own way. Renders a
 * `<details>`, open at first.
 *
 * @example A chart for one type, the default for the others
 * ```tsx
 * function Report(props: ActivityProps) {
 *   const { activityType, content } = props.message;
 *   return activityType === "CHART" ? <Chart {...content} /> : <Activity {...props} />;
 * }
 * <Chat components={{ Activity: Report }} />
 * ```
 * @selector `.agk-activity`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Activity({ message: { activityType, content } }: ActivityProps): ReactNode {
  const { activity } = useSettings().strings.authors;
  return (
    <Disclosure
      className="agk-activity"
      isOpen
      summary={<span className="agk-label">{humanize(activityType) || activity}</span>}
    >
      {() => <JsonView value={content} />}
    </Disclosure>
  );
}
