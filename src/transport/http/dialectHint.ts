/** An accent is heard in the first frames from a place or not at all. */
const TELLING_FRAMES = 30;

/** What has been heard from each place; nothing more of one that has been warned about. */
const heard = new Map<string, unknown[] | "warned">();

/** Listens to what a plain agent reads, and warns once when it is the accent of another system. */
export async function listenForDialect(
  maker: string,
  place: string,
  values: readonly unknown[],
): Promise<void> {
  const frames = heard.get(place) ?? [];
  if (frames === "warned" || frames.length >= TELLING_FRAMES) return;
  frames.push(...values);
  heard.set(place, frames);
  const { detectDialect } = await import("../../dialects/detectDialect.ts");
  const name = detectDialect(frames);
  if (name === undefined || heard.get(place) === "warned") return;
  heard.set(place, "warned");
  console.warn(
    `agui-kit: ${place} speaks AG-UI in the accent of ${name}, and more of that is understood with ` +
      `${maker}({ url, dialect: ${name}() }). Import ${name} from "agui-kit/dialects".`,
  );
}
