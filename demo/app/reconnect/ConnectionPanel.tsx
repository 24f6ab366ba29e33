import type { ReactNode } from "react";
import { SidePanel } from "../SidePanel.tsx";
import { type Exchange, useExchanges, useIsWireCut } from "../wire/wire.ts";
import { reconnectWire } from "../wire/wires.ts";

const ends = {
  open: "open",
  whole: "complete",
  left: "left",
  cut: "disconnected",
  refused: "no connection",
} as const;

/** Renders the connections of the conversation and a switch that simulates being offline. */
export function ConnectionPanel(): ReactNode {
  const exchanges = useExchanges(reconnectWire).filter(({ path }) => !path.includes("/cancel"));
  const isOffline = useIsWireCut(reconnectWire);
  const last = exchanges.at(-1);
  const summary = isOffline ? "offline" : last ? ends[last.end] : "nothing yet";
  return (
    <SidePanel label="Connection" summary={summary} isOpen>
      <div className="line">
        <label className="switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={isOffline}
            checked={isOffline}
            onChange={({ target }) => reconnectWire.setOffline(target.checked)}
          />
          <span>
            Stay offline
            <span className="card-note">
              Disconnects you. After five attempts, retry with a button.
            </span>
          </span>
        </label>
        <h2 className="frames-title">Connections</h2>
        {exchanges.length === 0 ? (
          <p className="card-note">None yet. Ask for a story and watch the connection.</p>
        ) : (
          // Latest first, because readers look at the top.
          <ol className="connections" reversed>
            {exchanges.toReversed().map((exchange) => (
              <Connection key={exchange.id} exchange={exchange} />
            ))}
          </ol>
        )}
      </div>
    </SidePanel>
  );
}

function Connection({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { method, path, frames, end, status } = exchange;
  const after = new URLSearchParams(path.split("?")[1]).get("after");
  const refusal = end === "refused" && status !== undefined ? `refused with ${status}` : ends[end];
  return (
    <li data-end={end}>
      <span>
        {method === "POST" ? "Run" : `Resume after event ${after ?? 0}`}
        <span className="card-note">{frames.length > 0 && eventCount(frames.length)}</span>
      </span>
      <span className="connection-end">{refusal}</span>
    </li>
  );
}

const eventCount = (count: number) => (count === 1 ? "1 event" : `${count} events`);
