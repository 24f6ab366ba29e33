import { readTrip, type Trip } from "../../trip.ts";
import { escapeMarkdown } from "../escapeMarkdown.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

interface Hotel {
  readonly name: string;
  /** Price per night in euros. */
  readonly night: number;
  readonly why: string;
}

/** Hotels and fares, by city. */
const cities: Readonly<Record<string, { fare: number; hotels: readonly [Hotel, ...Hotel[]] }>> = {
  Lisbon: {
    fare: 140,
    hotels: [
      { name: "Casa do Elétrico", night: 95, why: "the tram stops at its door" },
      { name: "Miradouro Inn", night: 120, why: "you see the whole river from its roof" },
      { name: "Pensão Azul", night: 70, why: "it is the cheapest that is still quiet" },
    ],
  },
  Oslo: {
    fare: 190,
    hotels: [
      { name: "Fjordheim", night: 150, why: "its sauna floats on the fjord" },
      { name: "Bakeri & Seng", night: 110, why: "the bakery is downstairs" },
      { name: "Skog Lodge", night: 135, why: "the forest begins behind it" },
    ],
  },
  Vienna: {
    fare: 110,
    hotels: [
      { name: "Hotel Notenblatt", night: 125, why: "there is a piano in every second room" },
      { name: "Zum Fiaker", night: 90, why: "the market is around the corner" },
      { name: "Prater Hof", night: 80, why: "you hear the big wheel turn" },
    ],
  },
};

const lengths: readonly (readonly [RegExp, number])[] = [
  [/weekend/i, 2],
  [/week\b/i, 7],
  [/night/i, 1],
];

/** Suggests a trip on a card, a different one for each retry. */
export const branchesExample: ExampleScript = ({ input, question, attempt }) => {
  const id = `${input.runId}-answer`;
  const before = readTrip(input.state);
  const city = Object.keys(cities).find((name) => new RegExp(name, "i").test(question));
  const destination = cities[city ?? before?.city ?? ""];
  if (!destination) {
    const text = `I know my way around *Lisbon*, *Oslo* and *Vienna*. Where in “${escapeMarkdown(question)}” is one of them?`;
    return run(input, streamText(id, text));
  }
  const hotel = destination.hotels[attempt % destination.hotels.length] ?? destination.hotels[0];
  const trip: Trip = {
    city: city ?? before?.city ?? "",
    nights: nightsIn(question) ?? before?.nights ?? 2,
    hotel: hotel.name,
    total: 0,
  };
  const total = destination.fare + trip.nights * hotel.night;
  const nights = trip.nights === 1 ? "one night" : `${trip.nights} nights`;
  return run(input, [
    { type: "STATE_SNAPSHOT", snapshot: { trip: { ...trip, total } } },
    ...streamText(
      id,
      `For ${nights} in ${trip.city} I would stay at **${hotel.name}**: ${hotel.why}. With the way there and back that makes **€${total.toLocaleString("en-GB")}**.`,
    ),
  ]);
};

function nightsIn(question: string): number | undefined {
  const [, count] = /(\d+)\s*(?:nights?|days?)/i.exec(question) ?? [];
  if (count !== undefined) return Math.min(30, Math.max(1, Number(count)));
  return lengths.find(([words]) => words.test(question))?.[1];
}
