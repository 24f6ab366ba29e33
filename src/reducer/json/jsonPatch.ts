// The default export of the package keeps all of its code in a bundle.
import { applyOperation } from "fast-json-patch/module/core.mjs";
import type { JsonPatch, JsonPatchOperation } from "../../protocol/events.ts";
import { patchFailed } from "../../protocol/issueCodes.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "../../protocol/jsonDepth.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { pathOf, toPointer } from "./jsonPointer.ts";

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

/**
 * Length of the JSON text of a value that may be copied: as much as the largest event has by default. A copy of a value
 * that contains its own copies doubles a document with a few bytes.
 */
const MAX_COPIED_CHARACTERS = 10 * 1024 * 1024;

/** Returns the value at a path. @throws when there is none */
function read(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const key of path) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) {
      throw new Error(`nothing is at ${toPointer(path)}`);
    }
    value = value[key];
  }
  return value;
}

/**
 * Applies a JSON Patch (RFC 6902) without changing `document`: copies only the containers on the patched
 * paths and shares everything else.
 *
 * @param owned - Containers that only the caller references. A patch of one operation other than `move` writes to them in place,
 *   and adds its copies; other patches leave them as they are. A `copy` operation clears the set.
 * @throws Error when an operation does not apply, nests the document too deeply, or copies too much; then no operation is
 * applied
 * @see https://datatracker.ietf.org/doc/html/rfc6902
 */
export function applyJsonPatch<T>(document: T, patch: JsonPatch, owned = new Set<unknown>()): T {
  // Earlier operations must not have written to owned containers when a later one fails.
  const copied = patch.length > 1 || patch[0]?.op === "move" ? new Set<unknown>() : owned;
  let root: unknown = document;

  const copy = (value: Container): Container => {
    if (copied.has(value)) return value;
    // An array is treated as a container whose keys are its indexes.
    const fresh = Array.isArray(value) ? (value.slice() as unknown as Container) : { ...value };
    copied.add(fresh);
    return fresh;
  };

  /** Copies the containers on a path and returns the last one, `undefined` when the path does not exist. */
  const copyPath = (path: readonly string[]): Container | undefined => {
    if (!isContainer(root)) return undefined;
    let container = copy(root);
    root = container;
    for (const key of path.slice(0, -1)) {
      const child = Object.hasOwn(container, key) ? container[key] : undefined;
      if (!isContainer(child)) return undefined;
      const fresh = copy(child);
      container[key] = fresh;
      container = fresh;
    }
    return container;
  };

  const apply = (operation: JsonPatchOperation) => {
    const path = pathOf(operation.path);
    if ("value" in operation && isTooDeep(operation.value, MAX_JSON_DEPTH - path.length)) {
      throw new Error(`${operation.path} would be nested too deeply`);
    }
    const container = operation.op === "test" ? undefined : copyPath(path);
    const key = path.at(-1) ?? "";
    if (container && isPlainReplace(operation, container) && Object.hasOwn(container, key)) {
      container[key] = operation.value;
      return;
    }
    // The library would find inherited properties such as `toString`.
    if (operation.op !== "add") read(root, path);
    root = applyOperation(root, operation, true, true).newDocument;
  };

  for (const operation of patch) {
    if (operation.op === "copy" || operation.op === "move") {
      // The library clones the whole document for these operations; sharing the value is enough.
      const { op, from, path } = operation;
      const value = read(root, pathOf(from));
      if (op === "move" && path.startsWith(`${from}/`)) {
        throw new Error(`${from} cannot be moved into itself`);
      }
      if (op === "move" && path === from) continue;
      if (op === "move") apply({ op: "remove", path: from });
      else {
        if (JSON.stringify(value).length > MAX_COPIED_CHARACTERS) {
          throw new Error(`${from} is too large for a copy`);
        }
        // The value now has two parents, so no copy may be written to in place any more.
        copied.clear();
        owned.clear();
      }
      apply({ op: "add", path, value });
    } else apply(operation);
  }
  // The agent decides the type of the patched document.
  return root as T;
}

/**
 * True for an operation that replaces a value by a string, number or boolean. Most operations do, and the
 * library has nothing to check for them.
 */
function isPlainReplace(
  operation: JsonPatchOperation,
  container: Container,
): operation is Extract<JsonPatchOperation, { op: "replace" }> {
  if (operation.op !== "replace") return false;
  const { path, value } = operation;
  const isSimple =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  // The library rejects `__proto__`, `constructor.prototype` and invalid list indexes.
  return isSimple && path !== "" && !path.includes("proto") && !Array.isArray(container);
}

/** Applies a patch completely or not at all; a patch that fails becomes an issue. */
export function tryPatch<T>(
  draft: SnapshotDraft,
  document: T,
  patch: JsonPatch,
  subject: string,
): { readonly document: T } | undefined {
  try {
    return { document: applyJsonPatch(document, patch, draft.patched) };
  } catch {
    draft.report(patchFailed, subject);
    return undefined;
  }
}
