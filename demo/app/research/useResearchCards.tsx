import { useActivityRenderer } from "agui-kit";
import { type ReactNode, useId } from "react";
import { researchSchema, searchSchema } from "../../research.ts";
import { readSteps } from "../../steps.ts";
import { PlanSteps } from "./PlanSteps.tsx";

/** Registers cards for the activities of a researching agent; other types keep the kit's card. */
export function useResearchCards(agentId?: string): void {
  const whose = agentId === undefined ? {} : { agentId };
  useActivityRenderer({
    activityType: "RESEARCH",
    ...whose,
    content: researchSchema,
    render: ({ content, isRunning }) => (
      <section className="card research" aria-label={`Research: ${content.goal}`}>
        <p className="card-title">
          <bdi>{content.goal}</bdi>
        </p>
        <PlanSteps steps={readSteps(content)} isOver={!isRunning} />
      </section>
    ),
  });
  useActivityRenderer({
    activityType: "SEARCH",
    ...whose,
    content: searchSchema,
    render: ({ content: { query, hits = [], isDone = false }, isRunning }) => (
      <SearchCard
        query={query}
        hits={hits}
        status={isDone ? "done" : isRunning ? "busy" : "stopped"}
      />
    ),
  });
}

interface SearchCardProps {
  readonly query: string;
  readonly hits: readonly { readonly title: string; readonly site: string }[];
  readonly status: "busy" | "done" | "stopped";
}

/** Text before the number of pages. */
const leads = { busy: "Searching", done: "", stopped: "Stopped" } as const;

function SearchCard({ query, hits, status }: SearchCardProps): ReactNode {
  const titleId = useId();
  const pages = hits.length === 1 ? "1 page" : `${hits.length} pages`;
  const count = status === "stopped" && hits.length === 0 ? "" : pages;
  return (
    <section className="search" aria-labelledby={titleId} aria-busy={status === "busy"}>
      <p className="search-title" id={titleId}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="9" cy="9" r="5" />
          <path d="m13 13 4 4" />
        </svg>
        <bdi className="search-query">{query}</bdi>
        <bdi className="card-note">{[leads[status], count].filter(Boolean).join(", ")}</bdi>
      </p>
      <ul>
        {hits.map(({ title, site }) => (
          <li key={title}>
            <bdi>{title}</bdi> <bdi className="card-note">{site}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
