import { useContext } from "react";
import { type FirstLabels, MarkdownContext, type MarkdownLabels } from "./options.ts";

/** In English. */
export const lateLabels: Omit<MarkdownLabels, keyof FirstLabels> = {
  copy: "Copy",
  copied: "Copied",
  wrap: "Wrap lines",
  formula: "Formula",
  loadImage: (host) => `Load image from ${host}`,
  footnotes: "Footnotes",
  footnote: (number) => `Footnote ${number}`,
  backToText: (number, time) => `Back to reference ${number}${time > 1 ? `-${time}` : ""}`,
};

/** Every label in force, for what is loaded late. */
export function useLabels(): MarkdownLabels {
  return { ...lateLabels, ...useContext(MarkdownContext).labels };
}
