import { awakenServer } from "./awaken.ts";
import type { DemoDialect } from "./demoDialect.ts";
import { hectorServer } from "./hector.ts";
import { tanstackServer } from "./tanstack.ts";

/** Dialects with Server-Sent Events, by the last segment of the path. */
export const dialects: ReadonlyMap<string, DemoDialect> = new Map(
  Object.entries({ tanstack: tanstackServer, awaken: awakenServer, hector: hectorServer }),
);
