import { IconApi } from "@a2ui/web_core/v0_9";
import type { ReactNode } from "react";
import { isRecord } from "../../protocol/isRecord.ts";
import { a2uiComponent } from "../a2uiComponent.ts";
import { catalogIconPaths } from "./catalogIconPaths.ts";
import { ariaOf, textOfValue } from "./readProps.ts";

/** Renders an icon of the catalog, or a path of the agent on a 24 × 24 grid. Nothing for an unknown name. */
export const BasicIcon = a2uiComponent(IconApi, ({ props: { name, accessibility } }): ReactNode => {
  const { "aria-label": label } = ariaOf(accessibility);
  const custom: unknown = isRecord(name) ? name.svgPath : undefined;
  const key = textOfValue(name);
  const path = Object.hasOwn(catalogIconPaths, key) ? catalogIconPaths[key] : undefined;
  if (typeof custom !== "string" && path === undefined) return null;
  return (
    <span className="agk-a2ui-icon" {...(label && { role: "img", "aria-label": label })}>
      {typeof custom === "string" ? (
        <svg className="agk-icon" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
          <path d={custom} fill="currentColor" />
        </svg>
      ) : (
        <svg
          className="agk-icon"
          data-icon={key}
          viewBox="0 0 16 16"
          width="16"
          height="16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={path} />
        </svg>
      )}
    </span>
  );
});
