import type { ReactNode } from "react";
import { Checklist } from "../activity/Checklist.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { useShownItems } from "../ui/useShownItems.tsx";
import type { SearchReport, SearchSource } from "./parseSearchReport.ts";

/** Number of sources shown before the rest is collapsed. */
const MAX_OPEN_SOURCES = 5;

/** Number of collapsed sources that are shown at once. */
const MAX_SOURCES = 100;

interface SearchProgressProps {
  readonly report: SearchReport;
  /** Renders the fields that are not part of a search report, under their original names. */
  readonly renderRest: (rest: Readonly<Record<string, unknown>>) => ReactNode;
}

/** @internal Shows the queries, progress and sources of a search, without an element around them. */
export function SearchProgress({ report, renderRest }: SearchProgressProps): ReactNode {
  const { queries, status, progress, sources, rest } = report;
  const { work } = useStrings();
  return (
    <>
      {status ? (
        <Checklist tasks={queries.map((label) => ({ label, status }))} />
      ) : (
        queries.length > 0 && renderRest({ query: queries.length > 1 ? queries : queries[0] })
      )}
      {progress && <ProgressBar {...progress} />}
      {sources.length > 0 && <Sources sources={sources.slice(0, MAX_OPEN_SOURCES)} />}
      {sources.length > MAX_OPEN_SOURCES && (
        <Disclosure
          className="agk-more-sources"
          summary={
            <span className="agk-label">{work.moreSources(sources.length - MAX_OPEN_SOURCES)}</span>
          }
        >
          {() => <Sources sources={sources.slice(MAX_OPEN_SOURCES)} />}
        </Disclosure>
      )}
      {Object.keys(rest).length > 0 && renderRest(rest)}
    </>
  );
}

function ProgressBar({ done, total }: NonNullable<SearchReport["progress"]>): ReactNode {
  const { work } = useStrings();
  return (
    <div className="agk-task">
      <progress className="agk-progress" value={done} max={total} aria-label={work.progress} />
      <span className="agk-duration" dir="auto">
        {total === 1 ? work.share(done) : work.progressOf(done, total)}
      </span>
    </div>
  );
}

function Sources({ sources }: { readonly sources: readonly SearchSource[] }): ReactNode {
  const { shown, moreButton } = useShownItems(sources, MAX_SOURCES);
  return (
    <>
      <ul className="agk-tasks">
        {shown.map(({ href, title, site, summary }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a search may find the same address twice
          <li key={index} className="agk-item">
            {href ? (
              <a
                className="agk-link"
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                dir="auto"
              >
                {title ?? site}
              </a>
            ) : (
              <bdi>{title}</bdi>
            )}
            {href && title !== undefined && (
              <>
                {" "}
                <bdi className="agk-label">{site}</bdi>
              </>
            )}
            {summary !== undefined && (
              <div className="agk-label">
                <bdi>{summary}</bdi>
              </div>
            )}
          </li>
        ))}
      </ul>
      {moreButton}
    </>
  );
}
