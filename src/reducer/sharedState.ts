import { EventType, type JsonPatch } from "../protocol/events.ts";
import type { Draft } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { applyJsonPatch } from "./patch.ts";
import { share } from "./share.ts";

/** Applies a patch, all or nothing; one that fails changes nothing and becomes an issue. */
export function tryPatch<T>(
  draft: Draft,
  document: T,
  patch: JsonPatch,
  subject: string,
): { readonly document: T } | undefined {
  try {
    return { document: applyJsonPatch(document, patch) };
  } catch (error) {
    // The library's own message repeats the whole document; its name says what is wrong.
    const reason =
      error instanceof Error ? (error.name === "Error" ? error.message : error.name) : "";
    draft.report({
      code: "patch-failed",
      severity: "notice",
      subject,
      message: `A JSON Patch on ${subject} did not apply (${reason}); nothing was changed. Send a snapshot to get in step again.`,
    });
    return undefined;
  }
}

/** Takes a state the agent confirmed; an edit that no run has carried yet stays visible on top. */
export function setConfirmedState(draft: Draft, state: unknown): void {
  draft.set("state", state);
  if (!draft.ledger.hasLocalEdit) draft.set("visibleState", state);
  // What was predicted has been decided.
  if (draft.ledger.predictingIds.length > 0) draft.setLedger({ predictingIds: [] });
}

/**
 * The state shared with the agent.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export const sharedStateHandlers: HandlersOf<EventType.STATE_SNAPSHOT | EventType.STATE_DELTA> = {
  [EventType.STATE_SNAPSHOT](draft, event) {
    setConfirmedState(draft, share(draft.now.state, event.snapshot as unknown));
  },
  [EventType.STATE_DELTA](draft, event) {
    const patched = tryPatch(draft, draft.now.state, event.delta, "the state");
    if (patched) setConfirmedState(draft, patched.document);
  },
};
