import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import { OPEN_ORDER, ORDER_CHANGED, type OrderStatus, readOrder, SUGGEST } from "../../orders.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

/** Answers about the open order, which every run receives as context. */
export const ordersExample: ExampleScript = ({ input, question }) => {
  const id = `${input.runId}-answer`;
  if (question === SUGGEST) return run(input, streamText(id, JSON.stringify(suggest(input))));
  const wish = wishes.find(({ words }) => words.test(question)) ?? anything;
  const order = findOrder(input);
  if (!order) {
    return run(
      input,
      streamText(id, `${wish.ifNone}, but **no order is open**. Open it in the list.`),
    );
  }
  const { text, change } = wish.answer(order);
  return run(input, [...streamText(id, text, { wordsPerSecond: 24 }), ...(change ? [change] : [])]);
};

type SharedOrder = NonNullable<ReturnType<typeof readOrder>>;

interface Wish {
  readonly words: RegExp;
  /** Start of the answer when no order is open. */
  readonly ifNone: string;
  readonly answer: (order: SharedOrder) => { readonly text: string; readonly change?: EventInput };
}

const wishes: readonly Wish[] = [
  {
    words: /tell me when|remind|let me know|notify/i,
    ifNone: "I would let you know when it comes",
    answer: (order) => ({
      text:
        order.status === "packing" || order.status === "sent"
          ? `I keep an eye on ${nameOf(order)}. You will hear from me when it stands at your door, on **${order.day}** as it looks.`
          : `There is nothing to wait for: ${nameOf(order)} ${fate[order.status](order.day)}.`,
      ...(order.status === "packing" || order.status === "sent"
        ? { change: changed(order, "watched", `You’ll be notified when order ${order.id} arrives`) }
        : {}),
    }),
  },
  {
    words: /cancel|call .*off/i,
    ifNone: "I would cancel it",
    answer: (order) =>
      order.status === "packing"
        ? {
            text: `Done: ${nameOf(order)} had not left the house, so I have **cancelled** it. The money is back on your card in two days.`,
            change: changed(order, "cancelled", `Order ${order.id} is cancelled`),
          }
        : {
            text: `That is too late: ${nameOf(order)} ${fate[order.status](order.day)}. You can send it back for thirty days, at no cost.`,
          },
  },
  {
    words: /send .*back|return|refund|money/i,
    ifNone: "I would look whether it can go back",
    answer: (order) => ({
      text:
        order.status === "cancelled"
          ? `The money for ${nameOf(order)} is on its way. It takes two days, as banks do.`
          : `Yes: you can send ${nameOf(order)} back within thirty days of the day it arrives. The label is in the box.`,
    }),
  },
  {
    words: /where|when|track|status/i,
    ifNone: "I would look where it is",
    answer: (order) => ({
      text: `I have looked: ${nameOf(order)} ${fate[order.status](order.day)}.`,
    }),
  },
];

const anything: Omit<Wish, "words"> = {
  ifNone: "I can tell you where an order is, cancel it, or watch it for you",
  answer: (order) => ({
    text: `You are looking at ${nameOf(order)}: it ${fate[order.status](order.day)}. Ask me **where it is**, to **cancel it**, or to **tell you when it arrives**.`,
  }),
};

/** Endings of a sentence about an order, by status. */
const fate: Readonly<Record<OrderStatus, (day: string) => string>> = {
  packing: (day) => `is being packed at this moment, and comes on **${day}**`,
  sent: (day) => `left our house last night. It is in a van by now, and comes on **${day}**`,
  delivered: (day) => `was delivered on **${day}**`,
  cancelled: () => "has been **cancelled**",
};

function nameOf({ id, title }: SharedOrder): string {
  return `order **${id}** (${title})`;
}

function changed({ id }: SharedOrder, change: "cancelled" | "watched", notice: string): EventInput {
  return { type: "CUSTOM", name: ORDER_CHANGED, value: { id, change, notice } };
}

/** Finds the open order in the context, where values other than strings are JSON. */
function findOrder({ context }: RunAgentInput): SharedOrder | undefined {
  const openOrder = context.find(({ description }) => description === OPEN_ORDER);
  if (!openOrder) return undefined;
  try {
    return readOrder(JSON.parse(openOrder.value));
  } catch {
    return undefined;
  }
}

/** Returns the questions that the user has not asked in the conversation. */
function suggest({ messages }: RunAgentInput): readonly string[] {
  const texts = messages.map(({ content }) => String(content ?? ""));
  return [
    "Where is this one?",
    "Tell me when this one arrives",
    "Can I send this one back?",
    "Cancel this one, please",
  ].filter((text) => !texts.includes(text));
}
