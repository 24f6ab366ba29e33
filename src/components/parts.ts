import type { ComponentType, ReactNode } from "react";
import type { InterruptRecord } from "../hooks/interruptRecords.ts";
import type { InterruptRenderProps } from "../hooks/interruptRenderers.ts";
import type { MessageRow } from "../hooks/rows.ts";
import type { Suggestion, UseSuggestionsOptions } from "../hooks/suggestions.ts";
import type { ToolCallView } from "../hooks/toolCallViews.ts";
import type { WhenBusy } from "../hooks/useQueue.ts";
import type { UseUsageOptions } from "../hooks/useUsage.ts";
import type {
  ActivityMessage,
  AssistantMessage,
  ContentPart,
  DeveloperMessage,
  ReasoningMessage,
  SystemMessage,
  ToolMessage,
  UserMessage,
} from "../protocol/events.ts";
import type { AttachmentOptions } from "./attachments/options.ts";
import type { CompletionProvider } from "./completions/completion.ts";
import type { DictationAdapter } from "./dictation/adapter.ts";
import type { SchemaFormProps } from "./form/schemaFormProps.ts";
import type { MarkdownProps } from "./markdown/options.ts";
import type { Anchor } from "./scroll/useStickToEnd.ts";

/** Props of `MessageList`. */
export interface MessageListProps {
  /** Accessible name. @defaultValue `strings.transcript` */
  readonly label?: string;
  /**
   * Shown in place of messages while there are none, a `<Welcome>` for instance; not while a stored
   * conversation is read.
   */
  readonly empty?: ReactNode;
  /**
   * What stays in its place while an answer is written. `"end"`: the end of the conversation, as long as
   * the person is there. `"question"`: the message that was sent goes to the top of the view and stays,
   * and the answer grows into the empty room below it; what does not fit is there to be scrolled to.
   * @defaultValue `"end"`
   */
  readonly anchor?: Anchor | undefined;
  /** Added to the outer element beside `agk-transcript`. */
  readonly className?: string;
}

/** Props of `Welcome`. */
export interface WelcomeProps {
  /** @defaultValue `strings.welcome` */
  readonly title?: ReactNode;
  /** A sentence below the title. */
  readonly text?: ReactNode;
  /** Buttons that each send a message; four are a good number. @defaultValue `[]` */
  readonly suggestions?: readonly Suggestion[];
}

/** Props of `Message`: one message of any role, and what is known about it. */
export interface MessageProps extends Pick<MessageRow, "message"> {
  /** Its tool calls; found in the thread when absent. */
  readonly calls?: readonly ToolCallView[];
  /** @defaultValue false */
  readonly isStreaming?: boolean;
  /** When it was thought, for a reasoning message. */
  readonly timing?: MessageRow["timing"];
  /** Whether it is reasoning of a run that goes on, with nothing behind it yet. @defaultValue false */
  readonly isCurrent?: boolean;
}

/** Props of `UserMessage`. */
export interface UserMessageProps {
  readonly message: UserMessage;
}

/** Props of `AssistantMessage`. */
export interface AssistantMessageProps extends Pick<MessageProps, "calls" | "isStreaming"> {
  readonly message: AssistantMessage;
}

/** Props of `Note`, which shows system and developer messages. */
export interface NoteProps {
  readonly message: SystemMessage | DeveloperMessage;
}

/** Props of `Reasoning`. */
export interface ReasoningProps extends Pick<MessageProps, "isStreaming" | "timing" | "isCurrent"> {
  readonly message: ReasoningMessage;
}

/** Props of `Activity`. */
export interface ActivityProps {
  readonly message: ActivityMessage;
}

/** Props of `ToolCall`: what `useToolCall` returns. */
export interface ToolCallProps extends ToolCallView {}

/** Props of `ToolGroup`: the tool calls of one message, one or more. */
export interface ToolGroupProps {
  readonly calls: readonly ToolCallView[];
  /**
   * Draws one of them as it is drawn anywhere: with the renderer of its tool, what is asked about it, and its
   * sub-agents. What it returns has a key.
   */
  readonly renderCall: (call: ToolCallView) => ReactNode;
  /** From how many calls on they are folded. @defaultValue 3 */
  readonly from?: number;
}

/** Props of `Steps`. */
export interface StepsProps {
  /** Up to how many steps it is open by itself. @defaultValue 5 */
  readonly openUpTo?: number;
  /** Added to the element beside `agk-steps`. */
  readonly className?: string;
}

/** Props of `Usage`. */
export interface UsageProps extends UseUsageOptions {
  /** Added to the element beside `agk-usage`. */
  readonly className?: string;
}

/** Props of `Subagent`. */
export interface SubagentProps {
  /** Its `subagentRunId`; `useSubagent(id)` returns all there is to know of it. */
  readonly id: string;
}

/** Props of `Interrupt`. */
export interface InterruptProps {
  /** An interrupt of the thread, open or answered. */
  readonly interrupt: InterruptRecord;
  /** The tool call it is about, when it names one; found in the thread when absent. */
  readonly toolCall?: ToolCallView | undefined;
}

/** Props of `ToolResult`: the content of a tool message. */
export interface ToolResultProps {
  readonly message: ToolMessage;
}

/** A content part that is not text. */
export type MediaContentPart = Exclude<ContentPart, { type: "text" }>;

/** Props of `MediaPart`. */
export interface MediaPartProps {
  readonly part: MediaContentPart;
}

/** Props of `Composer`. */
export interface ComposerProps {
  /** @defaultValue `strings.composerPlaceholder` */
  readonly placeholder?: string;
  /**
   * What becomes of a message that is sent while a run goes on: it waits, it stops the run, or it
   * stays in the field. @defaultValue the thread's own `whenBusy`, else `"queue"`
   */
  readonly whenBusy?: WhenBusy | undefined;
  /**
   * Whether files can be attached, and sound be recorded: by a button, by pasting and by dropping. An agent that
   * names kinds of files it takes is never offered others. For one that names none, `true` and options offer
   * everything but what it says it does not take; left out, it is offered nothing. Options also set limits, and
   * how files travel; `false` offers nothing to any agent.
   * @defaultValue what the agent says it takes (`multimodal.input` of its capabilities)
   */
  readonly attachments?: boolean | AttachmentOptions | undefined;
  /**
   * What can be mentioned, and which commands there are: each provider offers its own behind a sign, as people
   * behind `@`. May be written inline. @defaultValue nothing
   */
  readonly completions?: readonly CompletionProvider[] | undefined;
  /**
   * What turns speech into text, with a button for it: `webSpeechDictation()`, or an adapter of your own.
   * @defaultValue nothing, since sound may leave the machine
   */
  readonly dictation?: DictationAdapter | undefined;
  /** Added to the form beside `agk-composer`. */
  readonly className?: string;
}

/** Props of `Attachments`. */
export interface AttachmentsProps {
  /** What can be attached, as `attachments` of `Composer` says it. May be written inline. */
  readonly options?: ComposerProps["attachments"];
  /** Added to the list beside `agk-attachments`. */
  readonly className?: string | undefined;
}

/** Props of `Completions`. */
export interface CompletionsProps {
  /** What there is to mention, and to do. May be written inline. */
  readonly providers: readonly CompletionProvider[];
  /** Added to the menu beside `agk-completions`. */
  readonly className?: string | undefined;
}

/** Props of `Dictation`. */
export interface DictationProps {
  readonly adapter: DictationAdapter;
  /** Added to the button beside `agk-composer-tool`. */
  readonly className?: string | undefined;
}

/** Props of `ScrollToEnd`. */
export interface ScrollToEndProps {
  readonly onClick: () => void;
  /** How many answers and questions have come below what one sees. @defaultValue 0 */
  readonly newMessages?: number;
}

/** Props of `Queue`. */
export interface QueueProps {
  /** Added to the section beside `agk-queue`. */
  readonly className?: string;
}

/** Props of `Suggestions`. */
export interface SuggestionsProps {
  /** What `useSuggestions` takes. May be written inline. */
  readonly options: UseSuggestionsOptions;
  /** Added to the element beside `agk-suggestion-row`. */
  readonly className?: string;
}

/** Props of `BranchPicker`. */
export interface BranchPickerProps {
  /** A message with which a way begins. */
  readonly messageId: string;
  /** Whether the ways behind it are meant, as nothing has come of the one that is shown. @defaultValue false */
  readonly isBehind?: boolean | undefined;
  /** Added to the element beside `agk-branches`. */
  readonly className?: string;
}

/** Something that can be done with a message; `export` downloads the whole conversation. */
export type MessageAction = "copy" | "edit" | "regenerate" | "readAloud" | "feedback" | "export";

/** Props of `MessageActions`. */
export interface MessageActionsProps {
  /** What the person has said, or the last message of an answer. */
  readonly message: MessageRow["message"];
  /**
   * Which are offered, as far as they suit the message and the browser, in this order.
   * @defaultValue those of the settings around it, else all but `export`
   */
  readonly actions?: readonly MessageAction[] | undefined;
  /** Added to the element beside `agk-actions`. */
  readonly className?: string;
}

/** A thumb that a person has given to an answer, or taken back. */
export interface MessageFeedback {
  /** The message that it is filed about: the last words of the answer. */
  readonly messageId: string;
  /** `undefined` once it was taken back. */
  readonly value: "up" | "down" | undefined;
}

/** Props of `EarlierMessages`. */
export interface EarlierMessagesProps {
  /** Added to the element beside `agk-earlier`. */
  readonly className?: string;
}

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
  readonly Note: ComponentType<NoteProps>;
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
