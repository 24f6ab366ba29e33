import type { RunAgentInput } from "../../../src/protocol/events.ts";
import { setThemeTool, type Theme, themes } from "../../pageTools.ts";
import { readField } from "../../readField.ts";
import { earlierCalls, jsonOf, resultTextOf } from "../earlierCalls.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run, runUntilAnswered } from "../run.ts";
import { streamCall, streamText } from "../streamSteps.ts";

/** Themes by keyword; the first match wins. */
const wishes: readonly (readonly [words: RegExp, wanted: readonly (Theme | "back")[]])[] = [
  [/\b(both|compare|each)\b/i, ["dark", "light", "back"]],
  [/\b(system|auto|default|follow)/i, ["system"]],
  [/too (bright|light)|\b(dark|night|evening|dim)/i, ["dark"]],
  [/\b(light|bright|day|sun)/i, ["light"]],
];

const sentences: Readonly<Record<Theme, string>> = {
  light: "The page is light",
  dark: "The page is dark",
  system: "The page follows your system",
};

/** Changes the theme with a frontend tool and continues with its result. */
export const themeExample: ExampleScript = ({ input, question }) => {
  const id = input.runId;
  const answer = (text: string) => run(input, streamText(`${id}-answer`, text));
  const wanted = wishes.find(([words]) => words.test(question))?.[1];
  if (!wanted) {
    return answer(
      `I can make this page *light* or *dark*, or let it *follow your system*. “${question}” is none of these.`,
    );
  }
  if (!hasTool(input)) return answer("I would, but this page does not let me change its theme.");

  const calls = earlierCalls(input);
  const results = calls.flatMap(({ result }) => (result ? [result] : []));
  const failed = results.find(({ error }) => error !== undefined);
  if (failed) return answer(`That did not work. The page says: “${resultTextOf(failed)}”`);
  const changes = results.map(jsonOf).map(readChange);
  const step = wanted[calls.length];
  if (step !== undefined) {
    const theme = step === "back" ? (changes[0]?.before ?? "system") : step;
    const callId = `${id}-call`;
    return runUntilAnswered(
      input,
      [
        ...streamText(`${id}-lead`, introduce(step, calls.length, wanted.length)),
        // Pauses long enough for the user to see the change.
        ...(calls.length > 0 ? [{ delayMs: 1_200 }] : []),
        ...streamCall(callId, setThemeTool.name, { theme }, `${id}-lead`),
      ],
      [callId],
    );
  }
  return answer(report(changes));
};

interface Change {
  readonly theme: Theme;
  readonly before: Theme;
}

function hasTool({ tools }: RunAgentInput): boolean {
  return (tools ?? []).some(({ name }) => name === setThemeTool.name);
}

function introduce(step: Theme | "back", at: number, count: number): string {
  if (count === 1) return step === "system" ? "I will hand it over." : "One moment.";
  if (step === "back") return "And back to what it was.";
  return at === 0 ? `First the ${step} one.` : `Now the ${step} one.`;
}

function report(changes: readonly Change[]): string {
  const [first] = changes;
  const last = changes.at(-1);
  if (!first || !last) return "Nothing has changed.";
  if (changes.length > 1) return `Those were both. ${sentences[last.theme]} again.`;
  if (first.theme === first.before) return `${sentences[first.theme]} already.`;
  const before = first.before === "system" ? "it followed your system" : `it was ${first.before}`;
  return `${sentences[first.theme]} now; before, ${before}.`;
}

function readChange(value: unknown): Change {
  const read = (name: string) =>
    themes.find((theme) => theme === readField(value, name)) ?? "system";
  return { theme: read("theme"), before: read("before") };
}
