/**
 * Everything a React application uses: providers, hooks and components, and with them all of
 * `agui-kit/core`.
 *
 * @packageDocumentation
 */

import { AssistantMessage as AssistantMessagePart } from "./components/AssistantMessage.tsx";
import { Message as MessagePart } from "./components/Message.tsx";
import { RunStatus as RunStatusPart } from "./components/RunStatus.tsx";
import { ToolCall as ToolCallPart } from "./components/ToolCall.tsx";
import { UserMessage as UserMessagePart } from "./components/UserMessage.tsx";
import type * as protocol from "./protocol/events.ts";
import type * as reducer from "./reducer/snapshot.ts";

// Parts of a message
export { Activity } from "./components/Activity.tsx";
// Its parts
export { Announcer } from "./components/Announcer.tsx";
// A whole chat
export { Chat, type ChatProps } from "./components/Chat.tsx";
export { Composer } from "./components/Composer.tsx";
export { ErrorRow } from "./components/ErrorRow.tsx";
export { MediaPart } from "./components/MediaPart.tsx";
export { MessageList, type MessageListProps } from "./components/MessageList.tsx";
export { Markdown, type MarkdownProps } from "./components/markdown/Markdown.tsx";
export type { MarkdownLabels } from "./components/markdown/options.ts";
export { Note } from "./components/Note.tsx";
export { Reasoning } from "./components/Reasoning.tsx";
export { ScrollToEnd } from "./components/ScrollToEnd.tsx";
export type {
  ActivityProps,
  AssistantMessageProps,
  ComposerProps,
  MediaContentPart,
  MediaPartProps,
  MessageProps,
  NoteProps,
  ReasoningProps,
  ScrollToEndProps,
  ToolCallProps,
  ToolResultProps,
  UserMessageProps,
} from "./components/settings.tsx";
export {
  type ChatComponents,
  ChatSettings,
  type ChatSettingsProps,
  type StringsOverride,
  useStrings,
} from "./components/settings.tsx";
export { englishStrings, type Strings } from "./components/strings.ts";
export { ToolResult } from "./components/ToolResult.tsx";
export { type Suggestion, Welcome, type WelcomeProps } from "./components/Welcome.tsx";
// Providers
export { AgentProvider, type AgentProviderProps } from "./hooks/AgentProvider.tsx";
export type { MessageRow, ToolCallPhase, ToolCallView } from "./hooks/rows.ts";
export { ThreadProvider, type ThreadProviderProps } from "./hooks/ThreadProvider.tsx";
// Hooks
export { type UseAgentRunResult, useAgentRun } from "./hooks/useAgentRun.ts";
export { useClient } from "./hooks/useClient.ts";
export { useMessage } from "./hooks/useMessage.ts";
export { useMessages } from "./hooks/useMessages.ts";
export { type SetSharedState, useSharedState } from "./hooks/useSharedState.ts";
export { useSnapshot } from "./hooks/useSnapshot.ts";
export { useThread } from "./hooks/useThread.ts";
export { useToolCall } from "./hooks/useToolCall.ts";

// Names that are a component as a value and, as a type, what the component shows.
export const AssistantMessage = AssistantMessagePart;
export type AssistantMessage = protocol.AssistantMessage;
export const Message = MessagePart;
export type Message = protocol.Message;
export const RunStatus = RunStatusPart;
export type RunStatus = reducer.RunStatus;
export const ToolCall = ToolCallPart;
export type ToolCall = protocol.ToolCall;
export const UserMessage = UserMessagePart;
export type UserMessage = protocol.UserMessage;

// Everything below React
export * from "./core.ts";
