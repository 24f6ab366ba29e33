import type { AgentCapabilities, EventInput, Interrupt, Message } from "../../src/core.ts";
import { runFinished, runStarted, type Script } from "../../src/testing.ts";

/** A conversation at the moment of a picture. */
export interface Screenshot {
  /** Messages before the run. */
  readonly messages?: readonly Message[];
  /** The user message that starts a run. */
  readonly sent?: string;
  /** The run. */
  readonly script?: Script;
}

/** Makes the chat offer attachments. */
export const capabilities: AgentCapabilities = {
  multimodal: { input: { image: true, pdf: true } },
};

export const suggestions = [
  "Which products sold best this week?",
  "Find orders that are late",
  "Refund an order",
  "Write a product description",
];

const sql = `select product, sum(quantity) as sold
from orders
where created_at > now() - interval '7 days'
group by product
order by sold desc
limit 3;`;

const bestsellers = [
  { product: "Trail jacket", sold: 214, change: "+18 %" },
  { product: "Day pack, 20 l", sold: 173, change: "+6 %" },
  { product: "Wool socks", sold: 169, change: "−2 %" },
];

const answer = `The **trail jacket** leads, with 18 % more sales than last week:

| Product | Sold | Change |
| --- | ---: | ---: |
${bestsellers.map(({ product, sold, change }) => `| ${product} | ${sold} | ${change} |`).join("\n")}

This is the query, ready for your dashboard:

\`\`\`sql
${sql}
\`\`\`
`;

const refund = {
  order: "#4821",
  amount: "€ 129.00",
  reason: "Broken zip on delivery",
  notify: true,
};

const approval: Interrupt = {
  id: "approval",
  reason: "tool_call",
  message: "Refund this order?",
  toolCallId: "refund",
  responseSchema: {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      reason: { type: "string" },
      editedArgs: {
        type: "object",
        properties: {
          order: { type: "string" },
          amount: { type: "string" },
          reason: { type: "string" },
          notify: { type: "boolean" },
        },
      },
    },
    required: ["approved"],
  },
};

/** Calls a tool whose arguments arrive at once. */
const call = (
  toolCallId: string,
  toolCallName: string,
  args: object,
  parentMessageId = "m1",
): EventInput => ({
  type: "TOOL_CALL_CHUNK",
  toolCallId,
  toolCallName,
  parentMessageId,
  delta: JSON.stringify(args),
});

const text = (messageId: string, delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CHUNK",
  messageId,
  role: "assistant",
  delta,
});

/** The screenshots by the name of their picture. */
export const screenshots: Readonly<Record<string, Screenshot>> = {
  empty: {},
  answer: {
    sent: "Which products sold best this week?",
    script: [
      runStarted(),
      call("query", "query_orders", { days: 7, limit: 3 }),
      {
        type: "TOOL_CALL_RESULT",
        messageId: "m2",
        toolCallId: "query",
        content: JSON.stringify(bestsellers),
      },
      text("m3", answer),
      runFinished(),
    ],
  },
  approval: {
    sent: "Order 4821 arrived with a broken zip. Please refund it.",
    script: [
      runStarted(),
      call("find", "find_order", { order: "#4821" }),
      {
        type: "TOOL_CALL_RESULT",
        messageId: "m2",
        toolCallId: "find",
        content: JSON.stringify({ product: "Trail jacket", delivered: "Tuesday" }),
      },
      text("m3", "I found it: a **trail jacket**, delivered on Tuesday."),
      call("refund", "refund_order", refund, "m3"),
      runFinished({ outcome: { type: "interrupt", interrupts: [approval] } }),
    ],
  },
};
