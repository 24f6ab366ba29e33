import type { ReactNode } from "react";
import { safeHref } from "../markdown/links.ts";
import { type TooltipTrigger, useTooltip } from "../tooltip/useTooltip.tsx";
import { type Source, siteOf, visibleTextsOf } from "./source.ts";

/**
 * @internal Shows the title, site and summary of a source in a card over its chip, as a tooltip.
 *
 * @example A chip
 * ```tsx
 * <a {...trigger} href={href}>{number}{card}</a>
 * ```
 */
export function useSourceCard(source: Source): SourceParts {
  const { href } = source;
  const { title, summary } = visibleTextsOf(source);
  const site = siteOf(href);
  const [trigger, card, open] = useTooltip(
    <span className="agk-source-content">
      <strong dir="auto">{title ?? site}</strong>
      {title !== undefined && site !== undefined && (
        <span className="agk-label" dir="ltr">
          {site}
        </span>
      )}
      {summary !== undefined && <span dir="auto">{summary}</span>}
    </span>,
    "agk-source-card",
  );
  return { href: safeHref(href ?? ""), site, title, summary, trigger, card, open };
}

interface SourceParts {
  /** Address of the source; null if no link may lead to it. */
  readonly href: string | null;
  /** Host of the address. */
  readonly site: string | undefined;
  /** Title and summary in which nothing is hidden. */
  readonly title: string | undefined;
  readonly summary: string | undefined;
  /** Props of the chip. */
  readonly trigger: TooltipTrigger;
  /** The card while it is open, to be rendered as the last child of the chip. */
  readonly card: ReactNode;
  /** Opens the card. */
  readonly open: () => void;
}
