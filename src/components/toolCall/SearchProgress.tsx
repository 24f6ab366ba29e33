import type { ReactNode } from "react";
import { Checklist } from "../activity/Checklist.tsx";
import { SourceList } from "../sources/SourceList.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import type { SearchReport } from "./parseSearchReport.ts";

/** Number of sources shown before the rest is collapsed. */
const MAX_OPEN_SOURCES = 5;

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
      {sources.length > 0 && <SourceList sources={sources.slice(0, MAX_OPEN_SOURCES)} />}
      {sources.length > MAX_OPEN_SOURCES && (
        <Disclosure
          className="agk-more-sources"
          summary={
            <span className="agk-label">{work.moreSources(sources.length - MAX_OPEN_SOURCES)}</span>
          }
        >
          {() => <SourceList sources={sources.slice(MAX_OPEN_SOURCES)} />}
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
