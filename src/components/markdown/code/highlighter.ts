import { createPrefetch } from "../../../protocol/runtime.ts";

/** @internal Loads the default highlighter. */
export const importHighlighter = () => import("./highlightCode.ts");

/** @internal Loads the default highlighter once the browser is idle. */
export const prefetchHighlighter = createPrefetch(importHighlighter);
