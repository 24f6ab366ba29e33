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
export type { CanonicalEventsOptions } from "./protocol/canonicalizer.ts";
// The protocol
export { canonicalEvents } from "./protocol/canonicalizer.ts";
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
export { findToolCall, type ToolCallLookup } from "./reducer/findToolCall.ts";
export type { AnsweredInterrupt, OpenInterrupt } from "./reducer/interruptTypes.ts";
export { findMessage } from "./reducer/messageIndex.ts";
export type { DroppedEdit, StateConflict, StateEdit } from "./reducer/rebase/stateEdit.ts";
export { reduceEvent, reduceEvents } from "./reducer/reduceEvents.ts";
export type { RunTracking } from "./reducer/runTracking.ts";
export type {
  Annotation,
  BranchInfo,
  EarlierInfo,
  QueuedMessage,
  RunError,
  RunInfo,
  RunOutcome,
  RunStatus,
  RunStopReason,
  Snapshot,
  StepInfo,
  SubagentInfo,
  Timing,
  ToolCallInfo,
  ToolCallStatus,
} from "./reducer/snapshot.ts";
export type { WrittenState } from "./reducer/writtenState.ts";
export type { AgentClient, AgentClientOptions, ThreadRequest } from "./store/client/clientTypes.ts";
// Threads and clients
export { createAgentClient } from "./store/client/createAgentClient.ts";
export { type CompactOptions, compactEvents } from "./store/eventLog/compact/compactEvents.ts";
export { type ForkOptions, forkThread } from "./store/eventLog/forkThread.ts";
export {
  type ParsedThread,
  parseThread,
  serializeThread,
} from "./store/eventLog/serializeThread.ts";
export type {
  StandardIssue,
  StandardJsonConverter,
  StandardJsonProps,
  StandardJsonSchema,
  StandardPathSegment,
  StandardProps,
  StandardResult,
  StandardSchema,
  StandardTypes,
} from "./store/jsonSchema/standardSchema.ts";
export type { FromJsonSchema, ValueOf, ValueSchema } from "./store/jsonSchema/valueSchema.ts";
// Storage of threads
export {
  type IndexedDbStorageOptions,
  indexedDbStorage,
} from "./store/persistence/adapters/indexedDbStorage.ts";
export {
  type LocalThreadStorageOptions,
  localThreadStorage,
  type WebStorageLike,
} from "./store/persistence/adapters/localThreadStorage.ts";
export { memoryStorage } from "./store/persistence/adapters/memoryStorage.ts";
export type {
  StoredSnapshot,
  StoredThread,
  ThreadRecord,
  ThreadStorage,
} from "./store/persistence/threadStorage.ts";
export { type TrimHistoryOptions, trimHistory } from "./store/run/trimHistory.ts";
export type { SharedStateCommands } from "./store/sharedState/sharedStateCommands.ts";
export { createThread } from "./store/thread/createThread.ts";
export {
  type ExportAuthors,
  type ExportMarkdownOptions,
  exportMarkdown,
} from "./store/thread/exportMarkdown.ts";
export type { Thread } from "./store/thread/thread.ts";
export type {
  AnswerProblem,
  ContextEntry,
  ReadonlyStore,
  RequestOptions,
  RequestParameters,
  RunParameters,
  RunResult,
  SendOptions,
  SetStateOptions,
  StateUpdater,
  ThreadEventLog,
  ThreadListeners,
  ThreadOptions,
  TurnOptions,
  WhenBusy,
} from "./store/thread/threadOptions.ts";
export {
  estimateCost,
  type ModelPrice,
  type ModelUsage,
  type PriceTable,
  sumUsage,
  type TokenCounts,
  type UsageCost,
  type UsageTotals,
} from "./store/thread/usage.ts";
export type { DeclaredParameters, ObjectParameters } from "./store/tools/objectParameters.ts";
export type {
  AnyTool,
  DeclaredArgs,
  DeclaredTool,
  FrontendTool,
  InferredTool,
  ObjectSchema,
  RegisterTool,
  ToolArgs,
  ToolCallAnswer,
  ToolContext,
  ToolHandler,
  ToolInput,
  ToolOptions,
  ToolParameters,
} from "./store/tools/toolTypes.ts";
export { fromAbstractAgent } from "./transport/abstractAgent/fromAbstractAgent.ts";
export type {
  AbstractAgentLike,
  ObservableLike,
  SubscriptionLike,
} from "./transport/abstractAgent/middlewareChain.ts";
export type { ProtobufModule } from "./transport/decoders/streamDecoder.ts";
export { httpAgent } from "./transport/http/httpAgent.ts";
export type {
  HeadersRequest,
  HttpAgentOptions,
  HttpAgentReplayRequest,
  HttpAgentRoutes,
  HttpAgentTimeouts,
} from "./transport/http/httpAgentOptions.ts";
export { filterToolCalls, type ToolCallFilter } from "./transport/middleware/filterToolCalls.ts";
export {
  type AgentMiddleware,
  mapEvents,
  withMiddleware,
} from "./transport/middleware/withMiddleware.ts";
export { webSocketAgent } from "./transport/webSocket/webSocketAgent.ts";
export type {
  WebSocketAgent,
  WebSocketAgentOptions,
  WebSocketClass,
  WebSocketLike,
  WebSocketSendOptions,
} from "./transport/webSocket/webSocketAgentOptions.ts";
