import type { Agent, EventInput } from "../../../../src/core.ts";
import { connectionError, failingStream } from "../cuttableAgent.ts";

export const reconnect = { firstMs: 0, attempts: 2 };

/** Creates an agent whose run breaks off and that accepts connections while `server.isUp` is true. */
export function createLossyAgent(
  first: readonly EventInput[],
  connect: NonNullable<Agent["connect"]>,
) {
  const server = { isUp: true, cursors: [] as (string | undefined)[] };
  const agent: Agent = {
    async *run(_, { onCursor }) {
      for (const [i, event] of first.entries()) {
        yield structuredClone(event);
        onCursor?.(String(i + 1));
      }
      throw connectionError();
    },
    connect(input, options) {
      if (!server.isUp) return failingStream(connectionError());
      server.cursors.push(options.cursor);
      return connect(input, options);
    },
  };
  return { agent, server };
}
