import { readField } from "./readField.ts";

/** Progress of an order. */
export type OrderStatus = "packing" | "sent" | "delivered" | "cancelled";

/** Order as the page lists it and as the agent receives it. */
export interface Order {
  readonly id: string;
  readonly title: string;
  readonly icon: "lamp" | "cushion" | "bowl" | "chair";
  readonly status: OrderStatus;
  /** Day of the delivery, expected or past. */
  readonly day: string;
  readonly items: readonly OrderItem[];
}

export interface OrderItem {
  readonly name: string;
  readonly count: number;
  /** Unit price in euros. */
  readonly price: number;
}

/** Initial orders of the page. */
export const orders: readonly Order[] = [
  {
    id: "1047",
    title: "Linen cushions",
    icon: "cushion",
    status: "packing",
    day: "Friday",
    items: [
      { name: "Cushion, sand", count: 2, price: 29 },
      { name: "Gift wrapping", count: 1, price: 4 },
    ],
  },
  {
    id: "1043",
    title: "Walnut desk lamp",
    icon: "lamp",
    status: "sent",
    day: "Wednesday",
    items: [
      { name: "Desk lamp, walnut", count: 1, price: 89 },
      { name: "Bulb, warm white", count: 2, price: 6 },
    ],
  },
  {
    id: "1038",
    title: "Stoneware bowls",
    icon: "bowl",
    status: "delivered",
    day: "12 May",
    items: [{ name: "Bowl, speckled", count: 4, price: 16 }],
  },
  {
    id: "1031",
    title: "Folding chair",
    icon: "chair",
    status: "delivered",
    day: "28 April",
    items: [{ name: "Chair, beech", count: 1, price: 120 }],
  },
];

export const statusLabels: Readonly<Record<OrderStatus, string>> = {
  packing: "Packing",
  sent: "On its way",
  delivered: "Delivered",
  cancelled: "Cancelled",
};

/** Description of the context that the page sends with every run. */
export const OPEN_ORDER = "The order that the user has open on the page";

/** Name of the custom event with which the agent reports a change to an order. */
export const ORDER_CHANGED = "order-changed";

/** Schema of the value of {@link ORDER_CHANGED}. */
export const orderChangeSchema = {
  type: "object",
  properties: {
    id: { type: "string" },
    change: { enum: ["cancelled", "watched"] },
    notice: { type: "string" },
  },
  required: ["id", "change", "notice"],
} as const;

/** Hidden request for suggestions that follows each answer. */
export const SUGGEST =
  "What could I ask next about this order? Answer with a JSON array of strings.";

/** Reads the open order from the context, with the fields that the agent needs. */
export function readOrder(
  value: unknown,
): (Pick<Order, "id" | "title" | "day"> & { readonly status: OrderStatus }) | undefined {
  const [id, title, day] = ["id", "title", "day"].map((name) => readField(value, name));
  const status = readField(value, "status");
  if (typeof id !== "string" || typeof title !== "string" || !isStatus(status)) return undefined;
  return { id, title, status, day: typeof day === "string" ? day : "" };
}

function isStatus(value: unknown): value is OrderStatus {
  return typeof value === "string" && Object.hasOwn(statusLabels, value);
}
