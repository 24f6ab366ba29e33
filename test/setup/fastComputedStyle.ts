import { installComputedStyle } from "./computedStyle.ts";

// Files that render as a server does have no DOM.
if (typeof window !== "undefined") installComputedStyle(globalThis);
