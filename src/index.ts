// biome-ignore-all assist/source/organizeImports: grouped by what they are for
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

// Providers
export { AgentProvider, type AgentProviderProps } from "./hooks/AgentProvider.tsx";
export { ThreadProvider, type ThreadProviderProps } from "./hooks/ThreadProvider.tsx";
export type { ShownThread } from "./hooks/rememberedThread.ts";
export { ThreadsProvider, type ThreadsProviderProps } from "./hooks/ThreadsProvider.tsx";

// Hooks
export { type UseAgentRunResult, useAgentRun } from "./hooks/useAgentRun.ts";
export {
  type UseBranchesOptions,
  type UseBranchesResult,
  useBranches,
} from "./hooks/useBranches.ts";
export { useClient } from "./hooks/useClient.ts";
export { type UseEarlierMessagesResult, useEarlierMessages } from "./hooks/useEarlierMessages.ts";
export { useMessage } from "./hooks/useMessage.ts";
export { type UseMessageActionsResult, useMessageActions } from "./hooks/useMessageActions.ts";
export { useMessages } from "./hooks/useMessages.ts";
export {
  type SetSharedState,
  type UseSharedStateOptions,
  useSharedState,
} from "./hooks/useSharedState.ts";
export { useSnapshot } from "./hooks/useSnapshot.ts";
export { type ThreadTarget, useThread } from "./hooks/useThread.ts";
export { type ThreadSummary, type UseThreadsResult, useThreads } from "./hooks/useThreads.ts";
export { useSteps } from "./hooks/useSteps.ts";
export { useSubagent, useSubagents } from "./hooks/useSubagents.ts";
export { useToolCall } from "./hooks/useToolCall.ts";
export type { MessageRow } from "./hooks/rows.ts";
export type { SubagentNode } from "./hooks/subagents.ts";
export type { ToolCallPhase, ToolCallView } from "./hooks/toolCallViews.ts";

// What happens while an agent works
export { type UseAgentEventOptions, useAgentEvent } from "./hooks/useAgentEvent.ts";
export { type CustomEventListener, useCustomEvent } from "./hooks/useCustomEvent.ts";
export { useRawEvent } from "./hooks/useRawEvent.ts";
export type { ValidatedValueOf } from "./hooks/checkedValueOf.ts";

// What an agent costs and can do, and what people think of it
export { useCapabilities } from "./hooks/useCapabilities.ts";
export { type Capability, useCapability } from "./hooks/useCapability.ts";
export {
  type UseFeedbackOptions,
  type UseFeedbackResult,
  useFeedback,
} from "./hooks/useFeedback.ts";
export { type UsageSummary, type UseUsageOptions, useUsage } from "./hooks/useUsage.ts";

// What the agent shares, and is told
export type { JsonPointer, ValueAt } from "./hooks/jsonPointer.ts";
export { useAgentContext } from "./hooks/useAgentContext.ts";
export { usePredictedKeys } from "./hooks/usePredictedKeys.ts";
export { type UseQueueResult, useQueue } from "./hooks/useQueue.ts";
export type {
  GeneratedSuggestions,
  GenerateOptions,
  StaticSuggestions,
  Suggestion,
  UseSuggestionsOptions,
} from "./hooks/suggestions.ts";
export { type UseSuggestionsResult, useSuggestions } from "./hooks/useSuggestions.ts";
export {
  type UseAttachmentsResult,
  useAttachments,
} from "./components/attachments/useAttachments.ts";
export { type UseTypingResult, useTyping } from "./hooks/typing.ts";
export { type UseStateEditsResult, useStateEdits } from "./hooks/useStateEdits.ts";

// Tools of the page, and how calls are drawn
export { useFrontendTool } from "./hooks/useFrontendTool.ts";
export {
  type DeclaredHumanToolOptions,
  type InferredHumanToolOptions,
  useHumanTool,
} from "./hooks/useHumanTool.ts";
export {
  type DeclaredToolRendererOptions,
  type InferredToolRendererOptions,
  useToolRenderer,
} from "./hooks/useToolRenderer.ts";
export type {
  DeclaredToolOptions,
  InferredToolOptions,
  ProgressOf,
  ResultOf,
  ToolRender,
  TypedParameters,
} from "./hooks/toolOptions.ts";
export type { DeepPartial, RespondOptions, ToolRenderProps } from "./hooks/toolRenderers.ts";

// How activities are drawn
export type { ActivityRenderProps } from "./hooks/activityRenderers.ts";
export {
  type DeclaredActivityRendererOptions,
  type InferredActivityRendererOptions,
  useActivityRenderer,
} from "./hooks/useActivityRenderer.ts";

// People in the loop
export { type UseInterruptsResult, useInterrupts } from "./hooks/useInterrupts.ts";
export {
  type UseInterruptRendererOptions,
  useInterruptRenderer,
} from "./hooks/useInterruptRenderer.ts";
export type { InterruptRenderProps, InterruptView } from "./hooks/interruptRenderers.ts";
export type { InterruptRecord } from "./hooks/interruptRecords.ts";

// A whole chat, in its box, in a corner of the page, or at its side
export { Chat, type ChatProps } from "./components/Chat.tsx";
export { ChatPopup, type ChatPopupProps } from "./components/ChatPopup.tsx";
export {
  ChatSidebar,
  type ChatSidebarProps,
  ChatSidebarToggle,
  type ChatSidebarToggleProps,
} from "./components/ChatSidebar.tsx";

// The conversations there are
export { ThreadList, type ThreadListProps } from "./components/ThreadList.tsx";

// Its words and its parts, and how to replace them
export { englishStrings, type Strings } from "./components/strings.ts";
export type { StringsOverride } from "./components/strings/override.ts";
export { useStrings } from "./components/useStrings.ts";
export { ChatSettings, type ChatSettingsProps } from "./components/settings.tsx";
export type { ChatClassNames, ChatComponents, ChatPart } from "./components/parts.ts";

// The parts of a chat
export { Announcer } from "./components/Announcer.tsx";
export { Attachments } from "./components/attachments/Attachments.tsx";
export { Completions } from "./components/completions/Completions.tsx";
export { Composer } from "./components/Composer.tsx";
export { Dictation } from "./components/dictation/Dictation.tsx";
export { EarlierMessages } from "./components/EarlierMessages.tsx";
export { ErrorRow } from "./components/ErrorRow.tsx";
export { MessageList } from "./components/MessageList.tsx";
export { SubagentPicker } from "./components/SubagentPicker.tsx";
export { ScrollToEnd } from "./components/ScrollToEnd.tsx";
export { Queue } from "./components/Queue.tsx";
export { Suggestions } from "./components/Suggestions.tsx";
export { Welcome } from "./components/Welcome.tsx";

// The parts of a message
export { Activity } from "./components/Activity.tsx";
export { BranchPicker } from "./components/BranchPicker.tsx";
export { Markdown } from "./components/markdown/Markdown.tsx";
export type {
  CodeBlockProps,
  Highlight,
  MarkdownLabels,
  MarkdownOptions,
  MarkdownProps,
  MathProps,
} from "./components/markdown/options.ts";
export { LazySchemaForm as SchemaForm } from "./components/form/LazySchemaForm.tsx";
export type { SchemaFormProps, SubmitResult } from "./components/form/schemaFormProps.ts";
export { Interrupt } from "./components/Interrupt.tsx";
export { DefaultInterrupt } from "./components/interrupts/DefaultInterrupt.tsx";
export { MediaPart } from "./components/MediaPart.tsx";
export { MessageActions } from "./components/MessageActions.tsx";
export {
  type ReadAloudOptions,
  type UseReadAloudResult,
  useReadAloud,
} from "./components/useReadAloud.ts";
export { SystemMessage } from "./components/Note.tsx";
export { Reasoning } from "./components/Reasoning.tsx";
export { Steps } from "./components/Steps.tsx";
export { Subagent } from "./components/Subagent.tsx";
export { ToolGroup } from "./components/ToolGroup.tsx";
export { ToolResult } from "./components/ToolResult.tsx";
export { Usage } from "./components/Usage.tsx";

// What the parts take
export type { Attachment } from "./components/attachments/attachment.ts";
export type {
  AttachmentOptions,
  UploadFile,
  UploadOptions,
} from "./components/attachments/options.ts";
export type {
  CommandOptions,
  CompletionItem,
  CompletionProvider,
  FindCompletions,
} from "./components/completions/completion.ts";
export type { DictationAdapter, DictationOptions } from "./components/dictation/adapter.ts";
export {
  type WebSpeechDictationOptions,
  webSpeechDictation,
} from "./components/dictation/webSpeechDictation.ts";
export type { ReasoningVisibility, RenderMarkdownProps } from "./components/settings.tsx";
export type {
  ActivityProps,
  AssistantMessageProps,
  BranchPickerProps,
  EarlierMessagesProps,
  InterruptProps,
  MediaContentPart,
  MediaPartProps,
  MessageAction,
  MessageActionsProps,
  MessageFeedback,
  MessageListProps,
  MessageProps,
  SystemMessageProps,
  ReasoningProps,
  ScrollToEndProps,
  StepsProps,
  SubagentProps,
  ToolCallProps,
  ToolGroupProps,
  ToolResultProps,
  UsageProps,
  UserMessageProps,
  WelcomeProps,
} from "./components/transcriptParts.ts";
export type {
  AttachmentsProps,
  CompletionsProps,
  ComposerProps,
  DictationProps,
  QueueProps,
  SuggestionsProps,
} from "./components/composerParts.ts";

// Names that are a component as a value and, as a type, what the component shows.
/**
 * Shows what the agent wrote, as Markdown, and a card for each tool it called.
 *
 * The type of the same name is the AG-UI message it shows.
 *
 * @example
 * ```tsx
 * <AssistantMessage message={message} />
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export const AssistantMessage = AssistantMessagePart;
export type AssistantMessage = protocol.AssistantMessage;

/**
 * Shows one message of any of the seven roles, drawn by the part for its role.
 *
 * The type of the same name is the AG-UI message it shows.
 *
 * @example
 * ```tsx
 * const [first] = useMessages();
 * return first && <Message message={first} />;
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export const Message = MessagePart;
export type Message = protocol.Message;

/**
 * Shows what the run is doing while nothing is being written. Takes no props.
 *
 * The type of the same name says where a thread stands.
 *
 * @example
 * ```tsx
 * <MyTranscript />
 * <RunStatus />
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export const RunStatus = RunStatusPart;
export type RunStatus = reducer.RunStatus;

/**
 * Shows one tool call: a slim row that opens into a card with its arguments and its result.
 *
 * Takes what `useToolCall` returns; the type of the same name is the AG-UI tool call.
 *
 * @example
 * ```tsx
 * const call = useToolCall(id);
 * return call && <ToolCall {...call} />;
 * ```
 * @see https://docs.ag-ui.com/concepts/tools
 */
export const ToolCall = ToolCallPart;
export type ToolCall = protocol.ToolCall;

/**
 * Shows what the person sent: text as it was typed, and attached media above it.
 *
 * The type of the same name is the AG-UI message it shows.
 *
 * @example
 * ```tsx
 * <UserMessage message={message} />
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export const UserMessage = UserMessagePart;
export type UserMessage = protocol.UserMessage;

// Everything below React
export * from "./core.ts";
