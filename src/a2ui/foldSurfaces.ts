import type { Message, ToolMessage } from "../protocol/events.ts";
import { textOf } from "../protocol/textOf.ts";
import { haveSameItems } from "../selectors/compareItems.ts";
import { buildSurface, type SurfaceState } from "./buildSurface.ts";
import type { SurfaceCatalog } from "./catalog.ts";
import {
  type Operation,
  readActivityContent,
  readResultContent,
  type SourceContent,
  SURFACE_ACTIVITY,
  type SurfaceLifecycle,
} from "./operations.ts";

/** A surface of a conversation. */
interface FoldedSurface {
  /** Identity of the surface. Later turns may use the same `surfaceId` again. */
  readonly key: string;
  /** Id by which the agent names the surface. */
  readonly surfaceId: string;
  readonly operations: readonly Operation[];
  readonly state: SurfaceState;
}

/** An activity or a tool result, which renders the surfaces that it has created. */
export interface FoldedSource {
  /** Keys of the surfaces, in the order of their creation, without deleted ones. */
  readonly surfaces: readonly string[];
  /** State of the agent before there are operations, or the failure after which there are none. */
  readonly lifecycle: SurfaceLifecycle | undefined;
  /** True when the messages of the source have changed surfaces of earlier sources only. */
  readonly isUpdate: boolean;
}

/** The surfaces of a conversation, and the places where they are rendered. */
interface FoldedSurfaces {
  readonly surfaces: ReadonlyMap<string, FoldedSurface>;
  /** By {@link activitySource} or {@link callSource}. */
  readonly sources: ReadonlyMap<string, FoldedSource>;
}

/** Returns the key of an activity in `sources`. */
export function activitySource(messageId: string): string {
  return `activity ${messageId}`;
}

/** Returns the key of the result of a tool call in `sources`. */
export function callSource(toolCallId: string): string {
  return `call ${toolCallId}`;
}

export const NO_SURFACES: FoldedSurfaces = { surfaces: new Map(), sources: new Map() };

interface OpenSurface {
  readonly key: string;
  readonly surfaceId: string;
  readonly turn: number;
  readonly operations: Operation[];
  isDeleted: boolean;
}

/**
 * Collects the surfaces of a conversation from its activities and tool results, in the order of the messages. A surface
 * that the agent creates again before the next message of the user is the same one, rendered where it was. After that
 * message it is another one.
 *
 * @param before - The surfaces collected before; unchanged ones keep their identity.
 */
export function foldSurfaces(
  catalog: SurfaceCatalog,
  messages: readonly Message[],
  before: FoldedSurfaces = NO_SURFACES,
): FoldedSurfaces {
  const opened: OpenSurface[] = [];
  const latest = new Map<string, OpenSurface>();
  const drafts = new Map<string, { own: OpenSurface[]; content: SourceContent }>();
  const activityIds = messages.flatMap(({ id, role }) => (role === "activity" ? id : []));
  let turn = 0;
  for (const message of messages) {
    if (message.role === "user") turn += 1;
    const source = sourceOf(message, activityIds);
    if (!source) continue;
    const { key, content } = source;
    const own = new Set<OpenSurface>();
    const open = (surfaceId: string): OpenSurface => {
      const surface = {
        key: `${key} ${surfaceId} ${own.size}`,
        surfaceId,
        turn,
        operations: [],
        isDeleted: false,
      };
      opened.push(surface);
      latest.set(surfaceId, surface);
      own.add(surface);
      return surface;
    };
    for (const operation of content.operations ?? []) {
      const { surfaceId, type } = operation;
      const existing = latest.get(surfaceId);
      if (type === "create") {
        if (!existing || existing.isDeleted || existing.turn !== turn) open(surfaceId);
      } else if (type === "delete") {
        if (existing) existing.isDeleted = true;
      } else if (!existing) open(surfaceId).operations.push(operation);
      else if (!existing.isDeleted) existing.operations.push(operation);
    }
    drafts.set(key, { own: [...own], content });
  }
  const surfaces = new Map(
    opened
      .filter(({ isDeleted }) => !isDeleted)
      .map((surface) => [
        surface.key,
        toFolded(catalog, surface, before.surfaces.get(surface.key)),
      ]),
  );
  const sources = new Map(
    [...drafts].map(([key, { own, content }]) => {
      const { operations = [], lifecycle } = content;
      const next: FoldedSource = {
        surfaces: own.filter(({ isDeleted }) => !isDeleted).map((surface) => surface.key),
        lifecycle,
        isUpdate: operations.length > 0 && own.length === 0,
      };
      const last = before.sources.get(key);
      return [key, last && isSameSource(last, next) ? last : next];
    }),
  );
  return { surfaces, sources };
}

function toFolded(
  catalog: SurfaceCatalog,
  { key, surfaceId, operations }: OpenSurface,
  before: FoldedSurface | undefined,
): FoldedSurface {
  if (before && haveSameItems(before.operations, operations)) return before;
  return { key, surfaceId, operations, state: buildSurface(catalog, operations) };
}

function isSameSource(a: FoldedSource, b: FoldedSource): boolean {
  return (
    haveSameItems(a.surfaces, b.surfaces) &&
    a.lifecycle === b.lifecycle &&
    a.isUpdate === b.isUpdate
  );
}

/** Contents by their message. A message keeps its identity while it does not change. */
const contents = new WeakMap<Message, SourceContent | undefined>();

function sourceOf(
  message: Message,
  activityIds: readonly string[],
): { readonly key: string; readonly content: SourceContent } | undefined {
  if (message.role === "activity") {
    if (message.activityType !== SURFACE_ACTIVITY) return undefined;
    const content = readOnce(message, () => readActivityContent(message.content)) ?? {};
    return { key: activitySource(message.id), content };
  }
  if (message.role !== "tool") return undefined;
  const content = readToolSurface(message);
  return content && !hasActivity(message, activityIds)
    ? { key: callSource(message.toolCallId), content }
    : undefined;
}

/** Reads a tool result; `undefined` when the result has no surface. */
export function readToolSurface(message: ToolMessage): SourceContent | undefined {
  return readOnce(message, () => readResultContent(textOf(message.content)));
}

/** True when the middleware has made an activity of the result. */
function hasActivity({ toolCallId }: ToolMessage, activityIds: readonly string[]): boolean {
  return activityIds.some(
    (id) => id.startsWith(`${SURFACE_ACTIVITY}-`) && id.endsWith(`-${toolCallId}`),
  );
}

function readOnce(
  message: Message,
  read: () => SourceContent | undefined,
): SourceContent | undefined {
  if (!contents.has(message)) contents.set(message, read());
  return contents.get(message);
}
