import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamCall, streamText } from "../streamSteps.ts";

interface Ferry {
  readonly departs: string;
  readonly pier: number;
  readonly minutes: number;
}

const ferries: Readonly<Record<string, Ferry>> = {
  Capri: { departs: "14:35", pier: 3, minutes: 50 },
  Ischia: { departs: "15:10", pier: 1, minutes: 65 },
  Procida: { departs: "13:55", pier: 1, minutes: 40 },
};

/** Looks up a ferry, with the same content in every dialect of the demo. */
export const dialectsExample: ExampleScript = ({ input, question }) => {
  // A short id, because the frames are shown to the user.
  const id = input.runId.slice(0, 8);
  const to = Object.keys(ferries).find((name) =>
    question.toLowerCase().includes(name.toLowerCase()),
  );
  const ferry = to === undefined ? undefined : ferries[to];
  if (!ferry) {
    const text = `I know the ferries to *Capri*, *Ischia* and *Procida*, and none of them goes where you asked: “${question}”.`;
    return run(input, streamText(`${id}-answer`, text));
  }
  const toolCallId = `${id}-call`;
  return run(input, [
    ...streamText(`${id}-lead`, "Let me look at the timetable."),
    ...streamCall(toolCallId, "find_ferry", { to, after: "13:40" }, `${id}-lead`),
    { delayMs: 500 },
    {
      type: "TOOL_CALL_RESULT",
      messageId: `${toolCallId}-result`,
      toolCallId,
      content: JSON.stringify(ferry),
    },
    { delayMs: 250 },
    ...streamText(
      `${id}-answer`,
      `The next one to **${to}** leaves at **${ferry.departs}** from pier ${ferry.pier}. It takes ${ferry.minutes} minutes, so you are there before ${arrival(ferry)}.`,
    ),
  ]);
};

/** Returns the arrival time of a ferry, at the next full quarter of an hour. */
function arrival({ departs, minutes }: Ferry): string {
  const [hours = 0, past = 0] = departs.split(":").map(Number);
  const at = Math.ceil((hours * 60 + past + minutes + 1) / 15) * 15;
  return `${Math.floor(at / 60)}:${String(at % 60).padStart(2, "0")}`;
}
