import type { Dialect, DialectExchange, DialectFrame } from "../../../src/protocol/dialect.ts";
import { customEvent } from "../../support/runEvents.ts";

/** Creates a dialect that reports its arguments as names of CUSTOM events. */
export function listener(fields: Partial<Dialect> = {}) {
  const exchanges: DialectExchange[] = [];
  const frames: DialectFrame[] = [];
  const dialect: Dialect = {
    name: "test",
    read(exchange) {
      exchanges.push(exchange);
      return {
        push(frame) {
          frames.push(frame);
          if (frame.data === "choke") throw new Error("no such word");
          return frame.data === "nothing" ? [] : [customEvent(JSON.stringify(frame.data))];
        },
        end: () => [customEvent("end")],
      };
    },
    ...fields,
  };
  return { dialect, exchanges, frames };
}

export const url = "http://agent.test/v1/run";
