import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import type { ScrollToEndProps } from "./parts.ts";
import { useClass, useSettings } from "./settings.tsx";

/**
 * Brings the person back to the end of the transcript; `MessageList` shows it while they are away.
 *
 * Renders a `<button>`.
 *
 * @example Over a transcript of one's own
 * ```tsx
 * {isAway && <ScrollToEnd onClick={() => end.current?.scrollIntoView()} />}
 * ```
 * @selector `.agk-scroll-to-end`
 */
export function ScrollToEnd({ onClick }: ScrollToEndProps): ReactNode {
  const label = useSettings().strings.scrollToEnd;
  return (
    <button
      type="button"
      className={useClass("ScrollToEnd", "agk-scroll-to-end")}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name="down" />
    </button>
  );
}
