import type { ReactNode } from "react";
import { useShownItems } from "../ui/useShownItems.tsx";
import { siteOf, type UnnumberedSource, visibleTextsOf } from "./source.ts";

/** Number of sources that are shown at once. */
const MAX_SOURCES = 100;

interface SourceListProps {
  readonly sources: readonly UnnumberedSource[];
}

/** @internal Lists sources with their titles and summaries. */
export function SourceList({ sources }: SourceListProps): ReactNode {
  const { shown, moreButton } = useShownItems(sources, MAX_SOURCES);
  return (
    <>
      <ul className="agk-tasks">
        {shown.map((source, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a search may find the same address twice
          <SourceItem key={index} source={source} />
        ))}
      </ul>
      {moreButton}
    </>
  );
}

function SourceItem({ source }: { readonly source: UnnumberedSource }): ReactNode {
  const { href } = source;
  const { title, summary } = visibleTextsOf(source);
  return (
    <li className="agk-item">
      {href ? (
        <a className="agk-link" href={href} target="_blank" rel="noopener noreferrer" dir="auto">
          {title ?? siteOf(href)}
        </a>
      ) : (
        <bdi>{title}</bdi>
      )}
      {href && title !== undefined && (
        <>
          {" "}
          <bdi className="agk-label">{siteOf(href)}</bdi>
        </>
      )}
      {summary !== undefined && (
        <div className="agk-label">
          <bdi>{summary}</bdi>
        </div>
      )}
    </li>
  );
}
