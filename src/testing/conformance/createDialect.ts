import { arkavo } from "../../dialects/arkavo/arkavo.ts";
import { awaken } from "../../dialects/awaken/awaken.ts";
import { hector } from "../../dialects/hector/hector.ts";
import { tanstack } from "../../dialects/tanstack/tanstack.ts";
import type { Dialect } from "../../protocol/dialect.ts";

const factories = {
  tanstack: () => tanstack(),
  awaken: () => awaken(),
  hector: () => hector(),
  arkavo: () => arkavo(),
} satisfies Record<string, () => Dialect>;

/** The name of a dialect of `agui-kit/dialects`, which is used without options. */
export type ConformanceDialectName = keyof typeof factories;

/** Returns true for the name of a dialect. */
export function isDialectName(name: string): name is ConformanceDialectName {
  return Object.hasOwn(factories, name);
}

/** Creates a dialect by its name. */
export function createDialect(name: ConformanceDialectName): Dialect {
  return factories[name]();
}

/** The names of all dialects, for error messages. */
export const dialectNames: readonly string[] = Object.keys(factories);
