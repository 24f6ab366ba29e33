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

function describeForeign(name: string): string {
  return (
    `This looks like ${name}. AG-UI expects events such as ` +
    `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hi"}: convert it on the server, for example with ` +
    "an integration of its framework. See https://docs.ag-ui.com/concepts/events."
  );
}

/**
 * Throws, in development, for a stream that has ended without an event, and whose frames are in the format of another
 * system. In production, such a stream is incomplete.
 *
 * @param frames - The first frames of a stream without an event.
 * @throws AgentKitError `malformed-stream` saying what AG-UI expects
 */
export function checkForeignStream(url: string, frames: readonly unknown[]): void {
  try {
    // Written out, because bundlers replace exactly this expression.
    if (process.env.NODE_ENV !== "production") throwOnForeign(url, frames);
  } catch (error) {
    // A browser that runs the sources without a bundler has no `process`.
    if (!(error instanceof ReferenceError)) throw error;
  }
}

function throwOnForeign(url: string, frames: readonly unknown[]): void {
  const name = frames.map(nameForeignFormat).find((format) => format !== undefined);
  if (name === undefined) return;
  throw new AgentKitError(
    "malformed-stream",
    `${url} sent no AG-UI event. ${describeForeign(name)}`,
    { url },
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
  return name === undefined ? "" : ` ${describeForeign(name)}`;
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
      `agui-kit: ${safeUrl} sends frames without a meaning in AG-UI. ${describeForeign(foreign)}`,
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
