/** @internal Minutes and seconds, as a clock shows them: `4:05`. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @internal The units of a duration in one language. */
export interface DurationUnits {
  readonly minutes: (count: number) => string;
  readonly seconds: (count: number) => string;
  /** The text between minutes and seconds. */
  readonly separator: string;
}

/** @internal Formats a duration, from one minute on in whole seconds: `4.2 s`, `2 min`, `1 min 15 s`. */
export function formatDuration(seconds: number, units: DurationUnits): string {
  if (seconds < 60) return units.seconds(seconds);
  const whole = Math.round(seconds);
  const minutes = units.minutes(Math.floor(whole / 60));
  const rest = whole % 60;
  return rest === 0 ? minutes : `${minutes}${units.separator}${units.seconds(rest)}`;
}
