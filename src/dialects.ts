/** `agui-kit/dialects`: how other systems spell AG-UI. */
export type {
  Dialect,
  DialectExchange,
  DialectFrame,
  DialectPosition,
  DialectReader,
  DialectRequest,
  HistoryPage,
} from "./protocol/dialect.ts";
