import { type ReactNode, useRef, useState } from "react";
import { useClassName } from "../settings/settings.tsx";
import type { SourcesProps } from "../settings/transcriptPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import type { Source } from "./source.ts";
import { useSourceCard } from "./useSourceCard.tsx";

/** Number of sources shown before the user asks for the rest. */
const MAX_SOURCES = 5;

/**
 * Shows the sources of an answer as a row of chips, with their numbers and sites. A card with the title and the summary
 * opens under a resting mouse and with the focus of the keyboard.
 *
 * `AssistantMessageItem` shows it below a text whose message has sources: in its metadata, as `annotations` (in the
 * format of OpenAI), `citations` or `sources`, or in a meta event of the type `citation` or `sources`. Renders
 * a `<ul>`, and nothing for an empty list.
 *
 * @example Sources from a state of your own
 * ```tsx
 * <Markdown text={answer.text} sources={answer.sources} />
 * <Sources sources={answer.sources} />
 * ```
 * @selector `.agk-sources`
 * @selector `.agk-source-chip`
 * @selector `.agk-source-card`
 * @see https://docs.ag-ui.com/drafts/meta-events
 */
export function Sources({ sources, className }: SourcesProps): ReactNode {
  const { work } = useStrings();
  const classes = useClassName("Sources", "agk-sources", className);
  const [areAllShown, setAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (sources.length === 0) return null;
  const groups = groupSources(sources);
  const shown = areAllShown ? groups : groups.slice(0, MAX_SOURCES);
  const hidden = groups.length - shown.length;
  return (
    <ul className={classes} aria-label={work.sources} ref={list} tabIndex={-1}>
      {shown.map(([source, ...repeated]) => (
        <li key={source.number}>
          <SourceChip source={source} repeated={repeated} />
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            className="agk-source-chip"
            onClick={() => {
              setAllShown(true);
              // The button disappears, and would lose the focus.
              list.current?.focus({ preventScroll: true });
            }}
          >
            {work.moreSources(hidden)}
          </button>
        </li>
      )}
    </ul>
  );
}

type SourceGroup = [first: Source, ...repeated: Source[]];

/** Returns the sources with one address, or one title, together: a text may cite several parts of a page. */
function groupSources(sources: readonly Source[]): readonly SourceGroup[] {
  const groups = new Map<string | undefined, SourceGroup>();
  for (const source of sources) {
    const key = source.href ?? source.title;
    const group = groups.get(key);
    if (group) group.push(source);
    else groups.set(key, [source]);
  }
  return [...groups.values()];
}

interface SourceChipProps {
  readonly source: Source;
  /** The same page or document under other numbers. */
  readonly repeated: readonly Source[];
}

function SourceChip({ source, repeated }: SourceChipProps): ReactNode {
  const numbers = [source, ...repeated].map(({ number }) => number).join(", ");
  const { href, site, title, summary, trigger, card, open } = useSourceCard(source);
  const content = (
    <>
      <span className="agk-source-number">{numbers}</span>
      <bdi className="agk-source-name">{site ?? title}</bdi>
      {site !== undefined && title !== undefined && <span className="agk-sr-only">{title}</span>}
      {card}
    </>
  );
  if (href !== null) {
    return (
      <a
        {...trigger}
        className="agk-source-chip"
        aria-description={summary}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
      >
        {content}
      </a>
    );
  }
  // A source without an address leads nowhere; its card opens.
  return (
    <button
      {...trigger}
      type="button"
      className="agk-source-chip"
      aria-description={summary}
      onClick={open}
    >
      {content}
    </button>
  );
}
