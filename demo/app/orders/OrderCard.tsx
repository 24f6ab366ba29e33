import { type ReactNode, useId } from "react";
import { type Order, type OrderStatus, statusLabels } from "../../orders.ts";
import { OrderIcon } from "./OrderIcon.tsx";

interface OrderCardProps {
  readonly order: Order;
  readonly isOpen: boolean;
  /** True when the agent has promised to report the delivery. */
  readonly isWatched: boolean;
  readonly onToggle: () => void;
}

/** Renders an order as a row that expands to its items and progress. */
export function OrderCard({ order, isOpen, isWatched, onToggle }: OrderCardProps): ReactNode {
  const detailsId = useId();
  const { id, title, icon, status } = order;
  return (
    <li className="order" data-open={isOpen || undefined} data-status={status}>
      <button
        type="button"
        className="order-row"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={onToggle}
      >
        <OrderIcon icon={icon} />
        <span className="order-name">
          <span className="order-title">{title}</span>
          <span className="order-meta">
            {id} · <OrderState status={status} />
          </span>
        </span>
        <span className="order-price">{money.format(totalOf(order))}</span>
      </button>
      <div className="order-details" id={detailsId} hidden={!isOpen}>
        <Track {...order} />
        <ul aria-label="Items">
          {order.items.map(({ name, count, price }) => (
            <li key={name}>
              <bdi className="order-count">{count} ×</bdi> <bdi>{name}</bdi>
              <span className="order-price">{money.format(count * price)}</span>
            </li>
          ))}
        </ul>
        {isWatched && <p className="order-notification">◔ You’ll be notified when it arrives</p>}
      </div>
    </li>
  );
}

const icons: Readonly<Record<OrderStatus, string>> = {
  packing: "◔",
  sent: "→",
  delivered: "✓",
  cancelled: "×",
};

function OrderState({ status }: { readonly status: OrderStatus }): ReactNode {
  return (
    <span className="order-state">
      <span aria-hidden="true">{icons[status]}</span> {statusLabels[status]}
    </span>
  );
}

const stations: readonly (readonly [OrderStatus, string])[] = [
  ["packing", "Packed"],
  ["sent", "Sent"],
  ["delivered", "Delivered"],
];

/** Renders the progress of an order as a line with three stations. */
function Track({ status, day }: Order): ReactNode {
  if (status === "cancelled")
    return <p className="order-cancelled">This order won’t be shipped.</p>;
  const reached = stations.findIndex(([station]) => station === status);
  const isDelivered = status === "delivered";
  return (
    <ol className="order-track" aria-label="Shipping status">
      {stations.map(([station, label], index) => {
        const isDone = index < reached || isDelivered;
        return (
          <li key={station} data-reached={isDone ? "done" : index === reached ? "now" : undefined}>
            {label}
            <span className="hidden">
              {isDone ? ": done" : index === reached ? ": current" : ": upcoming"}
            </span>
            {station === "delivered" && <span className="card-note">{day}</span>}
          </li>
        );
      })}
    </ol>
  );
}

const money = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "EUR",
  maximumFractionDigits: 0,
});

function totalOf({ items }: Order): number {
  return items.reduce((sum, { count, price }) => sum + count * price, 0);
}
