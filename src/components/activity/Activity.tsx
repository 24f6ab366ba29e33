import type { ReactNode } from "react";
import { humanize } from "../../selectors/_humanize.ts";
import { useClass, useSettings } from "../settings/settings.tsx";
import type { ActivityProps } from "../settings/transcriptProps.ts";
import { JsonView } from "../toolCall/_JsonView.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";

/**
 * Shows what an agent reports of its work: plans and tasks as checklists, searches with how far they are and
 * links to what they found, anything else readably.
 *
 * A search, or anything that advances, is read as one if it has sources that all have an `http` or `https`
 * address (`{ query, results: [{ title, url, snippet }], status }`), queries beside a state, or a measure
 * (`progress` from 0 to 1, above that in percent as `percent` is, or `current` of a `total`). All else that it
 * says is shown below that, under the names it was sent with.
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
      {() => <JsonView value={content} isReport />}
    </Disclosure>
  );
}
