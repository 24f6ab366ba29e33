import type { Dialect } from "../../protocol/dialect.ts";

const loaders = {
  tanstack: async () => (await import("../../dialects/tanstack/tanstack.ts")).tanstack(),
  awaken: async () => (await import("../../dialects/awaken/awaken.ts")).awaken(),
  hector: async () => (await import("../../dialects/hector/hector.ts")).hector(),
  arkavo: async () => (await import("../../dialects/arkavo/arkavo.ts")).arkavo(),
} satisfies Record<string, () => Promise<Dialect>>;

/** The name of a dialect of `agui-kit/dialects`, which is used without options. */
export type ConformanceDialectName = keyof typeof loaders;

/** Returns true for the name of a dialect. */
export function isDialectName(name: string): name is ConformanceDialectName {
  return Object.hasOwn(loaders, name);
}

/** Loads a dialect by its name; most checks need none. */
export function loadDialect(name: ConformanceDialectName): Promise<Dialect> {
  return loaders[name]();
}

/** The names of all dialects, for error messages. */
export const dialectNames: readonly string[] = Object.keys(loaders);
