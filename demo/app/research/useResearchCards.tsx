import { useActivityRenderer } from "agui-kit";
import { type ReactNode, useId } from "react";
import { researchSchema, searchSchema } from "../../research.ts";
import { readSteps } from "../../steps.ts";
import { PlanSteps } from "./PlanSteps.tsx";

/** Draws what a researching agent is doing; types without a card of their own keep the kit's. */
export function useResearchCards(agentId?: string): void {
  const whose = agentId === undefined ? {} : { agentId };
  useActivityRenderer({
    activityType: "RESEARCH",
    ...whose,
    content: researchSchema,
    render: ({ content }) => (
      <section className="card research" aria-label={`Research: ${content.goal}`}>
        <p className="card-title">{content.goal}</p>
        <PlanSteps steps={readSteps(content)} />
      </section>
    ),
  });
  useActivityRenderer({
    activityType: "SEARCH",
    ...whose,
    content: searchSchema,
    render: ({ content: { query, hits = [], isDone = false }, isRunning }) => (
      <SearchCard query={query} hits={hits} isBusy={isRunning && !isDone} />
    ),
  });
}

interface SearchCardProps {
  readonly query: string;
  readonly hits: readonly { readonly title: string; readonly site: string }[];
  readonly isBusy: boolean;
}

function SearchCard({ query, hits, isBusy }: SearchCardProps): ReactNode {
  const titleId = useId();
  const count = hits.length === 1 ? "1 page" : `${hits.length} pages`;
  return (
    <section className="search" aria-labelledby={titleId} aria-busy={isBusy}>
      <p className="search-title" id={titleId}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="9" cy="9" r="5" />
          <path d="m13 13 4 4" />
        </svg>
        <span className="search-query">{query}</span>
        <span className="card-note">{isBusy ? `Searching, ${count}` : count}</span>
      </p>
      <ul>
        {hits.map(({ title, site }) => (
          <li key={title}>
            <span>{title}</span> <span className="card-note">{site}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
