import type { ReactNode } from "react";

/** SVG path data on a 16 × 16 grid. */
const paths = {
  send: "M8 13V3M3.5 7.5 8 3l4.5 4.5",
  down: "M8 3v10M3.5 8.5 8 13l4.5-4.5",
  stop: "M4.5 4.5h7v7h-7z",
  chevron: "M6 4l4 4-4 4",
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  alert: "M8 4v5M8 11.5v.5M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13",
  circle: "M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11",
  arc: "M8 2.5a5.5 5.5 0 0 1 5.5 5.5",
  pause: "M6 4v8M10 4v8",
  bell: "M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.8 14h2.4",
  dash: "M4 8h8",
  file: "M9 2H4.5v12h7V4.5zM9 2v2.5h2.5",
} as const;

/** @internal */
export type IconName = keyof typeof paths;

/** @internal Renders an icon as decoration: the element around it must have the same meaning as text. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  const track = name === "arc" ? paths.circle : undefined;
  return <StrokeIcon name={name} path={paths[name]} track={track} isFilled={name === "stop"} />;
}

interface StrokeIconProps {
  /** SVG path data on a 16 × 16 grid. */
  readonly path: string;
  /** Path data of a pale line below the icon. */
  readonly track?: string | undefined;
  /** Value of `data-icon`, for style sheets. */
  readonly name?: string | undefined;
  readonly isFilled?: boolean;
}

/** @internal Renders an icon from its path, stroked in the color of the text. Decoration, as `Icon`. */
export function StrokeIcon({ path, track, name, isFilled }: StrokeIconProps): ReactNode {
  return (
    <svg
      className="agk-icon"
      data-icon={name}
      viewBox="0 0 16 16"
      // Sizes of a page without the style sheet, where an icon would fill its container.
      width="16"
      height="16"
      fill={isFilled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {track && <path d={track} opacity={0.25} />}
      <path d={path} />
    </svg>
  );
}
