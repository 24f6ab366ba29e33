import type { ContentPart, Tool, ToolMessage } from "../../../src/protocol/events.ts";
import { drawPictureTool, lights, motifs } from "../../pageTools.ts";
import { readField } from "../../readField.ts";
import { type EarlierCall, earlierCalls, resultTextOf } from "../earlierCalls.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run, runUntilAnswered } from "../run.ts";
import { streamCall, streamText } from "../streamSteps.ts";

const MAX_TRIES = 4;

/** Arguments of the agent's call. */
interface DrawOrder {
  readonly motif: string;
  readonly light: string;
  readonly width: number;
  readonly height: number;
}

/** Synonyms for the page's names of light. */
const synonyms: Readonly<Record<string, string>> = {
  moonlight: "night",
  starlight: "night",
  midnight: "night",
  sunset: "dusk",
  evening: "dusk",
  sunrise: "dawn",
  morning: "dawn",
  noon: "day",
};

/** Calls a frontend tool with invalid arguments, reads the error and corrects the call. */
export const drawExample: ExampleScript = ({ input, question }) => {
  const id = input.runId;
  const answer = (text: string) => run(input, streamText(`${id}-answer`, text));
  const tool = input.tools?.find(({ name }) => name === drawPictureTool.name);
  const wish = readWish(question);
  if (!wish) {
    return answer(
      `I can draw *mountains*, the *sea* or *dunes*, at any time of the day. In “${question}” I see none of them.`,
    );
  }
  if (!tool) return answer("I would draw that, but this page has no paper for me.");

  const calls = earlierCalls(input);
  const last = calls.at(-1);
  const ask = (lead: string, order: DrawOrder) => {
    const callId = `${id}-call`;
    const steps = [
      ...streamText(`${id}-lead`, lead),
      ...streamCall(callId, tool.name, order, `${id}-lead`),
    ];
    return runUntilAnswered(input, steps, [callId]);
  };
  if (!last?.result) return ask("I will make it a large one.", wish);
  if (last.result.error === undefined) return answer(praise(calls, last.result));
  if (calls.length >= MAX_TRIES)
    return answer("I have tried often enough, and will leave it there.");
  const better = improve(last, last.result, tool);
  if (better) return ask(better.lead, better.order);
  return answer(
    `That did not work, and I do not know a way around it: “${resultTextOf(last.result)}”`,
  );
};

/**
 * Reads the user's request, with a size above the page's limit and the light as the user named it.
 */
function readWish(question: string): DrawOrder | undefined {
  const request = question.toLowerCase();
  const motif = motifs.find((name) => request.includes(name.replace(/s$/, "")));
  if (!motif) return undefined;
  const lightNames = [...lights, ...Object.keys(synonyms)];
  // The longest match wins: “midnight” before “night”.
  const named = lightNames
    .filter((name) => request.includes(name))
    .sort((a, b) => b.length - a.length);
  return { motif, light: named[0] ?? "day", width: 3200, height: 2000 };
}

interface Improvement {
  readonly lead: string;
  readonly order: DrawOrder;
}

/** Corrects the arguments with the tool's error and schema. */
function improve({ args }: EarlierCall, result: ToolMessage, tool: Tool): Improvement | undefined {
  const order = readDrawOrder(args);
  if (!order) return undefined;
  const { light } = order;
  const allowed = readField(readField(readField(tool.parameters, "properties"), "light"), "enum");
  if (Array.isArray(allowed) && !allowed.includes(light)) {
    const instead = synonyms[light];
    if (instead === undefined || !allowed.includes(instead)) return undefined;
    const lead = `It does not know *${light}*. The closest it has is *${instead}*.`;
    return { lead, order: { ...order, light: instead } };
  }
  const [, width, height] = /(\d+) × (\d+) pixels at most/.exec(resultTextOf(result)) ?? [];
  if (width === undefined || height === undefined) return undefined;
  const scale = Math.min(Number(width) / order.width, Number(height) / order.height);
  if (scale >= 1) return undefined;
  return {
    lead: `That is too large for the page, which draws ${width} × ${height} pixels at most. I will make it fit.`,
    order: {
      ...order,
      width: Math.floor(order.width * scale),
      height: Math.floor(order.height * scale),
    },
  };
}

function readDrawOrder(args: unknown): DrawOrder | undefined {
  const motif = readField(args, "motif");
  const light = readField(args, "light");
  const width = readField(args, "width");
  const height = readField(args, "height");
  if (typeof motif !== "string" || typeof light !== "string") return undefined;
  if (typeof width !== "number" || typeof height !== "number") return undefined;
  return { motif, light, width, height };
}

function praise(calls: readonly EarlierCall[], { content }: ToolMessage): string {
  const order = readDrawOrder(calls.at(-1)?.args);
  const size = typeof content === "string" ? undefined : sizeOf(content);
  if (!order || !size) return "The page says that it has drawn something, but it sent no picture.";
  const what = order.motif === "sea" ? "The sea" : `The ${order.motif}`;
  const tries = ["at the first try", "at the second try", "at the third try"][calls.length - 1];
  return `${what} at ${order.light === "day" ? "daylight" : order.light}: ${size}. It worked ${tries ?? "in the end"}.`;
}

/** Reads the size of the picture in the tool's result. */
function sizeOf(content: readonly ContentPart[]): string | undefined {
  const image = content.find((part) => part.type === "image");
  if (image?.source.type !== "data") return undefined;
  const bytes = Buffer.from(image.source.value, "base64");
  // A PNG contains its size after the signature and the name of the first chunk.
  if (bytes.length < 24 || bytes.toString("latin1", 1, 4) !== "PNG") return undefined;
  const kilobytes = Math.max(1, Math.round(bytes.length / 1000));
  return `${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)} pixels, ${kilobytes} kB`;
}
