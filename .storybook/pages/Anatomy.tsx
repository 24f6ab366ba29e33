import { type ReactNode, useEffect, useState } from "react";

/** An element of a component with a class of its own. */
interface PartNode {
  readonly className: string;
  readonly tag: string;
  readonly children: readonly PartNode[];
}

/** Time between two looks at a story that still changes. */
const POLL_MS = 400;
const MAX_LOOKS = 12;
const MAX_DEPTH = 4;
/** Classes of decoration, which applications do not style. */
const DECORATION = new Set(["agk-icon", "agk-sr-only"]);
/** Classes that are left out where there are others. */
const IGNORED = new Set([...DECORATION, "agk-announcer"]);
const HIGHLIGHT = "data-book-highlight";

interface AnatomyProps {
  readonly document: Document | undefined;
  /** Selector of the elements to begin with. A story without any is listed from its outermost elements. */
  readonly roots: string;
}

/** Lists the elements of the story in a frame, and marks one of them under the pointer or the focus. */
export function Anatomy({ document, roots }: AnatomyProps): ReactNode {
  const parts = useParts(document, roots);
  if (parts.length === 0) return null;
  return (
    <section className="book-section">
      <h2>Anatomy</h2>
      <p className="book-muted">
        Point at an element to see it in the preview. Each class can be styled, and keeps its name
        between releases.
      </p>
      <PartList parts={parts} document={document} />
    </section>
  );
}

function PartList(props: {
  readonly parts: readonly PartNode[];
  readonly document: Document | undefined;
}): ReactNode {
  const { parts, document } = props;
  return (
    <ul className="book-anatomy">
      {parts.map(({ className, tag, children }) => (
        <li key={className}>
          <button
            type="button"
            onPointerEnter={() => highlight(document, className)}
            onPointerLeave={() => highlight(document, undefined)}
            onFocus={() => highlight(document, className)}
            onBlur={() => highlight(document, undefined)}
          >
            <code>.{className}</code> <span>{`<${tag}>`}</span>
          </button>
          {children.length > 0 && <PartList parts={children} document={document} />}
        </li>
      ))}
    </ul>
  );
}

function useParts(document: Document | undefined, roots: string): readonly PartNode[] {
  const [parts, setParts] = useState<readonly PartNode[]>([]);
  useEffect(() => {
    if (!document) return;
    let looks = 0;
    const timer = setInterval(() => {
      const next = mergeParts(readParts(document, roots));
      // A slow machine needs time until the story shows anything.
      if (next.length > 0) looks += 1;
      setParts((earlier) => (JSON.stringify(earlier) === JSON.stringify(next) ? earlier : next));
      if (looks === MAX_LOOKS) clearInterval(timer);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [document, roots]);
  return parts;
}

function readParts({ body }: Document, roots: string): PartNode[] {
  const outermost = [...(roots ? body.querySelectorAll(roots) : [])].filter(
    (element) => !element.parentElement?.closest(roots),
  );
  const elements = outermost.length > 0 ? outermost : [...body.children];
  const visible = partsOf(elements, 0, IGNORED);
  return visible.length > 0 ? visible : partsOf(elements, 0, DECORATION);
}

function partsOf(
  elements: readonly Element[],
  depth: number,
  ignored: ReadonlySet<string>,
): PartNode[] {
  return elements.flatMap((element): PartNode[] => {
    const children = [...element.children];
    const className = [...element.classList].find((name) => name.startsWith("agk-"));
    if (className && ignored.has(className)) return [];
    if (!className) return partsOf(children, depth, ignored);
    const parts = depth < MAX_DEPTH ? partsOf(children, depth + 1, ignored) : [];
    return [{ className, tag: element.localName, children: parts }];
  });
}

/** Merges siblings of one class, so that a list of messages is one entry. */
function mergeParts(parts: readonly PartNode[]): PartNode[] {
  const merged = new Map<string, PartNode>();
  for (const part of parts) {
    const same = merged.get(part.className);
    merged.set(part.className, {
      ...part,
      children: [...(same?.children ?? []), ...part.children],
    });
  }
  return [...merged.values()].map((part) => ({ ...part, children: mergeParts(part.children) }));
}

function highlight(document: Document | undefined, className: string | undefined): void {
  if (!document?.head) return;
  let sheet = document.querySelector(`style[${HIGHLIGHT}]`);
  if (!sheet) {
    sheet = document.createElement("style");
    sheet.setAttribute(HIGHLIGHT, "");
    document.head.append(sheet);
  }
  sheet.textContent = className
    ? `.${className} { outline: 2px solid #d6409f !important; outline-offset: 1px; background-color: #d6409f1a !important; }`
    : "";
}
