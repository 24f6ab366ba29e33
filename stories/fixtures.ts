import type { ActivityMessage, EventInput, Message, ToolCall } from "../src/protocol/events.ts";

/** A small picture of the sun over the sea, as a PNG in base64. */
export const sunOverSea = [
  "iVBORw0KGgoAAAANSUhEUgAAAHgAAABQCAMAAADlRUG7AAAACVBMVEUvbbXysTQbOly6OwioAAAAaUlEQVR42u3X",
  "wQnAMAzF0Kj7D91TJyhYEEsLvEvAP+dUVVXVjQEK+iWxozQ4MjgyODI4MkiyBYMkB0/BIMn74F71AnjfkfDusbdA",
  "vM3lrUxvV3s/CfHvVFU10CMVHBwcHBwcHBwcHPy/FzA+Gd4Zkb+/AAAAAElFTkSuQmCC",
].join("");

export const weatherCall: ToolCall = {
  id: "call-weather",
  type: "function",
  function: { name: "get_weather", arguments: '{"city":"Lisbon","days":3,"units":"metric"}' },
};

export const bookingCall: ToolCall = {
  id: "call-booking",
  type: "function",
  function: { name: "book_table", arguments: '{"restaurant":"Taberna do Mar","people":2}' },
};

export const plan: ActivityMessage = {
  id: "plan",
  role: "activity",
  activityType: "PLAN",
  content: {
    steps: [
      { title: "Look at the weather", status: "completed" },
      { title: "Find a restaurant by the sea", status: "in_progress" },
      { title: "Book a table for two", status: "pending" },
    ],
  },
};

const answer = `Saturday is the day: **24 °C and no wind**. I would go like this:

1. Take the ferry to Cacilhas at 10:00.
2. Walk along the river to *Ponto Final*.
3. Be back for dinner; the table is booked for \`20:30\`.

| Day | Sky | High |
| --- | --- | ---: |
| Friday | clouds | 21 °C |
| Saturday | clear | 24 °C |
| Sunday | rain | 18 °C |

> Bring a jacket for the ferry.`;

/** A conversation with every kind of message. */
export const trip: readonly Message[] = [
  { id: "u1", role: "user", content: "Plan a day in Lisbon this weekend. We like the sea." },
  {
    id: "r1",
    role: "reasoning",
    content: "They like the sea, so the weather decides. I should look at it **first**.",
  },
  plan,
  { id: "a1", role: "assistant", toolCalls: [weatherCall, bookingCall] },
  {
    id: "t1",
    role: "tool",
    toolCallId: weatherCall.id,
    content: '{"friday":{"sky":"clouds","high":21},"saturday":{"sky":"clear","high":24}}',
  },
  {
    id: "t2",
    role: "tool",
    toolCallId: bookingCall.id,
    content: "",
    error: "The restaurant did not answer. The table was booked at Ponto Final instead.",
  },
  { id: "a2", role: "assistant", content: answer },
  { id: "u2", role: "user", content: "Perfect. How do we get to the ferry?" },
  {
    id: "a3",
    role: "assistant",
    content:
      "From Rossio, ten minutes on foot:\n\n```sh\nmetro green --to 'Cais do Sodré'\n```\n\nThe ferries leave every 20 minutes; see the [timetable](https://example.com/ferry).",
  },
];

export const arabicTrip: readonly Message[] = [
  { id: "u1", role: "user", content: "خطط لنا يومًا في لشبونة نهاية هذا الأسبوع." },
  { id: "a1", role: "assistant", toolCalls: [weatherCall] },
  { id: "t1", role: "tool", toolCallId: weatherCall.id, content: '{"sky":"clear"}' },
  {
    id: "a2",
    role: "assistant",
    content:
      "السبت هو اليوم المناسب: **24 درجة** ولا رياح.\n\n- عبّارة إلى كاسيلياس\n- غداء على النهر",
  },
];

/** Creates a conversation with the requested number of turns. */
export function manyTurns(turns: number): readonly Message[] {
  return Array.from({ length: turns }, (_, turn): Message[] => [
    { id: `u${turn}`, role: "user", content: `Question ${turn + 1}: what comes next?` },
    {
      id: `a${turn}`,
      role: "assistant",
      content: `Answer ${turn + 1}. ${"It depends on what came before it, and on the weather. ".repeat(1 + (turn % 5))}`,
    },
  ]).flat();
}

/** Creates the events of a text that is still streaming. */
export function halfAnAnswer(text = answer.slice(0, 200)): EventInput[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId: "half", role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "half", delta: text },
  ];
}

/** Twelve seconds of silence, as the Base64 data of a WAV file. */
export const silence = btoa(
  String.fromCharCode(
    ...new TextEncoder().encode("RIFF"),
    ...littleEndian(36 + 36_000),
    ...new TextEncoder().encode("WAVEfmt "),
    ...littleEndian(16),
    // PCM with one channel, and 3000 samples of one byte in a second.
    ...[1, 0, 1, 0],
    ...littleEndian(3000),
    ...littleEndian(3000),
    ...[1, 0, 8, 0],
    ...new TextEncoder().encode("data"),
    ...littleEndian(36_000),
    ...new Uint8Array(36_000).fill(128),
  ),
);

function littleEndian(value: number): readonly number[] {
  return [value, value >> 8, value >> 16, value >> 24].map((byte) => byte & 255);
}
