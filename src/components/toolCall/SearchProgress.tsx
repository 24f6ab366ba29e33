import type { ReactNode } from "react";
import { Checklist } from "../activity/Checklist.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import type { SearchReport, SearchSource } from "./parseSearchReport.ts";

/** More than these are folded. */
const MANY = 5;

interface SearchProgressProps {
  readonly report: SearchReport;
  /** Draws what is no part of a search, under the names it was sent with. */
  readonly renderRest: (rest: Readonly<Record<string, unknown>>) => ReactNode;
}

/** @internal Shows what is searched for, how far that is, and what was found, without an element around it. */
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
      {progress && <Bar {...progress} />}
      {sources.length > 0 && <Sources sources={sources.slice(0, MANY)} />}
      {sources.length > MANY && (
        <Disclosure
          className="agk-more"
          summary={<span className="agk-label">{work.moreSources(sources.length - MANY)}</span>}
        >
          {() => <Sources sources={sources.slice(MANY)} />}
        </Disclosure>
      )}
      {Object.keys(rest).length > 0 && renderRest(rest)}
    </>
  );
}

function Bar({ done, total }: NonNullable<SearchReport["progress"]>): ReactNode {
  const { work } = useStrings();
  return (
    <div className="agk-task">
      <progress className="agk-progress" value={done} max={total} aria-label={work.progress} />
      <span className="agk-duration" dir="auto">
        {total === 1 ? work.share(done) : work.counted(done, total)}
      </span>
    </div>
  );
}

function Sources({ sources }: { readonly sources: readonly SearchSource[] }): ReactNode {
  return (
    <ul className="agk-tasks">
      {sources.map(({ href, title, site, about }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one page may be found twice
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
          {about !== undefined && (
            <div className="agk-label">
              <bdi>{about}</bdi>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
