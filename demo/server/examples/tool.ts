import type { ScriptStep } from "../../../src/testing.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamCall, streamText } from "../streamSteps.ts";

interface Weather {
  readonly city: string;
  readonly temperature: number;
  readonly sky: string;
  readonly wind: number;
  readonly humidity: number;
}

const knownCities = [
  "Athens",
  "Berlin",
  "Cairo",
  "Helsinki",
  "Lima",
  "Lisbon",
  "London",
  "Madrid",
  "Nairobi",
  "New York",
  "Oslo",
  "Paris",
  "Porto",
  "Reykjavik",
  "Rome",
  "Sydney",
  "Tokyo",
  "Vienna",
];

const skies = ["clear", "mostly sunny", "cloudy", "light rain", "windy", "fog"];

/** Looks up the weather with its own tool, with parallel calls for several cities. */
export const toolExample: ExampleScript = ({ input, question }) => {
  const id = input.runId;
  const cities = citiesIn(question);
  if (cities.length === 0) {
    return run(
      input,
      streamText(
        `${id}-answer`,
        `I can look up the weather and nothing else, and I found no city in “${question}”. Try *Lisbon*, *Oslo* or *Tokyo*.`,
      ),
    );
  }
  const reports = cities.map(weatherIn);
  const calls = reports.map((report, index) => ({ report, toolCallId: `${id}-call-${index}` }));
  return run(input, [
    ...streamText(
      `${id}-lead`,
      cities.length > 1 ? "I will look them all up." : "Let me look outside.",
    ),
    ...calls.flatMap(({ report, toolCallId }) =>
      streamCall(toolCallId, "get_weather", { city: report.city, unit: "celsius" }, `${id}-lead`),
    ),
    ...calls.flatMap(({ report, toolCallId }): ScriptStep[] => [
      { delayMs: 700 },
      {
        type: "TOOL_CALL_RESULT",
        messageId: `${toolCallId}-result`,
        toolCallId,
        content: JSON.stringify(report),
      },
    ]),
    { delayMs: 250 },
    ...streamText(`${id}-answer`, sum(reports)),
  ]);
};

function citiesIn(question: string): string[] {
  const lower = question.toLowerCase();
  const found = knownCities.filter((city) => lower.includes(city.toLowerCase()));
  if (found.length > 0) {
    return found.sort((a, b) => lower.indexOf(a.toLowerCase()) - lower.indexOf(b.toLowerCase()));
  }
  // Matches a city outside the list: "in Bad Tölz", "for Quito".
  const named = /\b(?:in|for|at)\s+(\p{Lu}[\p{L}-]*(?:\s\p{Lu}[\p{L}-]*)*)/u.exec(question)?.[1];
  return named ? [named] : [];
}

/** Returns invented weather that is constant for a city. */
function weatherIn(city: string): Weather {
  const seed = [...city].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7);
  const pick = (range: number, salt: number) => Math.floor(seed / salt) % range;
  return {
    city,
    temperature: 4 + pick(25, 1),
    sky: skies[pick(skies.length, 3)] ?? "clear",
    wind: 2 + pick(28, 5),
    humidity: 35 + pick(55, 7),
  };
}

function sum(reports: readonly Weather[]): string {
  const [first] = reports;
  if (first && reports.length === 1) {
    const advice = first.sky === "light rain" ? "Take an umbrella." : "No umbrella needed.";
    return `It is **${first.temperature} °C** in ${first.city}, ${first.sky}, with wind at ${first.wind} km/h. ${advice}`;
  }
  const warmest = reports.reduce((best, one) => (one.temperature > best.temperature ? one : best));
  const rows = reports.map(
    ({ city, temperature, sky, wind }) => `| ${city} | ${temperature} °C | ${sky} | ${wind} km/h |`,
  );
  return `${warmest.city} is the warmest of them.

| City | Temperature | Sky | Wind |
| :-- | --: | :-- | --: |
${rows.join("\n")}`;
}
