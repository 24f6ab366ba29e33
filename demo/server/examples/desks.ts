import { readTicket, type Ticket } from "../../desks.ts";
import { escapeMarkdown } from "../escapeMarkdown.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

interface Repair {
  readonly words: RegExp;
  /** Text on the ticket. */
  readonly trouble: string;
  readonly cause: string;
  readonly euros: number;
  readonly day: string;
}

const repairs: readonly Repair[] = [
  {
    words: /brake|squeal|stop/i,
    trouble: "Brakes squeal",
    cause: "Mostly the pads have gone glassy: I sand the discs, and put new ones in",
    euros: 38,
    day: "tomorrow at noon",
  },
  {
    words: /gear|chain|slip/i,
    trouble: "Gears slip",
    cause:
      "Mostly the chain has stretched: I change it, and the cassette if its teeth look like fins",
    euros: 74,
    day: "on Thursday",
  },
  {
    words: /flat|tyre|tire|punctur/i,
    trouble: "Flat tyre",
    cause: "Mostly it is a thorn: I look for it before I put a new tube in",
    euros: 19,
    day: "today at five",
  },
];

/** Completion times, from the earliest to the latest. */
const days = ["today at five", "tomorrow at noon", "on Thursday"];

/** Placeholder on the ticket until the user names the kind of bike. */
const ANY_BIKE = "Bike";

const COURTESY = /^\W*(?:thanks?|thank you|hello|hi|ok(?:ay)?|yes|no|great|bye)\b/i;

const BIKE = /\b(gravel|touring|racing|city|cargo|mountain|folding|electric)(?: bike)?\b/i;

/** Writes the customer's faults on a ticket in the state and leaves the repair to the workshop. */
export const receptionExample: ExampleScript = ({ input, question }) => {
  const id = `${input.runId}-answer`;
  const before = readTicket(input.state);
  if (question === "") return run(input, streamText(id, "Tell me what is wrong with your bike."));
  const found = repairs.filter(({ words }) => words.test(question));
  const kind = BIKE.exec(question)?.[1]?.toLowerCase();
  const bike = kind ? `${kind[0]?.toUpperCase()}${kind.slice(1)} bike` : (before?.bike ?? ANY_BIKE);
  const troubles = before?.troubles ?? [];
  // A message that only names the bike or is polite adds no fault.
  const isAside = troubles.length > 0 && (kind !== undefined || COURTESY.test(question));
  const newTroubles =
    found.length > 0 ? found.map(({ trouble }) => trouble) : isAside ? [] : [short(question)];
  const ticket: Ticket = {
    number: "R-204",
    bike,
    troubles: [...new Set([...troubles, ...newTroubles])],
  };
  const words = formatTicket(ticket);
  const answer = before
    ? `This is your ticket **R-204** now: ${words}.`
    : `I have written that down: ticket **R-204**. ${words}. Which kind of bike it is helps as well.`;
  return run(input, [
    ...streamText(
      id,
      `${answer} What it takes is for **Theo** to say. Hand over, and you need not tell him again.`,
    ),
    { type: "STATE_SNAPSHOT", snapshot: { ticket } },
  ]);
};

/** Answers from its own expertise and from the ticket that was handed over. */
export const workshopExample: ExampleScript = ({ input, question }) => {
  const id = `${input.runId}-answer`;
  const ticket = readTicket(input.state);
  const isTakenOver = input.messages.at(-1)?.role !== "user";
  if (!ticket) {
    const wish = /do you know|ticket|bike/i.test(question)
      ? "No, I do not know your bike"
      : "I mend what Nora writes down";
    return run(
      input,
      streamText(
        id,
        `${wish}: there is **no ticket** here. What you tell her stays with her until you hand it over.`,
      ),
    );
  }
  const mine = repairs.filter(({ trouble }) => ticket.troubles.includes(trouble));
  const isUnsure = mine.length < ticket.troubles.length;
  const rest = mine.length > 0 ? "The rest" : "That";
  const unsure = `${rest} I have to see first, and looking costs nothing`;
  const cause = [...mine.map(({ cause }) => cause), ...(isUnsure ? [unsure] : [])].join(". ");
  const bike = escapeMarkdown(ticket.bike).toLowerCase();
  const euros = mine.reduce((sum, one) => sum + one.euros, 0);
  const price =
    mine.length === 0
      ? "what it costs I say when I have seen it"
      : `**${euros} €**${isUnsure ? " for what I know of" : ""}`;
  // The bike is ready when its last repair is.
  const day = days.findLast((day) => mine.some((one) => one.day === day)) ?? "tomorrow";
  if (isTakenOver) {
    const count = input.messages.filter(({ role }) => role === "user").length;
    const read = count === 1 ? "what you told Nora" : `the ${count} things you told Nora`;
    return run(
      input,
      streamText(
        id,
        `Theo here. I have read ${read}, and ticket **${ticket.number}**: ${formatTicket(ticket)}. ${cause}.`,
      ),
    );
  }
  if (/cost|price|much/i.test(question)) {
    return run(input, streamText(id, `For ticket **${ticket.number}**: ${price}, work and parts.`));
  }
  if (/when|ready|fetch|long/i.test(question)) {
    return run(
      input,
      streamText(id, `Your ${bike} is ready **${day}**. Nora sends you a message.`),
    );
  }
  return run(
    input,
    streamText(id, `On ticket **${ticket.number}** it says: ${formatTicket(ticket)}. ${cause}.`),
  );
};

function formatTicket({ bike, troubles }: Ticket): string {
  const words = escapeMarkdown(troubles.join(", "));
  return bike === ANY_BIKE ? words : `${words}, on a ${escapeMarkdown(bike).toLowerCase()}`;
}

/** Shortens a text to fit on a ticket. */
function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 48 ? `${line.slice(0, 47)}…` : line;
}
