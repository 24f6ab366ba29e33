import type { ComponentType } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import type { MarkdownProps } from "../markdown/markdownOptions.ts";
import type { SchemaFormProps } from "../schemaForm/schemaFormProps.ts";
import type {
  AttachmentsProps,
  CompletionsProps,
  ComposerProps,
  DictationProps,
  QueueProps,
  SuggestionsProps,
} from "./composerProps.ts";
import type {
  ActivityProps,
  AssistantMessageProps,
  BranchPickerProps,
  EarlierMessagesProps,
  MediaPartProps,
  MessageActionsProps,
  MessageListProps,
  MessageProps,
  ReasoningProps,
  ScrollToEndProps,
  SubagentProps,
  SystemMessageProps,
  ToolCallProps,
  ToolGroupProps,
  ToolResultProps,
  UserMessageProps,
  WelcomeProps,
} from "./transcriptProps.ts";

/**
 * The parts of a chat that can be replaced, each by a component that takes the same props. One that is `lazy` is
 * loaded while the kit's own is shown, and so is that in the place of one that throws.
 */
export interface ChatComponents {
  /** The conversation as a whole, with what the run does. */
  readonly MessageList: ComponentType<MessageListProps>;
  /** What an empty conversation shows, unless the chat was given a `welcome`. */
  readonly Welcome: ComponentType<WelcomeProps>;
  /**
   * A message of any role, with the element around it. With `data-message-id` on that, a thread is shown again where
   * one has left it.
   */
  readonly Message: ComponentType<MessageProps>;
  readonly UserMessage: ComponentType<UserMessageProps>;
  readonly AssistantMessage: ComponentType<AssistantMessageProps>;
  readonly SystemMessage: ComponentType<SystemMessageProps>;
  readonly Reasoning: ComponentType<ReasoningProps>;
  readonly Activity: ComponentType<ActivityProps>;
  readonly ToolCall: ComponentType<ToolCallProps>;
  /** The tool calls of one message, also where there is one. */
  readonly ToolGroup: ComponentType<ToolGroupProps>;
  readonly ToolResult: ComponentType<ToolResultProps>;
  /** The card of a sub-agent with all it does. */
  readonly Subagent: ComponentType<SubagentProps>;
  /** The default card of an interrupt; `useInterruptRenderer` draws those of one reason. */
  readonly Interrupt: ComponentType<InterruptRenderProps>;
  readonly MediaPart: ComponentType<MediaPartProps>;
  /** What is written in answers and in reasoning; `renderMarkdown` does the same with the text alone. */
  readonly Markdown: ComponentType<MarkdownProps>;
  /** The form of a question that is answered by one. */
  readonly SchemaForm: ComponentType<SchemaFormProps>;
  /** The named steps of the run, above its status. Nothing unless it is given: the kit's own is `Steps`. */
  readonly Steps: ComponentType;
  readonly RunStatus: ComponentType;
  readonly ErrorRow: ComponentType;
  /** The tokens used, at the end of the transcript. Nothing unless it is given: the kit's own is `Usage`. */
  readonly Usage: ComponentType;
  readonly ScrollToEnd: ComponentType<ScrollToEndProps>;
  /** The messages that wait until the agent is free. */
  readonly Queue: ComponentType<QueueProps>;
  /** What is offered to be said after a run. */
  readonly Suggestions: ComponentType<SuggestionsProps>;
  /** The choice of a sub-agent above the composer; one that returns `null` takes it away. */
  readonly SubagentPicker: ComponentType;
  readonly Composer: ComponentType<ComposerProps>;
  /** What is attached to the message that is being written, and what attaches more. */
  readonly Attachments: ComponentType<AttachmentsProps>;
  /** The menu of what can be mentioned, and of commands. */
  readonly Completions: ComponentType<CompletionsProps>;
  /** The button that turns speech into text. */
  readonly Dictation: ComponentType<DictationProps>;
  /** The choice between several versions of a message. */
  readonly BranchPicker: ComponentType<BranchPickerProps>;
  /** What can be done with a message of the person, and with an answer. */
  readonly MessageActions: ComponentType<MessageActionsProps>;
  /** What loads the messages before those that are shown. */
  readonly EarlierMessages: ComponentType<EarlierMessagesProps>;
}

/**
 * Names of the parts whose outermost elements take classes; a message takes those of its role's part.
 * `ChatSidebarPanel` is what a sidebar opens, `MessageEditor` the form in which a message is edited.
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
  | "ThreadList";

/** Classes to add to parts, each by the part's name. */
export type ChatClassNames = Readonly<Partial<Record<ChatPart, string>>>;
