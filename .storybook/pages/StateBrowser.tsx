import { type ReactNode, useRef, useState } from "react";
import { Anatomy } from "./Anatomy.tsx";
import { formatGlobals, useToolbarGlobals } from "./globals.ts";
import { Inline } from "./Prose.tsx";

/** A state of a component: a story. */
export interface StateEntry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** True when the story has controls that edit its args. */
  readonly hasControls: boolean;
}

interface StateBrowserProps {
  readonly states: readonly [StateEntry, ...StateEntry[]];
  /** Selectors of the components of the page. */
  readonly roots: readonly string[];
}

const widths = [
  { label: "Full", width: undefined },
  { label: "768", width: 768 },
  { label: "390", width: 390 },
] as const;

/**
 * Shows one state of a component at a time, beside the list of all states. One frame keeps a page of twenty states
 * light, and steps of a story that move the focus stay inside the frame.
 */
export function StateBrowser({ states, roots }: StateBrowserProps): ReactNode {
  const [shown, setShown] = useState<StateEntry>(states[0]);
  const [width, setWidth] = useState<number>();
  const globals = formatGlobals(useToolbarGlobals());
  const frame = useRef<HTMLIFrameElement>(null);
  const [document, setDocument] = useState<Document>();
  const query = `id=${shown.id}&viewMode=story${globals && `&globals=${globals}`}`;
  return (
    <>
      <section className="book-browser" aria-label="States">
        <ul className="book-states">
          {states.map((state) => (
            <li key={state.id}>
              <button type="button" aria-pressed={state === shown} onClick={() => setShown(state)}>
                {state.name}
              </button>
            </li>
          ))}
        </ul>
        <div className="book-stage">
          <div className="book-bar">
            <p>
              <strong>{shown.name}</strong> <Inline text={shown.description} />
            </p>
            <span className="book-widths">
              {widths.map((choice) => (
                <button
                  type="button"
                  key={choice.label}
                  aria-pressed={choice.width === width}
                  onClick={() => setWidth(choice.width)}
                >
                  {choice.label}
                </button>
              ))}
            </span>
            <a href={`./?path=/story/${shown.id}`} target="_top">
              {shown.hasControls ? "Open with controls" : "Open alone"}
            </a>
          </div>
          <div className="book-frame">
            <iframe
              ref={frame}
              key={query}
              title={`${shown.name}, live`}
              src={`iframe.html?${query}`}
              style={{ inlineSize: width ? `${width}px` : "100%" }}
              onLoad={() => setDocument(frame.current?.contentDocument ?? undefined)}
            />
          </div>
        </div>
      </section>
      <Anatomy key={shown.id} document={document} roots={roots.join()} />
    </>
  );
}
