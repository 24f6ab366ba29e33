import { AgentKitError } from "../../protocol/errors.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import { nameForeignFormat } from "./nameForeignFormat.ts";

/** Environment variables of Node, which bundlers replace in browser builds. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Number of frames of a server that are searched for a dialect; a dialect shows early or never. */
const SEARCHED_FRAMES = 30;

/** Frames received so far by URL; `"warned"` once a warning was printed. */
const framesByUrl = new Map<string, unknown[] | "warned">();

/**
 * In development, warns once per URL when frames that were read without a dialect are in the dialect or the
 * format of another system. Does nothing in production.
 */
export function warnAboutDialect(
  maker: "httpAgent" | "webSocketAgent",
  safeUrl: string,
  frames: readonly unknown[],
): void {
  try {
    // Bundlers replace exactly this expression, so a production build drops the `import()`.
    if (frames.length > 0 && process.env.NODE_ENV !== "production") {
      // A hint that cannot be loaded is dropped.
      detectAndWarn(maker, safeUrl, frames).catch(() => {});
    }
  } catch {
    // A browser that runs the sources without a bundler has no `process`.
  }
}

function describeForeignDialect(name: string): string {
  return (
    `This looks like ${name}. AG-UI expects events such as ` +
    `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hi"}: convert it on the server, for example with ` +
    "an integration of its framework. See https://docs.ag-ui.com/concepts/events."
  );
}

/** Number of characters of a frame that an error quotes. */
const MAX_QUOTED_FRAME = 200;

/**
 * Throws for a stream that has ended without an event, although it had content. In development, the error names the
 * format of the frames, if it is that of a known system.
 *
 * @param frames - The first frames of a stream without an event.
 * @param isReplay - True for a replay of a thread, which may be empty; only a known format is then an error.
 * @throws AgentKitError `malformed-stream` saying what AG-UI expects, with the beginning of the first frame
 */
export function checkForeignStream(
  url: string,
  frames: readonly unknown[],
  isReplay: boolean,
): void {
  const [first] = frames;
  if (first === undefined) return;
  const format = describeFormatOf(frames);
  if (isReplay && format === "") return;
  const quoted = quoteFrame(first);
  const advice = `Check that \`url\` is the endpoint of an AG-UI agent, or pass the \`dialect\` of its server.`;
  throw new AgentKitError(
    "malformed-stream",
    `No event of AG-UI arrived from ${url}. Its first frame begins with ${quoted}. ${format || advice}`,
    { url, body: quoted },
  );
}

/** Returns, in development, a sentence that names the format of frames; `""` for an unknown format. */
function describeFormatOf(frames: readonly unknown[]): string {
  try {
    // Written out, because bundlers replace exactly this expression.
    if (process.env.NODE_ENV !== "production") {
      const name = frames.map(nameForeignFormat).find((format) => format !== undefined);
      if (name !== undefined) return describeForeignDialect(name);
    }
  } catch {
    // A browser that runs the sources without a bundler has no `process`.
  }
  return "";
}

/** Returns the beginning of a frame as JSON, in which characters that hide or reorder text are codes. */
function quoteFrame(frame: unknown): string {
  const json = typeof frame === "string" ? frame.slice(0, MAX_QUOTED_FRAME) : frame;
  const text = JSON.stringify(json) ?? String(frame);
  return text
    .slice(0, MAX_QUOTED_FRAME)
    .replace(
      /[\p{C}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );
}

/** Returns, in development, a sentence that names the format of a JSON body; else `""`. */
export function describeForeignBody(body: string): string {
  try {
    // Written out, because bundlers replace exactly this expression.
    if (process.env.NODE_ENV !== "production") return describeBody(body);
  } catch {
    // A browser that runs the sources without a bundler has no `process`.
  }
  return "";
}

function describeBody(body: string): string {
  const value = parseJson(body) ?? body;
  const name =
    nameForeignFormat(value) ?? (Array.isArray(value) ? nameForeignFormat(value[0]) : undefined);
  return name === undefined ? "" : ` ${describeForeignDialect(name)}`;
}

async function detectAndWarn(
  maker: string,
  safeUrl: string,
  added: readonly unknown[],
): Promise<void> {
  const frames = framesByUrl.get(safeUrl) ?? [];
  if (frames === "warned" || frames.length >= SEARCHED_FRAMES) return;
  frames.push(...added);
  framesByUrl.set(safeUrl, frames);
  const foreign = added.map(nameForeignFormat).find((name) => name !== undefined);
  if (foreign !== undefined) {
    framesByUrl.set(safeUrl, "warned");
    console.warn(
      `agui-kit: ${safeUrl} sends frames without a meaning in AG-UI. ${describeForeignDialect(foreign)}`,
    );
    return;
  }
  const { detectDialect } = await import("../../dialects/detectDialect.ts");
  const name = detectDialect(frames);
  if (name === undefined || framesByUrl.get(safeUrl) === "warned") return;
  framesByUrl.set(safeUrl, "warned");
  console.warn(
    `agui-kit: ${safeUrl} sends AG-UI in the dialect of ${name}, which is only partly understood. ` +
      `Pass it: ${maker}({ url, dialect: ${name}() }), with ${name} from "agui-kit/dialects".`,
  );
}
