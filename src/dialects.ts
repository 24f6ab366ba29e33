/** `agui-kit/dialects`: how other systems spell AG-UI. */

export { type ArkavoOptions, arkavo } from "./dialects/arkavo/arkavo.ts";
export { type AwakenOptions, awaken } from "./dialects/awaken/awaken.ts";
export { detectDialect } from "./dialects/detectDialect.ts";
export { hector } from "./dialects/hector/hector.ts";
export { type TanStackOptions, tanstack } from "./dialects/tanstack/tanstack.ts";
export type {
  Dialect,
  DialectExchange,
  DialectFrame,
  DialectPosition,
  DialectReader,
  DialectRequest,
  ForkInfo,
  HistoryPage,
} from "./protocol/dialect.ts";
