/** Reads JSON that has not arrived whole; `undefined` when nothing can be read yet. */
export type ParsePartial = (text: string) => unknown;

type PartialJson = Pick<typeof import("partial-json"), "Allow" | "parse">;

/** Loads the reader of unfinished JSON: few need it, so it stays out of the first load. */
export async function loadPartialJson(): Promise<ParsePartial> {
  const loaded: PartialJson & { default?: PartialJson } = await import("partial-json");
  // It is CommonJS: some bundlers put its exports on the module, others only on its default.
  const { Allow, parse } = loaded.default ?? loaded;
  return (text) => {
    try {
      return parse(text, Allow.ALL) as unknown;
    } catch {
      return undefined;
    }
  };
}
