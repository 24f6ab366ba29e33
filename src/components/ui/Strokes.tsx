import type { ReactNode } from "react";

interface StrokesProps {
  /** On a 16 × 16 grid. */
  readonly path: string;
  /** What a sheet may know it by. */
  readonly name?: string | undefined;
  readonly isFilled?: boolean;
}

/** @internal A sign drawn with a pen in the colour of the text. Decoration only: whoever uses it also says it in words. */
export function Strokes({ path, name, isFilled }: StrokesProps): ReactNode {
  return (
    <svg
      className="agk-icon"
      data-icon={name}
      viewBox="0 0 16 16"
      fill={isFilled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
