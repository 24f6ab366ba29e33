import { type ReactNode, useContext, useSyncExternalStore } from "react";
import { NearViewportContext } from "../../hooks/internal/nearViewportContext.ts";
import { subscribeToNothing } from "../../hooks/thread/useSnapshot.ts";
import type { TurnProps } from "../settings/transcriptPartProps.ts";
import { daysSince, formatDay, formatExactTime, formatTimeAgo } from "../strings/formatTime.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Turn } from "./Turn.tsx";

interface TimeProps {
  /** Milliseconds since the epoch. */
  readonly time: number;
}

interface DayProps extends TimeProps {
  /** Last time before, in milliseconds since the epoch. */
  readonly previous: number | undefined;
}

/**
 * Shows a turn with its time: "2 minutes ago", the date and time under the pointer, with the focus and after a tap, and
 * above it the day where it changes. Use it as the `Turn` of a chat, alone or with slots of yours.
 *
 * The language is `threads.language` of the strings. A message of a loaded conversation has no time, because AG-UI
 * messages have none. A server renders no times: they appear after hydration.
 *
 * @example Times in a chat
 * ```tsx
 * <Chat components={{ Turn: TimedTurn }} />
 * ```
 * @selector `.agk-time` The time.
 * @selector `.agk-day` The day, a `role="separator"`.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function TimedTurn(props: TurnProps): ReactNode {
  const { startedAt, previousAt, isContinued } = props;
  if (startedAt === undefined || isContinued) return <Turn {...props} />;
  return (
    <>
      <DaySeparator time={startedAt} previous={previousAt} />
      <Turn timestamp={<Timestamp time={startedAt} />} {...props} />
    </>
  );
}

/** Shows the age of a turn, and the exact time under the pointer, with the focus and after a tap. Renders a `<time>`. */
function Timestamp({ time }: TimeProps): ReactNode {
  const { language } = useStrings().threads;
  const text = useClockText(() => formatTimeAgo(language, time));
  return (
    text && (
      // A tap focuses the time, where nothing is under a pointer. The Tab key skips it.
      <time
        className="agk-time"
        tabIndex={-1}
        dateTime={new Date(time).toISOString()}
        data-exact={formatExactTime(language, time)}
      >
        {text}
      </time>
    )
  );
}

/** Shows a day, but not today above the first turn. Renders a `<div role="separator">`. */
function DaySeparator({ time, previous }: DayProps): ReactNode {
  const { language } = useStrings().threads;
  const text = useClockText(() => {
    const days = daysSince(time);
    const isSameDay = days === (previous === undefined ? 0 : daysSince(previous));
    return isSameDay ? "" : formatDay(language, time);
  });
  return (
    text && (
      // biome-ignore lint/a11y/useSemanticElements: an `<hr>` has no text
      <div className="agk-day" role="separator" aria-label={text}>
        {text}
      </div>
    )
  );
}

/**
 * Returns a text that depends on the current time. Formats it again each minute while the text is near the view.
 * Returns none on a server and while its page is hydrated, because the server has another clock and time zone.
 */
function useClockText(format: () => string): string {
  const isNear = useContext(NearViewportContext);
  return useSyncExternalStore(isNear ? subscribeToClock : subscribeToNothing, format, () => "");
}

const clockListeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

/** Subscribes to the minutes. All texts share one timer, which stops with the last of them. */
function subscribeToClock(listener: () => void): () => void {
  clockListeners.add(listener);
  clock ??= setInterval(() => {
    if (!document.hidden) for (const update of clockListeners) update();
  }, 60_000);
  return () => {
    clockListeners.delete(listener);
    if (clockListeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}
