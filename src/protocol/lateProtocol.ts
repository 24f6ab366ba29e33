import type { LateProtocol } from "./canonicalizer.ts";
import { createChunkExpander } from "./chunks.ts";
import { createLegacyTranslator } from "./legacy/createLegacyTranslator.ts";
import { eventChecks } from "./shape/allEvents.ts";

/** What a canonicalizer needs beyond the everyday events: every event, older spellings, chunks. */
export const lateProtocol: LateProtocol = {
  checks: eventChecks,
  createLegacyTranslator,
  createChunkExpander,
};
