import { type ToolRenderProps, useToolRenderer } from "agui-kit";
import type { ReactNode } from "react";
import { type Booking, type BookingOrder, type FlightList, formatDate } from "../../flights.ts";
import { DefaultCall } from "./DefaultCall.tsx";

/** Registers cards for the agent's own flight tools. */
export function useFlightCards(): void {
  useToolRenderer<{ to: string; date: string }, FlightList>({
    name: "search_flights",
    agentId: "flight",
    render: (props) => <Flights {...props} />,
  });
  useToolRenderer<BookingOrder, Booking>({
    name: "book_flight",
    agentId: "flight",
    render: (props) => <FlightTicket {...props} />,
  });
}

function Flights({ result, toolCallId }: ToolRenderProps<unknown, FlightList>): ReactNode {
  if (!result) return <DefaultCall toolCallId={toolCallId} />;
  return (
    <section className="card" aria-label="Flights">
      <h3 className="card-title">
        {result.from} to {result.to}
        <span className="card-note">{formatDate(result.date)}</span>
      </h3>
      <ul className="flight-list">
        {result.flights.map(({ flight, departs, arrives, price }) => (
          <li key={flight}>
            <span className="flight-times">
              {departs} – {arrives}
            </span>
            <span className="card-note">{flight}</span>
            <span className="flight-price">€{price}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FlightTicket({
  status,
  result,
  toolCallId,
}: ToolRenderProps<BookingOrder, Booking>): ReactNode {
  // The approval request already shows the booking.
  if (status === "waiting") return null;
  if (result?.status !== "booked") return <DefaultCall toolCallId={toolCallId} />;
  const { from, to, departs, arrives, date, flight, seat, bags, code } = result;
  const facts = [
    ["Day", formatDate(date, "short")],
    ["Flight", flight],
    ["Seat", seat ?? "any"],
    ["Bags", String(bags)],
    ["Code", code],
  ] as const;
  return (
    <section className="card ticket" aria-label={`Ticket to ${to}`}>
      <div className="ticket-route">
        <p>
          <span className="card-note">{from}</span>
          <strong>{departs}</strong>
        </p>
        <span className="ticket-line" aria-hidden="true" />
        <p>
          <span className="card-note">{to}</span>
          <strong>{arrives}</strong>
        </p>
      </div>
      <dl className="ticket-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="card-note">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
