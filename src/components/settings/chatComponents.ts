import type { ComponentType } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import type { MarkdownProps } from "../markdown/markdownOptions.ts";
import type { SchemaFormProps } from "../schemaForm/schemaFormProps.ts";
import type { IconName } from "../ui/iconPaths.ts";
import type {
  AttachmentsProps,
  CompletionsProps,
  ComposerProps,
  DictationProps,
  QueueProps,
  SuggestionsProps,
} from "./composerPartProps.ts";
import type { ChatHeaderProps } from "./surfacePartProps.ts";
import type {
  ActivityProps,
  AssistantMessageItemProps,
  BranchPickerProps,
  EarlierMessagesProps,
  MediaPartProps,
  MessageActionsProps,
  MessageItemProps,
  MessageListProps,
  ReasoningProps,
  ScrollToEndProps,
  SourcesProps,
  SubagentProps,
  SystemMessageItemProps,
  ToolCallCardProps,
  ToolGroupProps,
  ToolResultProps,
  TurnProps,
  UserMessageItemProps,
  WelcomeProps,
} from "./transcriptPartProps.ts";

/**
 * The components of a chat that can be replaced, each by a component with the same props. While a `lazy` component
 * loads, and after a component has thrown, the kit's own is shown.
 */
export interface ChatComponents {
  /** The conversation as a whole, with the status of the run. */
  readonly MessageList: ComponentType<MessageListProps>;
  /** Content of an empty conversation, unless `Chat` has a `welcome`. */
  readonly Welcome: ComponentType<WelcomeProps>;
  /** Everything of one author up to the next: a user message, or an answer with its reasoning, tool calls and actions. */
  readonly Turn: ComponentType<TurnProps>;
  /**
   * A message of any role, with the element around it. The scroll position of a thread is restored only if that
   * element has `data-message-id`.
   */
  readonly MessageItem: ComponentType<MessageItemProps>;
  /** A user message. */
  readonly UserMessageItem: ComponentType<UserMessageItemProps>;
  /** An assistant message with its tool calls. */
  readonly AssistantMessageItem: ComponentType<AssistantMessageItemProps>;
  /** The sources below an assistant message that cites some. */
  readonly Sources: ComponentType<SourcesProps>;
  /** A system or developer message. */
  readonly SystemMessageItem: ComponentType<SystemMessageItemProps>;
  /** A reasoning message. */
  readonly Reasoning: ComponentType<ReasoningProps>;
  /** An activity message of a type without a renderer. */
  readonly Activity: ComponentType<ActivityProps>;
  /** A tool call of a tool without a renderer. */
  readonly ToolCallCard: ComponentType<ToolCallCardProps>;
  /** The tool calls of one message, one or more. */
  readonly ToolGroup: ComponentType<ToolGroupProps>;
  /** The result of a tool call. */
  readonly ToolResult: ComponentType<ToolResultProps>;
  /** The card of a sub-agent with its messages. */
  readonly Subagent: ComponentType<SubagentProps>;
  /** The card of an interrupt without a renderer (`useInterruptRenderer`). */
  readonly Interrupt: ComponentType<InterruptRenderProps>;
  /** An image, audio, video or document part. */
  readonly MediaPart: ComponentType<MediaPartProps>;
  /** The Markdown of replies and reasoning. `renderMarkdown` does the same with only the text. */
  readonly Markdown: ComponentType<MarkdownProps>;
  /** The form that answers an interrupt with a JSON Schema. */
  readonly SchemaForm: ComponentType<SchemaFormProps>;
  /** The named steps of the run, above its status. Not shown by default; the kit's own is `Steps`. */
  readonly Steps: ComponentType;
  /** The status of the run, at the end of the transcript. */
  readonly RunStatusRow: ComponentType;
  /** The error of the last run, with a button to retry. */
  readonly ErrorRow: ComponentType;
  /** Token usage at the end of the transcript. Not shown by default; the kit's own is `Usage`. */
  readonly Usage: ComponentType;
  /** The button that scrolls to the end. */
  readonly ScrollToEnd: ComponentType<ScrollToEndProps>;
  /** The queued messages. */
  readonly Queue: ComponentType<QueueProps>;
  /** Suggested messages after a run. */
  readonly Suggestions: ComponentType<SuggestionsProps>;
  /** The choice of a sub-agent above the composer. Return `null` to remove it. */
  readonly SubagentPicker: ComponentType;
  /** The form in which the user writes and sends. */
  readonly Composer: ComponentType<ComposerProps>;
  /** The attachments of the draft, with the button that adds more. */
  readonly Attachments: ComponentType<AttachmentsProps>;
  /** The menu of mentions and commands. */
  readonly Completions: ComponentType<CompletionsProps>;
  /** The button that turns speech into text. */
  readonly Dictation: ComponentType<DictationProps>;
  /** The choice between several versions of a message. */
  readonly BranchPicker: ComponentType<BranchPickerProps>;
  /** The actions of a user message or a reply. */
  readonly MessageActions: ComponentType<MessageActionsProps>;
  /** The header of a popup or a sidebar. */
  readonly ChatHeader: ComponentType<ChatHeaderProps>;
  /** The button that loads earlier messages. */
  readonly EarlierMessages: ComponentType<EarlierMessagesProps>;
}

/**
 * Names of the parts whose outermost element takes a class. A message also takes the class of the component for its
 * role. `ChatSidebarPanel` is the panel that a sidebar opens, `MessageEditor` the form that edits a message.
 */
export type ChatPart =
  | keyof ChatComponents
  | "Chat"
  | "ChatLauncher"
  | "ChatPopup"
  | "ChatSidebar"
  | "ChatSidebarPanel"
  | "ChatSidebarToggle"
  | "MessageEditor"
  | "ThreadList"
  | "ToolSlot";

/** Classes by part, added after the kit's own. */
export type ChatClassNames = Readonly<Partial<Record<ChatPart, string>>>;

/**
 * Icons by name, each a component that takes no props, such as those of an icon library. The chat sets their size and
 * hides them from assistive technology. While a `lazy` icon loads, and after one has thrown, the kit's own is shown.
 */
export type ChatIcons = Readonly<Partial<Record<IconName, ComponentType>>>;
