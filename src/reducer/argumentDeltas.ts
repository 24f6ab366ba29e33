import type { ToolCall } from "../protocol/events.ts";

/** Up to where the arguments of a call have been told, and what was told next. */
interface DeltaNode {
  next?: { readonly piece: string; readonly told: DeltaNode };
}

/**
 * How the arguments of calls have grown, beside the snapshots they are in. Each place knows only what comes behind
 * it, so what nobody has to read any more is held by nobody.
 */
const places = new WeakMap<ToolCall, DeltaNode>();

/** Notes that the arguments of `after` are those of `before` and a piece more; it may be one call that is written to. */
export function recordAppend(before: ToolCall, after: ToolCall, piece: string): void {
  const told = places.get(before) ?? {};
  const next = { piece, told: {} };
  // What went on in another way before, as in a run that is reduced once more, is not found from here any more.
  told.next = next;
  places.set(before, told);
  places.set(after, next.told);
}

/** Notes that a call that is written to has other arguments now. */
export function noteReplaced(call: ToolCall): void {
  places.delete(call);
}

/**
 * What the arguments of one call say more than those of another before it; `undefined` where they do not go on with
 * them. Mostly the pieces are known: the text itself is one that was put together of thousands, and engines copy all
 * of it before they look at any of it.
 */
export function deltaSince(before: ToolCall, after: ToolCall): string | undefined {
  const end = places.get(after);
  let told = places.get(before);
  let added = "";
  while (told && told !== end) {
    added += told.next?.piece ?? "";
    told = told.next?.told;
  }
  if (told) return added;
  const [start, text] = [before.function.arguments, after.function.arguments];
  return text.slice(0, start.length) === start ? text.slice(start.length) : undefined;
}
