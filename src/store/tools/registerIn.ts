import { loadPreparation } from "../run/executeRun.ts";
import { loadTools } from "../run/runTurn.ts";
import { withVerbs } from "../thread/lateVerbs.ts";
import { loadLate } from "../thread/loadLate.ts";
import type { ToolRegistry } from "./registry.ts";
import type { AnyTool } from "./types.ts";

/** Registers a tool, and loads what will run it, so that the first call does not wait for it. */
export function registerIn(registry: ToolRegistry, tool: AnyTool): () => void {
  const unregister = registry.register(tool);
  // What cannot be loaded is tried again when it is needed, and reported there.
  loadPreparation().catch(() => {});
  withVerbs(() => {}).catch(() => {});
  loadLate().catch(() => {});
  loadTools().then(
    ({ warnAboutTwins }) => warnAboutTwins(registry, tool),
    () => {},
  );
  return unregister;
}
