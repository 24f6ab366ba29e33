// @ts-check

/**
 * A moment of a conversation that the sheets compare.
 *
 * @typedef {object} Scene
 * @property {string} title
 * @property {string} [sent] - The user message; none for an empty chat.
 * @property {readonly object[]} [events] - The AG-UI events of the run, after `RUN_STARTED`.
 * @property {true} [staysOpen] - Keeps the run going, so that the picture shows it.
 * @property {number} [width] - Width of each picture, in CSS pixels.
 * @property {true} [hasThreads] - Shows the list of conversations beside the chat.
 */

const question = "Which products sold best this week?";

const answer = `The **trail jacket** leads, with 18 % more sales than last week.

## The three best

| Product | Sold | Change |
| --- | ---: | ---: |
| Trail jacket | 214 | +18 % |
| Day pack, 20 l | 173 | +6 % |
| Wool socks | 169 | −2 % |

This is the query, ready for your dashboard:

\`\`\`sql
select product, sum(quantity) as sold
from orders
where created_at > now() - interval '7 days'
group by product
order by sold desc limit 3;
\`\`\`

1. The [day pack](https://shop.example/day-pack) is low in stock.
2. Wool socks sell better in winter.
`;

/** @param {string} messageId @param {string} content */
const text = (messageId, content) => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta: content },
  { type: "TEXT_MESSAGE_END", messageId },
];

/** @param {string} toolCallId @param {string} toolCallName @param {object} args @param {string} parentMessageId */
const call = (toolCallId, toolCallName, args, parentMessageId) => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName, parentMessageId },
  { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(args) },
  { type: "TOOL_CALL_END", toolCallId },
];

const queried = [
  ...call("query", "query_orders", { days: 7, limit: 3 }, "calls"),
  {
    type: "TOOL_CALL_RESULT",
    messageId: "rows",
    toolCallId: "query",
    content: JSON.stringify([
      { product: "Trail jacket", sold: 214, change: "+18 %" },
      { product: "Day pack, 20 l", sold: 173, change: "+6 %" },
    ]),
  },
];

const finished = { type: "RUN_FINISHED" };

/** The scenes by the name of their sheet. @type {Readonly<Record<string, Scene>>} */
export const scenes = {
  empty: { title: "Empty" },
  streaming: {
    title: "Streaming",
    sent: question,
    events: [
      { type: "TEXT_MESSAGE_START", messageId: "answer", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "answer", delta: answer.slice(0, 150) },
    ],
    staysOpen: true,
  },
  finished: {
    title: "Finished answer",
    sent: question,
    events: [...queried, ...text("answer", answer), finished],
  },
  "tool-call": {
    title: "Tool call",
    sent: question,
    events: [
      ...queried,
      ...text("answer", "The **trail jacket** leads: 214 sold, 18 % more than last week."),
      finished,
    ],
  },
  approval: {
    title: "Approval",
    sent: "Order 4821 arrived with a broken zip. Please refund it.",
    events: [
      ...text("found", "I found it: a **trail jacket**, delivered on Tuesday."),
      ...call(
        "refund",
        "refund_order",
        { order: "#4821", amount: "€ 129.00", reason: "Broken zip on delivery" },
        "found",
      ),
      {
        type: "RUN_FINISHED",
        outcome: {
          type: "interrupt",
          interrupts: [
            {
              id: "approval",
              reason: "tool_call",
              message: "Refund this order?",
              toolCallId: "refund",
              responseSchema: {
                type: "object",
                properties: { approved: { type: "boolean" } },
                required: ["approved"],
              },
            },
          ],
        },
      },
    ],
  },
  error: {
    title: "Error",
    sent: question,
    events: [
      ...text("begun", "I will look at the orders of this week."),
      { type: "RUN_ERROR", message: "upstream connect error: 503", code: "SERVER_ERROR" },
    ],
  },
  threads: {
    title: "Conversations",
    sent: question,
    events: [...queried, ...text("answer", "The **trail jacket** leads: 214 sold."), finished],
    hasThreads: true,
    width: 760,
  },
  phone: {
    title: "390 px",
    sent: question,
    events: [...queried, ...text("answer", answer), finished],
    width: 390,
  },
};
