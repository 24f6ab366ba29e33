import type { AssistantMessage, EventInput, Message } from "../../src/protocol/events.ts";

/** The texts of a conversation in one language, with localized names. */
interface Talk {
  readonly question: string;
  readonly reasoning: string;
  readonly steps: readonly [done: string, active: string, open: string];
  readonly tool: string;
  readonly place: string;
  readonly answer: string;
  /** A text in two scripts, with a file name. */
  readonly thanks: string;
  readonly approvalText: string;
}

const talks: Readonly<Record<"de" | "ja" | "ar", Talk>> = {
  de: {
    question: "Plane uns für dieses Wochenende einen Tag am Meer in Lissabon.",
    reasoning: "Das Wetter entscheidet. Zuerst danach sehen.",
    steps: ["Wetter ansehen", "Restaurant am Meer finden", "Tisch für zwei reservieren"],
    tool: "wetter_abfragen",
    place: "Lissabon",
    answer:
      "Samstag passt: **24 °C und windstill**.\n\n1. Mit der Fähre nach Cacilhas\n2. Am Fluss entlang zum Mittagessen\n\n| Tag | Himmel | Höchstwert |\n| --- | --- | ---: |\n| Freitag | wolkig | 21 °C |\n| Samstag | klar | 24 °C |\n\n```sh\nmetro green --to Cais\n```\n\n![Karte](https://example.com/map.png)",
    thanks: "Danke! Bitte alles in plan (2).pdf zusammenfassen.",
    approvalText: "Darf ich den Tisch reservieren?",
  },
  ja: {
    question: "今週末、リスボンで海を楽しむ一日の計画を立ててください。",
    reasoning: "天気しだいです。まず天気を調べます。",
    steps: ["天気を調べる", "海辺のレストランを探す", "二人分の席を予約する"],
    tool: "天気を取得",
    place: "リスボン",
    answer:
      "土曜日がよさそうです。**24 度で風もありません**。\n\n1. フェリーでカシーリャスへ\n2. 川沿いを歩いて昼食\n\n| 曜日 | 空 | 最高気温 |\n| --- | --- | ---: |\n| 金曜日 | くもり | 21 度 |\n| 土曜日 | 晴れ | 24 度 |\n\n```sh\nmetro green --to Cais\n```\n\n![地図](https://example.com/map.png)",
    thanks: "ありがとうございます。全部 plan (2).pdf にまとめてください。",
    approvalText: "席を予約してもよろしいですか？",
  },
  ar: {
    question: "خطط لنا يومًا بحريًا في لشبونة نهاية هذا الأسبوع.",
    reasoning: "الطقس هو الذي يقرر، لذا يجب النظر إليه أولًا.",
    steps: ["النظر إلى الطقس", "البحث عن مطعم على البحر", "حجز طاولة لشخصين"],
    tool: "حالة_الطقس",
    place: "لشبونة",
    answer:
      "السبت هو اليوم المناسب: **24 درجة** ولا رياح.\n\n1. العبّارة إلى كاسيلياس\n2. غداء على النهر\n\n| اليوم | السماء | العظمى |\n| --- | --- | ---: |\n| الجمعة | غائمة | 21 درجة |\n| السبت | صافية | 24 درجة |\n\n```sh\nmetro green --to Cais\n```\n\n![خريطة](https://example.com/map.png)",
    thanks: "شكرًا! ضع كل ذلك في plan (2).pdf من فضلك.",
    approvalText: "هل أحجز الطاولة؟",
  },
};

export type LanguageCode = keyof typeof talks;

/** Creates a conversation in one language with most kinds of content. */
export function conversationIn(code: LanguageCode): readonly Message[] {
  const { question, reasoning, steps, tool, place, answer, thanks } = talks[code];
  const statuses = ["completed", "in_progress", "pending"];
  return [
    { id: "u1", role: "user", content: question },
    { id: "r1", role: "reasoning", content: reasoning },
    {
      id: "p1",
      role: "activity",
      activityType: tool,
      content: { [place]: steps.map((title, at) => ({ title, status: statuses[at] })) },
    },
    { id: "a1", role: "assistant", toolCalls: [call("c1", tool, place), call("c2", tool, place)] },
    { id: "t1", role: "tool", toolCallId: "c1", content: JSON.stringify({ [place]: [24, true] }) },
    { id: "t2", role: "tool", toolCallId: "c2", content: "", error: place },
    { id: "a2", role: "assistant", content: answer },
    { id: "u2", role: "user", content: thanks },
    { id: "a3", role: "assistant", content: steps.join(". ") },
  ];
}

function call(
  id: string,
  name: string,
  place: string,
): NonNullable<AssistantMessage["toolCalls"]>[number] {
  const args = JSON.stringify({ [place]: 3 });
  return { id, type: "function", function: { name, arguments: args } };
}

/** Creates an agent's questions for every kind of answer. */
export function questionsIn(code: LanguageCode): { events: EventInput[]; interrupts: Asked[] } {
  const { tool, place, approvalText, steps } = talks[code];
  const responseSchema = {
    type: "object",
    properties: {
      [place]: { type: "string", minLength: 3, description: approvalText },
      [steps[0]]: { type: "integer", minimum: 1 },
      [steps[1]]: { type: "array", items: { type: "string" } },
      [steps[2]]: { type: "boolean" },
    },
    required: [place, steps[0]],
  };
  return {
    events: [
      {
        type: "TOOL_CALL_CHUNK",
        toolCallId: "c9",
        toolCallName: tool,
        parentMessageId: "asking",
        delta: JSON.stringify({ [place]: 2 }),
      },
    ],
    interrupts: [
      { id: "i1", reason: "tool_call", toolCallId: "c9", message: approvalText },
      { id: "i2", reason: "confirmation", message: approvalText },
      { id: "i3", reason: "input_required", message: approvalText, responseSchema },
      { id: "i4", reason: "upload_required", message: approvalText },
      { id: "i5", reason: tool, message: approvalText },
    ],
  };
}

interface Asked {
  readonly id: string;
  readonly reason: string;
  readonly message: string;
  readonly toolCallId?: string;
  readonly responseSchema?: Record<string, unknown>;
}
