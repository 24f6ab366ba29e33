import type { ReactNode } from "react";
import { useSettings } from "../settings/settings.tsx";
import { CustomRender } from "./ErrorBoundary.tsx";
import { type IconName, iconPaths } from "./iconPaths.ts";

/**
 * @internal Renders an icon, or the one that replaces it, as decoration: the element around it must have the same
 * meaning as text.
 */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  const Custom = useSettings().icons[name];
  if (!Custom) return <BuiltInIcon name={name} />;
  return (
    <span className="agk-icon" data-icon={name} aria-hidden="true">
      <CustomRender fallback={<BuiltInIcon name={name} />} resetKeys={[Custom]}>
        <Custom />
      </CustomRender>
    </span>
  );
}

/** Renders an icon of the kit in the color of the text. */
function BuiltInIcon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg
      className="agk-icon"
      data-icon={name}
      viewBox="0 0 16 16"
      // Sizes of a page without the style sheet, where an icon would fill its container.
      width="16"
      height="16"
      fill={name === "stop" ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {/* The track of a spinner. */}
      {name === "running" && <path d={iconPaths.pending} opacity={0.25} />}
      <path d={iconPaths[name]} />
    </svg>
  );
}
