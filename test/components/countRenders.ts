/**
 * What of React's inside is looked at: one component in the page, as it was last drawn, and as it was before.
 * There is no other way to see each component that renders; a `Profiler` tells only that one of them did.
 */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
  readonly stateNode: unknown;
}

/** Set where the function of a component was called. */
const PERFORMED_WORK = 1;

/** How often each component below `container` rendered in the last commit, by its name. */
export function rendersOfLastCommit(container: Element): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const visit = (fiber: Fiber | null, isNew: boolean): void => {
    for (let one = fiber; one; one = one.sibling) {
      const before = one.alternate;
      const isFresh = isNew || !before;
      const name = nameOf(one.type);
      if (name && (isFresh || one.flags & PERFORMED_WORK)) counts[name] = (counts[name] ?? 0) + 1;
      // What nothing was asked of keeps the children that it had.
      if (isFresh || one.child !== before?.child) visit(one.child, isFresh);
    }
  };
  const root = rootOf(container);
  if (root.child !== root.alternate?.child) visit(root.child, false);
  return counts;
}

function rootOf(container: Element): Fiber {
  const key = Object.keys(container).find((name) => name.startsWith("__reactContainer$"));
  if (!key) throw new TypeError("React draws nothing into this element.");
  // As React 18 and 19 have it, see above.
  const { stateNode } = Reflect.get(container, key) as Fiber;
  return (stateNode as { readonly current: Fiber }).current;
}

/** Of a function, or of one in a `memo`. */
function nameOf(type: unknown): string | undefined {
  if (typeof type === "function") return type.name;
  const inner = typeof type === "object" && type && "type" in type ? type.type : undefined;
  return typeof inner === "function" ? inner.name : undefined;
}
