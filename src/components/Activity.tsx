import type { ReactNode } from "react";
import { Disclosure } from "./Disclosure.tsx";
import { humanize } from "./humanize.ts";
import { JsonView } from "./JsonView.tsx";
import type { ActivityProps } from "./parts.ts";
import { useClass, useSettings } from "./settings.tsx";

/**
 * Shows what an agent reports of its work: plans and tasks as checklists, anything else readably.
 *
 * `useActivityRenderer` draws activities of one type in your own way; `components.Activity` replaces
 * what draws all the others. Renders a `<details>`, open at first.
 *
 * @example Another look for whatever has no renderer
 * ```tsx
 * const Report = ({ message }: ActivityProps) => <pre>{JSON.stringify(message.content)}</pre>;
 * <Chat components={{ Activity: Report }} />
 * ```
 * @selector `.agk-activity`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Activity({ message: { activityType, content } }: ActivityProps): ReactNode {
  const { activity } = useSettings().strings.authors;
  return (
    <Disclosure
      className={useClass("Activity", "agk-activity")}
      isOpen
      summary={<span className="agk-label">{humanize(activityType) || activity}</span>}
    >
      {() => <JsonView value={content} />}
    </Disclosure>
  );
}
