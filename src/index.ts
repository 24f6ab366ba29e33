// biome-ignore-all assist/source/organizeImports: grouped by what they are for
/**
 * Everything a React application uses: providers, hooks and components, and with them all of
 * `agui-kit/core`.
 *
 * @packageDocumentation
 */

// Providers
export type { AgentPlugin } from "./hooks/providers/AgentPlugins.tsx";
export { AgentProvider, type AgentProviderProps } from "./hooks/providers/AgentProvider.tsx";
export { ThreadProvider, type ThreadProviderProps } from "./hooks/providers/ThreadProvider.tsx";
export type { ShownThread } from "./hooks/providers/sessionThread.ts";
export { ThreadsProvider, type ThreadsProviderProps } from "./hooks/providers/ThreadsProvider.tsx";

// Hooks
export { type UseAgentRunResult, useAgentRun } from "./hooks/thread/useAgentRun.ts";
export {
  type UseBranchesOptions,
  type UseBranchesResult,
  useBranches,
} from "./hooks/thread/useBranches.ts";
export type { BranchPosition } from "./selectors/branchPlacement.ts";
export { useClient } from "./hooks/providers/useClient.ts";
export {
  type UseEarlierMessagesResult,
  useEarlierMessages,
} from "./hooks/thread/useEarlierMessages.ts";
export { useMessage } from "./hooks/thread/useMessages.ts";
export {
  type UseMessageActionsResult,
  useMessageActions,
} from "./hooks/thread/useMessageActions.ts";
export { useMessages } from "./hooks/thread/useMessages.ts";
export {
  type SetSharedState,
  type UseSharedStateOptions,
  useSharedState,
} from "./hooks/sharedState/useSharedState.ts";
export { useSnapshot } from "./hooks/thread/useSnapshot.ts";
export { type ThreadTarget, useThread } from "./hooks/providers/useThread.ts";
export {
  type ThreadSummary,
  type UseThreadsResult,
  useThreads,
} from "./hooks/threads/useThreads.ts";
export { useSteps } from "./hooks/subagents/useSteps.ts";
export { useSubagent, useSubagents } from "./hooks/subagents/useSubagents.ts";
export { useToolCall } from "./hooks/tools/useToolCall.ts";
export type { MessageRow } from "./selectors/transcriptRows.ts";
export type { SubagentNode } from "./selectors/subagentTree.ts";
export type { ToolCallPhase, ToolCallView } from "./selectors/toolCallView.ts";

// Events and progress of a run
export { type UseAgentEventOptions, useAgentEvent } from "./hooks/events/useAgentEvent.ts";
export { type CustomEventListener, useCustomEvent } from "./hooks/events/useCustomEvent.ts";
export { useRawEvent } from "./hooks/events/useAgentEvent.ts";
export type { ValidatedValueOf } from "./hooks/events/validateReceived.ts";

// Usage, capabilities and feedback
export { useCapabilities } from "./hooks/thread/useCapabilities.ts";
export { type Capability, useCapability } from "./hooks/thread/useCapabilities.ts";
export {
  type UseFeedbackOptions,
  type UseFeedbackResult,
  useFeedback,
} from "./hooks/thread/useFeedback.ts";
export { type UsageSummary, type UseUsageOptions, useUsage } from "./hooks/thread/useUsage.ts";

// Shared state and context
export type { JsonPointer, ValueAt } from "./hooks/sharedState/useSharedState.ts";
export { useAgentContext } from "./hooks/sharedState/useAgentContext.ts";
export { usePredictedKeys } from "./hooks/sharedState/useStateEdits.ts";
export { type UseQueueResult, useQueue } from "./hooks/thread/useQueue.ts";
export type {
  GeneratedSuggestions,
  GenerateOptions,
  StaticSuggestions,
  UseSuggestionsOptions,
} from "./hooks/suggestions/suggestionOptions.ts";
export type { Suggestion } from "./selectors/parseSuggestions.ts";
export { type UseSuggestionsResult, useSuggestions } from "./hooks/suggestions/useSuggestions.ts";
export {
  type UseAttachmentsResult,
  useAttachments,
} from "./components/composer/attachments/useAttachments.ts";
export {
  type UseConversationSearchResult,
  useConversationSearch,
} from "./components/search/useConversationSearch.ts";
export { type UseTypingResult, useTyping } from "./hooks/thread/useTyping.ts";
export { type UseStateEditsResult, useStateEdits } from "./hooks/sharedState/useStateEdits.ts";

// Frontend tools and tool call renderers
export {
  type CompleteComponentToolOptions,
  type StreamedComponentToolOptions,
  useComponentTool,
} from "./hooks/tools/useComponentTool.ts";
export { useFrontendTool } from "./hooks/tools/useFrontendTool.ts";
export {
  type DeclaredHumanToolOptions,
  type InferredHumanToolOptions,
  useHumanTool,
} from "./hooks/tools/useHumanTool.ts";
export {
  type DeclaredToolRendererOptions,
  type InferredToolRendererOptions,
  useToolRenderer,
} from "./hooks/tools/useToolRenderer.ts";
export type {
  DeclaredInput,
  DeclaredToolOptions,
  InferredToolOptions,
  ProgressOf,
  ResultOf,
  ToolRender,
  TypedParameters,
} from "./hooks/tools/toolOptions.ts";
export type { ToolLabel, ToolLabelProps } from "./hooks/tools/toolLabels.ts";
export type { DeepPartial, RespondOptions, ToolRenderProps } from "./hooks/tools/toolRenderers.ts";
export { webMcp } from "./hooks/webMcp/webMcp.ts";

// Activity and state renderers
export type { ActivityRenderProps } from "./hooks/renderers/activityRenderers.ts";
export {
  type DeclaredActivityRendererOptions,
  type InferredActivityRendererOptions,
  useActivityRenderer,
} from "./hooks/renderers/useActivityRenderer.ts";
export type { StateRenderProps } from "./hooks/renderers/stateRenderers.ts";
export {
  type DeclaredStateRendererOptions,
  type InferredStateRendererOptions,
  useStateRenderer,
} from "./hooks/renderers/useStateRenderer.ts";

// Human in the loop
export { type UseInterruptsResult, useInterrupts } from "./hooks/interrupts/useInterrupts.ts";
export {
  type UseInterruptRendererOptions,
  useInterruptRenderer,
} from "./hooks/renderers/useInterruptRenderer.ts";
export type { InterruptRenderProps, InterruptView } from "./hooks/renderers/interruptRenderers.ts";
export type { InterruptRecord } from "./selectors/interruptPlacement.ts";

// Chat: inline, popup and sidebar
export { Chat, type ChatProps } from "./components/chat/Chat.tsx";
export { ChatHeader } from "./components/chat/header/ChatHeader.tsx";
export { ChatPopup, type ChatPopupProps } from "./components/chat/ChatPopup.tsx";
export {
  ChatSidebar,
  type ChatSidebarProps,
  ChatSidebarToggle,
  type ChatSidebarToggleProps,
} from "./components/chat/ChatSidebar.tsx";

export type { SidebarWidthProps } from "./components/chat/resizing/useSidebarWidth.ts";

// Thread list
export { ThreadList, type ThreadListProps } from "./components/threadList/ThreadList.tsx";

// Strings and component overrides
export {
  englishStrings,
  type Strings,
  type StringsOverride,
} from "./components/strings/strings.ts";
export { useStrings } from "./components/strings/useStrings.ts";
export { ChatSettings, type ChatSettingsProps } from "./components/settings/settings.tsx";
export type {
  ChatClassNames,
  ChatComponents,
  ChatIcons,
  ChatPart,
} from "./components/settings/chatComponents.ts";
export type {
  ChatHeaderProps,
  SurfaceHeaderProps,
} from "./components/settings/surfacePartProps.ts";
export type { IconName } from "./components/ui/iconPaths.ts";

// Components of a chat
export { Announcer } from "./components/status/Announcer.tsx";
export { Attachments } from "./components/composer/attachments/Attachments.tsx";
export { Completions } from "./components/composer/completions/Completions.tsx";
export { Composer } from "./components/composer/Composer.tsx";
export { Dictation } from "./components/composer/dictation/Dictation.tsx";
export { EarlierMessages } from "./components/transcript/EarlierMessages.tsx";
export { RunStatusRow } from "./components/status/RunStatusRow.tsx";
export { ErrorRow } from "./components/status/ErrorRow.tsx";
export { MessageList } from "./components/transcript/MessageList.tsx";
export { SubagentPicker } from "./components/subagent/SubagentPicker.tsx";
export { ScrollToEnd } from "./components/transcript/ScrollToEnd.tsx";
export { Queue } from "./components/queue/Queue.tsx";
export { Suggestions } from "./components/suggestions/Suggestions.tsx";
export { Welcome } from "./components/suggestions/Welcome.tsx";

// Components of a message
export { TimedTurn } from "./components/message/TimedTurn.tsx";
export { Turn } from "./components/message/Turn.tsx";
export { MessageItem } from "./components/message/MessageItem.tsx";
export { UserMessageItem } from "./components/message/UserMessageItem.tsx";
export { AssistantMessageItem } from "./components/message/AssistantMessageItem.tsx";
export { Activity } from "./components/activity/Activity.tsx";
export { BranchPicker } from "./components/message/BranchPicker.tsx";
export { Markdown } from "./components/markdown/Markdown.tsx";
export type {
  CodeBlockProps,
  HighlightCode,
  MarkdownLabels,
  MarkdownOptions,
  MarkdownProps,
  MathProps,
} from "./components/markdown/markdownOptions.ts";
export type {
  FormLayout,
  FormLayoutBox,
  FormLayoutCategorization,
  FormLayoutCategory,
  FormLayoutControl,
  FormLayoutLabel,
  FormLayoutRule,
} from "./components/schemaForm/layout/formLayout.ts";
export type { FormRequest, GeneratedForm } from "./components/generativeForm/generatedForm.ts";
export type { FormGenerator } from "./components/generativeForm/GenerativeFormCard.tsx";
export {
  type GenerativeFormOptions,
  useGenerativeForm,
} from "./components/generativeForm/useGenerativeForm.tsx";
export { SchemaForm } from "./components/schemaForm/SchemaForm.tsx";
export type { SchemaFormProps, SubmitResult } from "./components/schemaForm/schemaFormProps.ts";
export { Interrupt, type InterruptProps } from "./components/interrupt/Interrupt.tsx";
export { DefaultInterrupt } from "./components/interrupt/DefaultInterrupt.tsx";
export { MediaPart } from "./components/message/MediaPart.tsx";
export { MessageActions } from "./components/message/MessageActions.tsx";
export {
  type ReadAloudOptions,
  type UseReadAloudResult,
  useReadAloud,
} from "./components/message/useReadAloud.ts";
export { Sources } from "./components/sources/Sources.tsx";
export type { Source } from "./components/sources/source.ts";
export { SystemMessageItem } from "./components/message/SystemMessageItem.tsx";
export { Reasoning } from "./components/message/Reasoning.tsx";
export { Steps, type StepsProps } from "./components/activity/Steps.tsx";
export { Subagent } from "./components/subagent/Subagent.tsx";
export { ToolCallCard } from "./components/toolCall/ToolCallCard.tsx";
export { ToolGroup } from "./components/toolCall/ToolGroup.tsx";
export { ToolSlot, type ToolSlotProps } from "./components/toolCall/ToolSlot.tsx";
export { ToolResult } from "./components/toolCall/ToolResult.tsx";
export { Usage, type UsageProps } from "./components/activity/Usage.tsx";

// Types of component props
export type { Attachment } from "./components/composer/attachments/attachment.ts";
export type {
  AttachmentOptions,
  UploadFile,
  UploadOptions,
} from "./components/composer/attachments/attachmentOptions.ts";
export type {
  CommandOptions,
  CompletionItem,
  CompletionProvider,
  FindCompletions,
} from "./components/composer/completions/completion.ts";
export type {
  DictationAdapter,
  DictationOptions,
} from "./components/composer/dictation/dictationAdapter.ts";
export {
  type WebSpeechDictationOptions,
  webSpeechDictation,
} from "./components/composer/dictation/webSpeechDictation.ts";
export type { ReasoningVisibility, RenderMarkdownProps } from "./components/settings/settings.tsx";
export type {
  ActivityProps,
  AssistantMessageItemProps,
  BranchPickerProps,
  EarlierMessagesProps,
  MediaContentPart,
  MediaPartProps,
  MessageAction,
  MessageActionsProps,
  MessageFeedback,
  MessageListProps,
  MessageItemProps,
  SystemMessageItemProps,
  ReasoningProps,
  ScrollToEndProps,
  SourcesProps,
  SubagentProps,
  ToolCallCardProps,
  ToolGroupProps,
  ToolResultProps,
  TurnProps,
  UserMessageItemProps,
  WelcomeProps,
} from "./components/settings/transcriptPartProps.ts";
export type {
  AttachmentsProps,
  CompletionsProps,
  ComposerProps,
  DictationProps,
  QueueProps,
  SuggestionsProps,
} from "./components/settings/composerPartProps.ts";

// Everything below React
export * from "./core.ts";
