import { useSharedState } from "agui-kit";
import type { ReactNode } from "react";
import { readTrip, type Trip } from "../../trip.ts";
import { SidePanel } from "../SidePanel.tsx";

/** Renders the trip of the shown branch, which changes when the user switches branches. */
export function TripPanel(): ReactNode {
  const trip = useSharedState(readTrip, isSame);
  const summary = trip ? `${trip.city}, ${formatPrice(trip.total)}` : "none yet";
  return (
    <SidePanel label="Your trip" summary={summary} isOpen>
      {trip ? (
        <div className="trip-card">
          <h2 className="frames-title panel-title">Your trip</h2>
          <dl className="trip">
            <div>
              <dt>Where</dt>
              <dd>{trip.city}</dd>
            </div>
            <div>
              <dt>Length</dt>
              <dd>{trip.nights === 1 ? "1 night" : `${trip.nights} nights`}</dd>
            </div>
            <div>
              <dt>Hotel</dt>
              <dd>{trip.hotel}</dd>
            </div>
            <div>
              <dt>Total</dt>
              <dd>{formatPrice(trip.total)}</dd>
            </div>
          </dl>
        </div>
      ) : (
        <div className="panel-empty">
          <p>The agent’s suggestion appears here and follows the version you select.</p>
        </div>
      )}
    </SidePanel>
  );
}

const formatPrice = (euros: number) => `€${euros.toLocaleString("en-GB")}`;

function isSame(a: Trip | undefined, b: Trip | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
