import type { Dialect } from "../../protocol/dialect.ts";

const makers = {
  tanstack: async () => (await import("../../dialects/tanstack/tanstack.ts")).tanstack(),
  awaken: async () => (await import("../../dialects/awaken/awaken.ts")).awaken(),
  hector: async () => (await import("../../dialects/hector/hector.ts")).hector(),
  arkavo: async () => (await import("../../dialects/arkavo/arkavo.ts")).arkavo(),
} satisfies Record<string, () => Promise<Dialect>>;

/** A dialect of `agui-kit/dialects` by its name, as it is without options. */
export type ConformanceDialectName = keyof typeof makers;

/** Whether there is a dialect of this name. */
export function isDialectName(name: string): name is ConformanceDialectName {
  return Object.hasOwn(makers, name);
}

/** Loads a dialect, which few checks need. */
export function dialectNamed(name: ConformanceDialectName): Promise<Dialect> {
  return makers[name]();
}

/** What there is, for who has asked for something else. */
export const dialectNames: readonly string[] = Object.keys(makers);
