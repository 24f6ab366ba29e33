import { useAgentContext, useCustomEvent } from "agui-kit";
import { type ReactNode, useState } from "react";
import { OPEN_ORDER, ORDER_CHANGED, type Order, orderChangeSchema, orders } from "../../orders.ts";
import { SidePanel } from "../SidePanel.tsx";
import { Notice } from "./Notice.tsx";
import { OrderCard } from "./OrderCard.tsx";

/**
 * Renders the user's orders, shares the open order with the agent and applies the agent's changes.
 */
export function OrdersPanel(): ReactNode {
  const [openId, setOpenId] = useState<string | undefined>("1043");
  const [cancelled, setCancelled] = useState<readonly string[]>([]);
  const [watched, setWatched] = useState<readonly string[]>([]);
  const [notice, setNotice] = useState<string>();
  const list = orders.map((order) =>
    cancelled.includes(order.id) ? { ...order, status: "cancelled" as const } : order,
  );
  const open = list.find(({ id }) => id === openId);
  useAgentContext({ description: OPEN_ORDER, value: open });
  useCustomEvent(ORDER_CHANGED, orderChangeSchema, ({ id, change, notice }) => {
    const add = change === "cancelled" ? setCancelled : setWatched;
    add((ids) => [...ids, id]);
    setNotice(notice);
  });
  return (
    <>
      <SidePanel label="Your orders" summary={open ? `${open.title} is open` : "none open"} isOpen>
        <div className="orders">
          <h2 className="recipe-label">Your orders</h2>
          <ul className="order-list">
            {list.map((order) => (
              <OrderCard
                key={order.id}
                order={order}
                isOpen={order === open}
                isWatched={watched.includes(order.id)}
                onToggle={() => setOpenId(order === open ? undefined : order.id)}
              />
            ))}
          </ul>
          <SharedContext order={open} />
        </div>
      </SidePanel>
      <Notice text={notice} onClose={() => setNotice(undefined)} />
    </>
  );
}

/**
 * Shows the context that is sent with the next message, so that the user understands the answer.
 */
function SharedContext({ order }: { readonly order: Order | undefined }): ReactNode {
  return (
    <p className="order-shared" role="status">
      <span>Will be sent with your next message</span>
      {order ? (
        <strong>
          Order {order.id}, {order.title}
        </strong>
      ) : (
        <strong>No order is open</strong>
      )}
    </p>
  );
}
