import type { RunAgentInput } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import type { ExampleRequest } from "../exampleScript.ts";
import { streamEncryptedReasoning, streamText } from "../streamSteps.ts";

const cards = ["seven of hearts", "queen of spades", "ace of clubs", "four of diamonds"] as const;
const SEAL = "sealed:";

/**
 * Picks a card in encrypted reasoning and reads the card from the reasoning that the page sends
 * back.
 */
export function pickCard({ input, question, turn }: ExampleRequest): ScriptStep[] | undefined {
  const id = input.runId;
  if (/which|what (card|was it)|tell me/i.test(question) && /card|was it|one/i.test(question)) {
    const card = unseal(input);
    return streamText(
      `${id}-answer`,
      card === undefined
        ? "I have not picked a card yet. Ask me to *pick a card in private*."
        : `It was the **${card}**. I keep nothing between two messages: your page sent my sealed thought back to me, and never could read it.`,
    );
  }
  if (!/card|private|secret/i.test(question)) return undefined;
  const card = cards[(question.length + turn) % cards.length] ?? cards[0];
  return [
    ...streamEncryptedReasoning(`${id}-reasoning`, seal(card)),
    { delayMs: 200 },
    ...streamText(
      `${id}-answer`,
      "I have one. What I thought is sealed: you see that I did, and not what. Ask me *which card it was*.",
    ),
  ];
}

/** Simulates the encryption of a provider. */
function seal(card: string): string {
  return btoa(SEAL + card);
}

/** Reads the last encrypted reasoning in the conversation. */
function unseal({ messages }: RunAgentInput): string | undefined {
  for (const message of messages.toReversed()) {
    const value = message.role === "reasoning" ? message.encryptedValue : undefined;
    if (value === undefined) continue;
    const text = atob(value);
    if (text.startsWith(SEAL)) return text.slice(SEAL.length);
  }
  return undefined;
}
