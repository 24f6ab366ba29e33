import { type ReactNode, useEffect, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";

/** Minutes left at which the countdown is announced to screen readers. */
const ANNOUNCED_MINUTES = [1, 5];
/** Time left up to which the countdown is shown, in milliseconds. */
const SHOWN_MS = 60 * 60_000;
/** Time left up to which the countdown shows seconds instead of minutes, in milliseconds. */
const EXACT_MS = 5 * 60_000;
/** Longest delay that a browser timer supports, in milliseconds: about 24 days. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** @internal Renders the time left to answer. A component of its own, because it renders every second. */
export function Countdown({ expiresAt }: { readonly expiresAt: string }): ReactNode {
  const strings = useStrings();
  const timeLeft = useTimeLeft(expiresAt);
  const minutes = timeLeft && minutesOf(timeLeft);
  const [initialMinutes] = useState(minutes);
  if (timeLeft === undefined || minutes === undefined) return null;
  const { expiresInMinutes, expiresInSeconds } = strings.interrupt;
  const reachedLimit = ANNOUNCED_MINUTES.find((limit) => minutes <= limit);
  // A screen reader reads the initial time with the card.
  const isAnnouncementDue =
    reachedLimit !== undefined && (initialMinutes === undefined || initialMinutes > reachedLimit);
  return (
    <>
      {/* The current time differs between server and browser. */}
      <span className="agk-interrupt-time" role="timer" suppressHydrationWarning>
        {"minutes" in timeLeft
          ? expiresInMinutes(timeLeft.minutes)
          : expiresInSeconds(timeLeft.seconds)}
      </span>
      <span className="agk-sr-only" role="status">
        {isAnnouncementDue && expiresInMinutes(reachedLimit)}
      </span>
    </>
  );
}

/** Time left, rounded down to whole minutes or up to whole seconds. */
type TimeLeft = { readonly minutes: number } | { readonly seconds: number };

/**
 * Returns the time left until a date; undefined when it has passed, is invalid, or is more than an hour
 * away. Renders when the result changes: every minute, and every second of the last five minutes.
 */
function useTimeLeft(expiresAt: string): TimeLeft | undefined {
  const end = new Date(expiresAt).getTime();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const { validMs } = roundTime(end - Math.max(now, Date.now()));
    if (validMs === undefined) return;
    const delay = Math.min(Math.max(validMs, 1), MAX_DELAY_MS);
    const timer = setTimeout(() => setNow(Date.now()), delay);
    return () => clearTimeout(timer);
  }, [end, now]);
  return roundTime(end - Math.max(now, Date.now())).timeLeft;
}

/** Rounds the time left. `validMs` is the number of milliseconds after which the result changes. */
function roundTime(leftMs: number): { readonly timeLeft?: TimeLeft; readonly validMs?: number } {
  if (leftMs <= 0 || Number.isNaN(leftMs)) return {};
  if (leftMs > SHOWN_MS) return { validMs: leftMs - SHOWN_MS };
  if (leftMs > EXACT_MS) {
    const minutes = Math.floor(leftMs / 60_000);
    return { timeLeft: { minutes }, validMs: leftMs - Math.max(minutes * 60_000 - 1, EXACT_MS) };
  }
  const seconds = Math.ceil(leftMs / 1000);
  return { timeLeft: { seconds }, validMs: leftMs - (seconds - 1) * 1000 };
}

function minutesOf(timeLeft: TimeLeft): number {
  return "minutes" in timeLeft ? timeLeft.minutes : Math.ceil(timeLeft.seconds / 60);
}
