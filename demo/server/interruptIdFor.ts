/**
 * Returns the interrupt id for a tool call or message. The id contains the other, so that the
 * stateless server can match an answer.
 */
export function interruptIdFor(id: string): string {
  return `about:${id}`;
}
