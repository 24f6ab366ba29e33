/**
 * The id of the interrupt about a tool call or a message. Made of its id, so that an answer finds
 * back to it, although this server remembers nothing.
 */
export function questionAbout(id: string): string {
  return `about:${id}`;
}
