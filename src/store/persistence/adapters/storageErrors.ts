import { AgentKitError } from "../../../protocol/errors.ts";
import { STORAGE_VERSION } from "../threadStorage.ts";

/** Firefox has a name of its own for a full `localStorage`. */
const FULL = ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED"];

/** Those that no waiting helps against. */
const lasting = new WeakSet<object>();

/** Whether it would be the same after any time: there is no place to store, or a thread is not to be touched. */
export function isPermanent(error: unknown): boolean {
  return typeof error === "object" && error !== null && lasting.has(error);
}

/** A thread that this version must not touch. */
export function newerVersionError(threadId: string, version: number): AgentKitError {
  const error = new AgentKitError(
    "storage",
    `The thread "${threadId}" was stored by a newer version of agui-kit (format ${version}, known are ` +
      `those up to ${STORAGE_VERSION}). It was left as it is: reload the page, or update the package.`,
  );
  lasting.add(error);
  return error;
}

/** A place to store that this browser does not have, or does not give to this page. */
export function unavailableError(place: string, cause?: unknown): AgentKitError {
  const error = new AgentKitError(
    "storage",
    `Threads cannot be stored here, because this page has no ${place}: some private windows and ` +
      "embedded pages have none, and no server has. Use memoryStorage() there.",
    { cause },
  );
  lasting.add(error);
  return error;
}

/** A thread that goes on where nothing of it is stored any more. */
export function removedThreadError(threadId: string): AgentKitError {
  return new AgentKitError(
    "storage",
    `The thread "${threadId}" was removed in another window. What is said in it now is not stored.`,
  );
}

/** A value that JSON has no words for. */
export function notSerializableError(cause: unknown): AgentKitError {
  return new AgentKitError(
    "storage",
    "This cannot be stored, because it cannot be written as JSON. What was stored before stays.",
    { cause },
  );
}

/** A position that no log has. */
export function invalidPositionError(at: number): AgentKitError {
  return new AgentKitError("storage", `A log has no position ${at}: pass how many entries it has.`);
}

/** A database that waits for another page. */
export function blockedDatabaseError(name: string): AgentKitError {
  return new AgentKitError(
    "storage",
    `The database "${name}" cannot be opened while another tab holds an older version of it. Nothing ` +
      "was changed: close or reload the other tabs of this site.",
  );
}

/** What a place to store threads has failed with, as the one error that callers know. */
export function toStorageError(place: string, cause: unknown): AgentKitError {
  if (cause instanceof AgentKitError) {
    if (cause.code === "storage") return cause;
    return new AgentKitError("storage", `Threads cannot be stored: ${cause.message}`, { cause });
  }
  const name = errorNameOf(cause) ?? "";
  if (FULL.includes(name)) {
    return new AgentKitError(
      "storage",
      `There is no room left in ${place}. What was stored before stays and can be read; what is new ` +
        "was not stored. Delete threads to make room.",
      { cause },
    );
  }
  if (name === "VersionError") {
    return new AgentKitError(
      "storage",
      `A newer version of this page has taken over ${place}. Nothing was changed: reload the page.`,
      { cause },
    );
  }
  return new AgentKitError(
    "storage",
    `Threads cannot be reached in ${place} (${cause}). What was stored before stays: try again, or ` +
      "reload the page.",
    { cause },
  );
}

/** The name of a browser's exception, whichever frame it comes from. */
export function errorNameOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("name" in error)) return undefined;
  return typeof error.name === "string" ? error.name : undefined;
}
