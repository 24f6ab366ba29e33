import jsonpatch from "fast-json-patch";
import type { JsonPatch, JsonPatchOperation } from "../../protocol/events.ts";
import { patchFailed } from "../../protocol/issueCodes.ts";
import type { Draft } from "../draft.ts";
import { pathOf, toPointer } from "./jsonPointer.ts";

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

/** The value at the end of a path. @throws when there is none */
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
 * Applies a JSON Patch (RFC 6902) and leaves the document it was given as it is: only the
 * containers on the patched paths are copied, everything else is shared.
 *
 * @param owned - What the caller has had copied for patches before, and nobody else knows: it is written to.
 *   What this one copies is added.
 * @throws what is wrong, when any operation does not apply; then nothing was applied
 * @see https://datatracker.ietf.org/doc/html/rfc6902
 */
export function applyJsonPatch<T>(document: T, patch: JsonPatch, owned = new Set<unknown>()): T {
  // Where the second step fails, the first must not have been taken.
  const copied = patch.length > 1 || patch[0]?.op === "move" ? new Set<unknown>() : owned;
  let root: unknown = document;

  const copy = (value: Container): Container => {
    if (copied.has(value)) return value;
    // An array is as good a container as an object here; its keys are its indexes.
    const fresh = Array.isArray(value) ? (value.slice() as unknown as Container) : { ...value };
    copied.add(fresh);
    return fresh;
  };

  /** Copies the containers that lead to a place, and returns the last of them, where there is one. */
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
    const container = operation.op === "test" ? undefined : copyPath(path);
    const key = path.at(-1) ?? "";
    if (container && isPlain(operation, container) && Object.hasOwn(container, key)) {
      container[key] = operation.value;
      return;
    }
    // The library would find what every object inherits, `toString` for instance.
    if (operation.op !== "add") read(root, path);
    root = jsonpatch.applyOperation(root, operation, true, true).newDocument;
  };

  for (const operation of patch) {
    if (operation.op === "copy" || operation.op === "move") {
      // The library would clone the whole document to check these; sharing the value is enough.
      const { op, from, path } = operation;
      const value = read(root, pathOf(from));
      if (op === "move" && path.startsWith(`${from}/`)) {
        throw new Error(`${from} cannot be moved into itself`);
      }
      if (op === "move" && path === from) continue;
      if (op === "move") apply({ op: "remove", path: from });
      else {
        // The value is in two places now, so what was copied is written to no more.
        copied.clear();
        owned.clear();
      }
      apply({ op: "add", path, value });
    } else apply(operation);
  }
  // A patch changes the document's content; what type it has afterwards is the agent's word.
  return root as T;
}

/**
 * Whether an operation puts a plain value in place of one that is there: most of them do, and then there is
 * nothing that the library would have to check.
 */
function isPlain(
  operation: JsonPatchOperation,
  container: Container,
): operation is Extract<JsonPatchOperation, { op: "replace" }> {
  if (operation.op !== "replace") return false;
  const { path, value } = operation;
  const isSimple =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  // `__proto__` and `constructor.prototype` are the library's to refuse, and what is no index of a list.
  return isSimple && path !== "" && !path.includes("proto") && !Array.isArray(container);
}

/** Applies a patch, all or nothing; one that fails changes nothing and becomes an issue. */
export function tryPatch<T>(
  draft: Draft,
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
