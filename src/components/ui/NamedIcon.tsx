import type { ReactNode } from "react";
import { useSettings } from "../settings/settings.tsx";
import { CustomRender } from "./ErrorBoundary.tsx";
import type { IconName } from "./iconPaths.ts";

interface NamedIconProps {
  readonly name: IconName;
  /** SVG path data on a 16 × 16 grid. */
  readonly path: string;
  /** Path data of a pale line below the icon. */
  readonly track?: string | undefined;
}

/**
 * @internal Renders an icon from its path, or the one that replaces it, as decoration: the element around it must have
 * the same meaning as text.
 */
export function NamedIcon(props: NamedIconProps): ReactNode {
  const { name } = props;
  const Custom = useSettings().icons[name];
  if (!Custom) return <BuiltInIcon {...props} />;
  return (
    <span className="agk-icon" data-icon={name} aria-hidden="true">
      <CustomRender fallback={<BuiltInIcon {...props} />} resetKeys={[Custom]}>
        <Custom />
      </CustomRender>
    </span>
  );
}

/** Renders an icon of the kit in the color of the text. */
function BuiltInIcon({ name, path, track }: NamedIconProps): ReactNode {
  return (
    <svg
      className="agk-icon"
      data-icon={name}
      viewBox="0 0 16 16"
      // Sizes of a page without the style sheet, where an icon would fill its container.
      width="16"
      height="16"
      fill={name === "stop" || name === "play" ? "currentColor" : "none"}
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
