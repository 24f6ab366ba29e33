/**
 * The internal React data that is read: a component as last rendered, and as before. Only this shows each
 * component that rendered; a `Profiler` reports only that some did.
 */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
  readonly stateNode: unknown;
}

/** Flag of a fiber whose component function was called. */
const PERFORMED_WORK = 1;

/** Counts the renders of each component below `container` in the last commit, by name. */
export function rendersOfLastCommit(container: Element): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const visit = (fiber: Fiber | null, isNew: boolean): void => {
    for (let one = fiber; one; one = one.sibling) {
      const before = one.alternate;
      const isFresh = isNew || !before;
      const name = nameOf(one.type);
      if (name && (isFresh || one.flags & PERFORMED_WORK)) counts[name] = (counts[name] ?? 0) + 1;
      // Without work below, a fiber keeps its children.
      if (isFresh || one.child !== before?.child) visit(one.child, isFresh);
    }
  };
  const root = rootOf(container);
  if (root.child !== root.alternate?.child) visit(root.child, false);
  return counts;
}

function rootOf(container: Element): Fiber {
  const key = Object.keys(container).find((name) => name.startsWith("__reactContainer$"));
  if (!key) throw new TypeError("React has no root in this element.");
  // The same in React 18 and 19, see above.
  const { stateNode } = Reflect.get(container, key) as Fiber;
  return (stateNode as { readonly current: Fiber }).current;
}

/** Returns the name of a function component, or of one in a `memo`. */
function nameOf(type: unknown): string | undefined {
  if (typeof type === "function") return type.name;
  const inner = typeof type === "object" && type && "type" in type ? type.type : undefined;
  return typeof inner === "function" ? inner.name : undefined;
}
