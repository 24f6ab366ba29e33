import type { ReactNode } from "react";
import type { Order } from "../../orders.ts";

const paths: Readonly<Record<Order["icon"], string>> = {
  lamp: "M8 20h8M12 20v-9M9 4h6l3 7H6zM15.500 11v3",
  cushion:
    "M6 5c4 1.300 8 1.300 12 0 1.300 4.500 1.300 9.500 0 14-4-1.300-8-1.300-12 0-1.300-4.500-1.300-9.500 0-14zM10 10l4 4M14 10l-4 4",
  bowl: "M4 11h16a8 8 0 0 1-5 7.500V20H9v-1.500A8 8 0 0 1 4 11zM9 7.500c0-1.500 1-1.500 1-3M13.500 7.500c0-1.500 1-1.500 1-3",
  chair:
    "M8 4v9.500M16 4v9.500M8 6.500h8M8 9.500h8M6.500 13.500h11M8 13.500 6.500 20M16 13.500l1.500 6.500M7.500 17h9",
};

/** Renders a decorative icon of an order. */
export function OrderIcon({ icon }: Pick<Order, "icon">): ReactNode {
  return (
    <span className="order-icon" aria-hidden="true">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={paths[icon]} />
      </svg>
    </span>
  );
}
