/**
 * Parses the text of a whole Server-Sent Events stream, recorded or written by hand, into the JSON values of its
 * events. Independent of the parser of `httpAgent`, so that a test does not check that parser against itself.
 *
 * @example Replay a recording
 * ```ts
 * const events = readSse(await readFile("weather.sse", "utf8"));
 * const agent = scriptedAgent(events as EventInput[]);
 * ```
 * @throws SyntaxError when the data of an event is not JSON.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function readSse(text: string): unknown[] {
  const events: unknown[] = [];
  let data: string[] = [];
  const dispatch = () => {
    const json = data.join("\n").trim();
    data = [];
    if (json !== "" && json !== "[DONE]") events.push(JSON.parse(json));
  };
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    if (line === "") dispatch();
    else if (line.startsWith("data:")) data.push(line.slice("data:".length));
  }
  dispatch();
  return events;
}
