import type { ToolCall } from "../protocol/events.ts";

/** A version of a call's arguments, linked to the next version by the delta between them. */
interface DeltaNode {
  next?: { readonly delta: string; readonly node: DeltaNode };
}

/**
 * The versions of the arguments of each call. A node links forward only, so nodes before the oldest call
 * that is still referenced are garbage-collected.
 */
const nodes = new WeakMap<ToolCall, DeltaNode>();

/** Records that the arguments of `after` are those of `before` plus a delta; both may be one mutable call. */
export function recordAppend(before: ToolCall, after: ToolCall, delta: string): void {
  const node = nodes.get(before) ?? {};
  const next = { delta, node: {} };
  // Reducing a run again replaces the previous continuation.
  node.next = next;
  nodes.set(before, node);
  nodes.set(after, next.node);
}

/** Records that the arguments of a mutable call were replaced. */
export function recordReplace(call: ToolCall): void {
  nodes.delete(call);
}

/**
 * Returns the text that the arguments of `after` append to those of `before`, `undefined` where they do
 * not continue them. Reads the recorded deltas where possible: the arguments are a string concatenated
 * from thousands of deltas, which engines flatten before they compare any of it.
 */
export function deltaSince(before: ToolCall, after: ToolCall): string | undefined {
  const end = nodes.get(after);
  let node = nodes.get(before);
  let added = "";
  while (node && node !== end) {
    added += node.next?.delta ?? "";
    node = node.next?.node;
  }
  if (node) return added;
  const [start, text] = [before.function.arguments, after.function.arguments];
  return text.slice(0, start.length) === start ? text.slice(start.length) : undefined;
}
