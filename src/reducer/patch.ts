import jsonpatch from "fast-json-patch";
import type { JsonPatch, JsonPatchOperation } from "../protocol/events.ts";
import { patchFailed } from "../protocol/issueKinds.ts";
import type { Draft } from "./draft.ts";
import { pathOf } from "./pointer.ts";

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

/** The value a pointer names. @throws when there is none */
function read(document: unknown, pointer: string): unknown {
  let value = document;
  for (const key of pathOf(pointer)) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) {
      throw new Error(`nothing is at ${pointer}`);
    }
    value = value[key];
  }
  return value;
}

/**
 * Applies a JSON Patch (RFC 6902) and leaves the document it was given as it is: only the
 * containers on the patched paths are copied, everything else is shared.
 *
 * @throws what is wrong, when any operation does not apply; then nothing was applied
 * @see https://datatracker.ietf.org/doc/html/rfc6902
 */
export function applyJsonPatch<T>(document: T, patch: JsonPatch): T {
  const copied = new Set<unknown>();
  let root: unknown = document;

  const copy = (value: Container): Container => {
    if (copied.has(value)) return value;
    // An array is as good a container as an object here; its keys are its indexes.
    const fresh = Array.isArray(value) ? (value.slice() as unknown as Container) : { ...value };
    copied.add(fresh);
    return fresh;
  };

  const copyPath = (pointer: string) => {
    const keys = pathOf(pointer).slice(0, -1);
    if (!isContainer(root)) return;
    let container = copy(root);
    root = container;
    for (const key of keys) {
      const child = Object.hasOwn(container, key) ? container[key] : undefined;
      if (!isContainer(child)) return;
      const fresh = copy(child);
      container[key] = fresh;
      container = fresh;
    }
  };

  const apply = (operation: JsonPatchOperation) => {
    // The library would find what every object inherits, `toString` for instance.
    if (operation.op !== "add") read(root, operation.path);
    if (operation.op !== "test") copyPath(operation.path);
    root = jsonpatch.applyOperation(root, operation, true, true).newDocument;
  };

  for (const operation of patch) {
    if (operation.op === "copy" || operation.op === "move") {
      // The library would clone the whole document to check these; sharing the value is enough.
      const { op, from, path } = operation;
      const value = read(root, from);
      if (op === "move" && path.startsWith(`${from}/`)) {
        throw new Error(`${from} cannot be moved into itself`);
      }
      if (op === "move" && path === from) continue;
      if (op === "move") apply({ op: "remove", path: from });
      // The value is in two places now, so what was copied for this patch is written to no more.
      else copied.clear();
      apply({ op: "add", path, value });
    } else apply(operation);
  }
  // A patch changes the document's content; what type it has afterwards is the agent's word.
  return root as T;
}

/** Applies a patch, all or nothing; one that fails changes nothing and becomes an issue. */
export function tryPatch<T>(
  draft: Draft,
  document: T,
  patch: JsonPatch,
  subject: string,
): { readonly document: T } | undefined {
  try {
    return { document: applyJsonPatch(document, patch) };
  } catch {
    draft.report(patchFailed, subject);
    return undefined;
  }
}
