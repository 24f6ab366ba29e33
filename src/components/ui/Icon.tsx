import type { ReactNode } from "react";
import { type IconName, iconPaths } from "./iconPaths.ts";
import { NamedIcon } from "./NamedIcon.tsx";

/**
 * @internal Renders an icon of the chat, or the one that replaces it, as decoration. Components that are loaded before
 * the chat use `NamedIcon`, without the paths of all icons.
 */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  const track = name === "running" ? iconPaths.pending : undefined;
  return <NamedIcon name={name} path={iconPaths[name]} track={track} />;
}
