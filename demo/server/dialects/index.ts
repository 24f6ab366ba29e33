import { awaken } from "./awaken.ts";
import type { Dialect } from "./dialect.ts";
import { hector } from "./hector.ts";
import { tanstack } from "./tanstack.ts";

/** Dialects with Server-Sent Events, by the last segment of the path. */
export const dialects: ReadonlyMap<string, Dialect> = new Map(
  Object.entries({ tanstack, awaken, hector }),
);
