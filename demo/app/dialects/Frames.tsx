import { type ReactNode, useEffect, useRef } from "react";
import type { Spelling } from "../../dialects.ts";
import { SidePanel } from "../SidePanel.tsx";
import { createWire, useExchanges } from "../wire/wire.ts";
import { dialectWires } from "../wire/wires.ts";

/** Placeholder for a dialect without a wire. */
const unusedWire = createWire();

/** Scrollable elements must be reachable by keyboard. */
const scrollable = { tabIndex: 0 };

/** Renders the raw traffic of a dialect: the last request and the frames of its answer. */
export function Frames({ spelling }: { readonly spelling: Spelling }): ReactNode {
  const { agentId, name, about } = spelling;
  const exchange = useExchanges(dialectWires[agentId] ?? unusedWire).at(-1);
  const frames = exchange?.frames ?? [];
  const list = useRef<HTMLElement>(null);
  const count = frames.length;
  const isOpen = exchange?.end === "open";
  useEffect(() => {
    if (isOpen && count > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [isOpen, count]);
  const framed = count === 1 ? "1 frame" : `${count} frames`;
  return (
    <SidePanel label="On the wire" summary={`${name}, ${framed}`}>
      {/* The key resets the scroll position when the dialect changes. */}
      <div className="frames" key={agentId}>
        <h2 className="frames-title panel-title">{name} on the wire</h2>
        <p className="card-note">{about}</p>
        {exchange ? (
          <>
            <h3 id="frames-request">
              Asked <code>{exchange.method}</code>
            </h3>
            <section className="frame-list" aria-labelledby="frames-request" {...scrollable}>
              {exchange.sent.map((text, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sent texts are only appended
                <pre key={at}>{text}</pre>
              ))}
            </section>
            <h3 id="frames-answered">
              Answered <span className="card-note">{framed}</span>
            </h3>
            <section
              className="frame-list"
              aria-labelledby="frames-answered"
              ref={list}
              {...scrollable}
            >
              {frames.map((text, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: frames are only appended
                <pre key={at}>{text}</pre>
              ))}
            </section>
          </>
        ) : (
          <div className="panel-empty">
            <p>Send a message to see every frame as it arrives.</p>
          </div>
        )}
      </div>
    </SidePanel>
  );
}
