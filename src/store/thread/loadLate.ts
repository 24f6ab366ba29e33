import { loadModule } from "../loadModule.ts";

/** The late parts of the package, see `late.ts`. */
export type Late = typeof import("./late.ts");

let loaded: Late | undefined;

/** The late parts, when they have been loaded. */
export function lateParts(): Late | undefined {
  return loaded;
}

/** Loads the late parts, once for the page. */
export async function loadLate(): Promise<Late> {
  loaded ??= await loadModule(() => import("./late.ts"));
  return loaded;
}
