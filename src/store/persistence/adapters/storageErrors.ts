import { AgentKitError } from "../../../protocol/errors.ts";
import { STORAGE_VERSION } from "../threadStorage.ts";

/** Names of the exception for a full storage; the second is Firefox's for `localStorage`. */
const QUOTA_ERRORS = ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED"];

const permanentErrors = new WeakSet<object>();

/** True when a retry would fail again: there is no storage, or this tab must not write the thread. */
export function isPermanent(error: unknown): boolean {
  return typeof error === "object" && error !== null && permanentErrors.has(error);
}

/** Creates the error for a thread that a newer version has written. */
export function newerVersionError(threadId: string, version: number): AgentKitError {
  return permanent(
    `The thread "${threadId}" was stored by a newer version of agui-kit (format ${version}; this version reads ` +
      `formats up to ${STORAGE_VERSION}). It was not changed. Reload the page, or update the package.`,
  );
}

/** Creates the error for a storage that the browser does not have, or denies to this page. */
export function unavailableError(storage: string, cause?: unknown): AgentKitError {
  return permanent(
    `Threads cannot be stored, because this page has no ${storage}: servers have none, and some private windows ` +
      "and embedded pages have none either. Use `memoryStorage()` there.",
    cause,
  );
}

/** Creates the error for a thread that another tab has changed, in a browser without Web Locks. */
export function changedThreadError(threadId: string): AgentKitError {
  return permanent(
    `The thread "${threadId}" was changed in another tab, so this tab does not store it any more: without Web ` +
      "Locks (a site over plain HTTP has none) tabs cannot share a thread. What is stored was not changed. " +
      "Reload the tab, or send a message to continue from what is stored.",
  );
}

/** Creates the error for changes of a thread that another tab has removed. */
export function removedThreadError(threadId: string): AgentKitError {
  return new AgentKitError(
    "storage",
    `The thread "${threadId}" was removed in another tab, so its new messages are not stored. Start a new thread to ` +
      "store what follows.",
  );
}

/** Creates the error for a value that JSON cannot express. */
export function notSerializableError(cause: unknown): AgentKitError {
  return new AgentKitError(
    "storage",
    "A value cannot be stored, because it cannot be written as JSON. What was stored before is unchanged. Remove " +
      "BigInts and references of a value to itself from messages, state and tool results.",
    { cause },
  );
}

/** Creates the error for a position that no log has. */
export function invalidPositionError(position: number): AgentKitError {
  return new AgentKitError(
    "storage",
    `A log has no position ${position}. Pass the number of entries before it.`,
  );
}

/** Creates the error for a database whose upgrade waits for another tab. */
export function blockedDatabaseError(name: string): AgentKitError {
  return new AgentKitError(
    "storage",
    `The database "${name}" cannot be opened while another tab uses an older version of it. Nothing was ` +
      "changed. Close or reload the other tabs of this site.",
  );
}

/** Wraps what a storage has thrown in an error with the code `storage`. */
export function toStorageError(storage: string, cause: unknown): AgentKitError {
  if (cause instanceof AgentKitError) {
    if (cause.code === "storage") return cause;
    // The message of the cause says what to do.
    return new AgentKitError("storage", `Threads cannot be stored: ${cause.message}`, { cause });
  }
  const name = errorNameOf(cause) ?? "";
  if (QUOTA_ERRORS.includes(name)) {
    return new AgentKitError(
      "storage",
      `There is no room left in ${storage}. What was stored before is unchanged; the new entries were not ` +
        "stored. Delete threads to make room.",
      { cause },
    );
  }
  if (name === "VersionError") {
    return new AgentKitError(
      "storage",
      `A newer version of this page has upgraded ${storage}. Nothing was changed. Reload the page.`,
      { cause },
    );
  }
  return new AgentKitError(
    "storage",
    `Threads cannot be read or written in ${storage} (${cause}). What was stored before is unchanged. Try ` +
      "again, or reload the page.",
    { cause },
  );
}

/** Returns the name of an exception, also of one from another frame. */
export function errorNameOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("name" in error)) return undefined;
  return typeof error.name === "string" ? error.name : undefined;
}

function permanent(message: string, cause?: unknown): AgentKitError {
  const error = new AgentKitError("storage", message, cause === undefined ? {} : { cause });
  permanentErrors.add(error);
  return error;
}
