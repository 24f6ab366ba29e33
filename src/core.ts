/**
 * Everything below React: protocol, reducer, store and transport.
 *
 * @packageDocumentation
 */

// Agents
export type {
  Agent,
  AgentRunIds,
  AgentYield,
  ConnectOptions,
  RunOptions,
} from "./protocol/agent.ts";
// The protocol
export { type CanonicalEventsOptions, canonicalEvents } from "./protocol/canonicalEvents.ts";
export type { Dialect, HistoryPage, HistoryRequest } from "./protocol/dialect.ts";
export {
  AgentKitError,
  type AgentKitErrorCode,
  type AgentKitErrorContext,
  type AgentKitErrorOptions,
} from "./protocol/errors.ts";
export * from "./protocol/events.ts";
export type { Issue, IssueCode, NewIssue } from "./protocol/issue.ts";
export type { JsonSchema, SchemaProblem } from "./protocol/jsonSchema.ts";
export { metaEvent, metaEvents, type ReactionPayload } from "./protocol/metaEvents.ts";
// Snapshots and the reducer
export { createSnapshot, type SnapshotInit } from "./reducer/createSnapshot.ts";
export type { DroppedEdit, StateConflict, StateEdit } from "./reducer/edits/stateEdit.ts";
export type { RunTracking } from "./reducer/ledger.ts";
export type { AnsweredInterrupt, OpenInterrupt } from "./reducer/openInterrupt.ts";
export { reduceEvent, reduceEvents } from "./reducer/reduceEvents.ts";
export { type ToolCallLookup, findMessage, findToolCall } from "./reducer/select.ts";
export type {
  Annotation,
  BranchInfo,
  EarlierInfo,
  QueuedMessage,
  RunError,
  RunStopReason,
  RunInfo,
  RunOutcome,
  RunStatus,
  Snapshot,
  StepInfo,
  SubagentInfo,
  Timing,
  ToolCallInfo,
  ToolCallStatus,
} from "./reducer/snapshot.ts";
export type { AgentClient, AgentClientOptions, ThreadRequest } from "./store/clientTypes.ts";
// Threads and clients
export { createAgentClient } from "./store/createAgentClient.ts";
export { createThread } from "./store/createThread.ts";
export { type ExportMarkdownOptions, exportMarkdown } from "./store/exportMarkdown.ts";
export { type CompactOptions, compactEvents } from "./store/log/compactEvents.ts";
export { type ForkOptions, forkThread } from "./store/log/forkThread.ts";
export { type ParsedThread, parseThread, serializeThread } from "./store/log/serializeThread.ts";
export type {
  StandardSchema,
  ValueOf,
  ValueSchema,
} from "./store/schema/valueSchema.ts";
// Where threads are kept
export {
  type IndexedDbStorageOptions,
  indexedDbStorage,
} from "./store/storage/indexedDbStorage.ts";
export {
  type LocalThreadStorageOptions,
  localThreadStorage,
  type WebStorageLike,
} from "./store/storage/localThreadStorage.ts";
export { memoryStorage } from "./store/storage/memoryStorage.ts";
export type {
  StoredSnapshot,
  StoredThread,
  ThreadRecord,
  ThreadStorage,
} from "./store/storage/types.ts";
export type { Thread } from "./store/thread.ts";
export type {
  FromJsonSchema,
  ObjectSchema,
  ToolArgs,
  ToolInput,
  ToolParameters,
} from "./store/tools/inferArgs.ts";
export type { StandardJsonSchema, StandardResult } from "./store/tools/standardSchema.ts";
export type {
  AnyTool,
  DeclaredTool,
  FrontendTool,
  InferredTool,
  RegisterTool,
  ToolCallAnswer,
  ToolContext,
  ToolHandler,
  ToolOptions,
} from "./store/tools/types.ts";
export { type TrimHistoryOptions, trimHistory } from "./store/trimHistory.ts";
export type {
  AnswerProblem,
  ContextEntry,
  ReadonlyStore,
  RequestOptions,
  RunParameters,
  RunResult,
  SendOptions,
  SetStateOptions,
  StateUpdater,
  ThreadHistory,
  ThreadListeners,
  ThreadOptions,
  TurnOptions,
  WhenBusy,
} from "./store/types.ts";
export {
  estimateCost,
  type ModelPrice,
  type ModelUsage,
  type PriceTable,
  sumUsage,
  type TokenCounts,
  type UsageCost,
  type UsageTotals,
} from "./store/usage.ts";
export type { AbstractAgentLike, ObservableLike } from "./transport/abstractAgentLike.ts";
export { fromAbstractAgent } from "./transport/fromAbstractAgent.ts";
export { httpAgent } from "./transport/httpAgent.ts";
export type {
  HttpAgentOptions,
  HttpAgentPosition,
  HttpAgentRoutes,
  HttpAgentTimeouts,
} from "./transport/httpAgentOptions.ts";
export { mapEvents } from "./transport/mapEvents.ts";
export { webSocketAgent } from "./transport/webSocketAgent.ts";
export type { WebSocketAgentOptions, WebSocketLike } from "./transport/webSocketAgentOptions.ts";
export { type AgentMiddleware, withMiddleware } from "./transport/withMiddleware.ts";
