import type { ResolvedChildRef } from "@a2ui/web_core/v0_9";
import type { ReactNode } from "react";
import type { A2uiComponentProps } from "../catalog.ts";

/** Returns a value of the data as text: what the agent refers to may have any type. */
export function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Names that assistive technology reads instead of, or beside, the text. */
interface Accessibility {
  readonly label?: unknown;
  readonly description?: unknown;
}

/** Returns the ARIA attributes for the `accessibility` of a component. */
export function ariaOf(accessibility: Accessibility | undefined) {
  const { label, description } = accessibility ?? {};
  return {
    "aria-label": textOfValue(label) || undefined,
    "aria-description": textOfValue(description) || undefined,
  };
}

/** A child: its id, or the id and the data of a list item. */
type Child = string | ResolvedChildRef;

/** Renders children in order. A list that has not arrived has none. */
export function buildChildren(
  children: readonly Child[],
  buildChild: A2uiComponentProps["buildChild"],
): ReactNode[] {
  return children.map((child) =>
    typeof child === "string" ? buildChild(child) : buildChild(child.id, child.basePath),
  );
}

/** Returns the children of a container; none while the property is no list. */
export function childList(children: unknown): readonly Child[] {
  return Array.isArray(children) ? children : [];
}
