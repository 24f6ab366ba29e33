import { isRecord, type UnknownRecord } from "../protocol/isRecord.ts";
import { parseJson } from "../protocol/parseJson.ts";

/** Activity type of a surface. */
export const SURFACE_ACTIVITY = "a2ui-surface";

/** A component as an agent wrote it, which nothing has checked. */
export type RawComponent = UnknownRecord;

/** A change of a surface, in the form of every version of A2UI. */
export type Operation =
  | { readonly type: "create"; readonly surfaceId: string; readonly catalogId: string | undefined }
  | {
      readonly type: "components";
      readonly surfaceId: string;
      readonly components: readonly RawComponent[];
    }
  | {
      readonly type: "data";
      readonly surfaceId: string;
      readonly path: string;
      /** The value; `undefined` deletes what is at the path. */
      readonly value: unknown;
    }
  | { readonly type: "delete"; readonly surfaceId: string };

/** A fault that an agent reports while it makes a surface. */
interface LifecycleError {
  readonly code: string | undefined;
  readonly path: string | undefined;
  readonly message: string;
}

/** State of a surface that an agent still makes, or could not make. */
export interface SurfaceLifecycle {
  readonly status: "building" | "retrying" | "failed";
  readonly attempt: number | undefined;
  readonly maxAttempts: number | undefined;
  readonly errors: readonly LifecycleError[];
  /** Part of the errors that developers see. Absent when the agent does not say. */
  readonly debugExposure: "hidden" | "collapsed" | "verbose" | undefined;
}

/** Content of an activity or of a tool result: operations, or what the agent does before there are any. */
export interface SourceContent {
  readonly operations?: readonly Operation[];
  readonly lifecycle?: SurfaceLifecycle;
}

/** Code of a tool result when the agent has stopped trying. */
const EXHAUSTED = "a2ui_recovery_exhausted";

/** Reads the content of a surface activity. */
export function readActivityContent(content: unknown): SourceContent {
  if (!isRecord(content)) return {};
  if (Array.isArray(content.a2ui_operations)) {
    return { operations: readOperations(content.a2ui_operations) };
  }
  const lifecycle = readLifecycle(content);
  return lifecycle ? { lifecycle } : {};
}

/** Reads the text of a tool result; `undefined` when the result has no surface. Some servers encode the JSON twice. */
export function readResultContent(text: string): SourceContent | undefined {
  if (!/a2ui_(?:operations|recovery_exhausted)/.test(text)) return undefined;
  const parsed = parseJson(text);
  const value = typeof parsed === "string" ? parseJson(parsed) : parsed;
  if (!isRecord(value)) return undefined;
  if (Array.isArray(value.a2ui_operations)) {
    return { operations: readOperations(value.a2ui_operations) };
  }
  if (value.code !== EXHAUSTED) return undefined;
  const lifecycle = readLifecycle({ ...value, status: "failed" });
  return lifecycle && { lifecycle };
}

function readLifecycle(content: UnknownRecord): SurfaceLifecycle | undefined {
  const { status, attempt, attempts, maxAttempts, errors, error, debugExposure } = content;
  if (status !== "building" && status !== "retrying" && status !== "failed") return undefined;
  const faults = Array.isArray(errors) ? errors : error === undefined ? [] : [error];
  return {
    status,
    attempt: asNumber(attempt ?? attempts),
    maxAttempts: asNumber(maxAttempts),
    errors: faults.map(readLifecycleError),
    debugExposure:
      debugExposure === "hidden" || debugExposure === "collapsed" || debugExposure === "verbose"
        ? debugExposure
        : undefined,
  };
}

function readLifecycleError(error: unknown): LifecycleError {
  if (!isRecord(error)) return { code: undefined, path: undefined, message: String(error) };
  return {
    code: asString(error.code),
    path: asString(error.path),
    message: asString(error.message) ?? JSON.stringify(error),
  };
}

/** Operations by the message they were read from: the messages of an activity keep their identity while it grows. */
const readMessages = new WeakMap<UnknownRecord, readonly Operation[]>();

/** Reads a list of A2UI messages. What is no message of a known kind is left out. */
function readOperations(messages: readonly unknown[]): readonly Operation[] {
  return messages.filter(isRecord).flatMap((message) => {
    const operations = readMessages.get(message) ?? readMessage(message);
    readMessages.set(message, operations);
    return operations;
  });
}

function readMessage(message: UnknownRecord): readonly Operation[] {
  const { createSurface, updateComponents, updateDataModel, deleteSurface } = message;
  if (isRecord(createSurface)) return readCreation(createSurface);
  if (isRecord(updateComponents)) return readComponents(updateComponents);
  if (isRecord(updateDataModel)) {
    const { path, value } = updateDataModel;
    return withId(updateDataModel, (surfaceId) => ({
      type: "data",
      surfaceId,
      path: asString(path) || "/",
      // A2UI 1.0 deletes with null, and 0.9 without a value.
      value: value ?? undefined,
    }));
  }
  if (!isRecord(deleteSurface)) return [];
  return withId(deleteSurface, (surfaceId) => ({ type: "delete", surfaceId }));
}

/** Reads the creation of a surface, to which A2UI 1.0 adds components and data. */
function readCreation(creation: UnknownRecord): readonly Operation[] {
  const { catalogId, components, dataModel } = creation;
  return [
    ...withId(creation, (surfaceId) => ({
      type: "create",
      surfaceId,
      catalogId: asString(catalogId),
    })),
    ...(dataModel === undefined
      ? []
      : withId(creation, (surfaceId) => ({
          type: "data",
          surfaceId,
          path: "/",
          value: dataModel ?? undefined,
        }))),
    ...(components === undefined ? [] : readComponents(creation)),
  ];
}

function readComponents(update: UnknownRecord): readonly Operation[] {
  const { components } = update;
  const list = Array.isArray(components) ? components.filter(isRecord) : [];
  return withId(update, (surfaceId) => ({ type: "components", surfaceId, components: list }));
}

function withId(
  { surfaceId }: UnknownRecord,
  create: (surfaceId: string) => Operation,
): readonly Operation[] {
  return typeof surfaceId === "string" && surfaceId !== "" ? [create(surfaceId)] : [];
}

function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
