import { type ReactNode, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { useTimeLeft } from "./useTimeLeft.ts";

/** When a person who cannot see the time is told of it, in minutes. */
const SAID_AT = [1, 5];

/** @internal How long an answer is still taken. A leaf of its own, as it renders every second. */
export function Countdown({ expiresAt }: { readonly expiresAt: string }): ReactNode {
  const strings = useStrings();
  const left = useTimeLeft(expiresAt);
  const minutes = left === undefined ? undefined : minutesIn(left);
  const [first] = useState(minutes);
  if (left === undefined || minutes === undefined) return null;
  const { expiresInMinutes, expiresInSeconds } = strings.interrupt;
  const mark = SAID_AT.find((limit) => minutes <= limit);
  // Not what was so from the start: the card as a whole is announced then.
  const isNews = mark !== undefined && (first === undefined || first > mark);
  return (
    <>
      {/* What time it is differs between server and page. */}
      <span className="agk-interrupt-time" role="timer" suppressHydrationWarning>
        {"minutes" in left ? expiresInMinutes(left.minutes) : expiresInSeconds(left.seconds)}
      </span>
      <span className="agk-sr-only" role="status">
        {isNews && expiresInMinutes(mark)}
      </span>
    </>
  );
}

function minutesIn(left: NonNullable<ReturnType<typeof useTimeLeft>>): number {
  return "minutes" in left ? left.minutes : Math.ceil(left.seconds / 60);
}
