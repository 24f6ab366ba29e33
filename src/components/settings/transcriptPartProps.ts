import type { ReactNode } from "react";
import type {
  ActivityMessage,
  AssistantMessage,
  ContentPart,
  DeveloperMessage,
  ReasoningMessage,
  SystemMessage,
  TextPart,
  ToolMessage,
  UserMessage,
} from "../../protocol/events.ts";
import type { BranchPosition } from "../../selectors/branchPlacement.ts";
import type { TurnAuthor } from "../../selectors/findAuthorGroups.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import type { MessageRow } from "../../selectors/transcriptRows.ts";
import type { Source } from "../sources/source.ts";
import type { Anchor } from "../transcript/autoscroll/useAutoscroll.ts";

// Props of the replaceable components of the transcript. They are in this folder, because `ChatComponents` names them and
// every component imports the settings.

/** Props of `MessageList`. */
export interface MessageListProps {
  /** Accessible name. @defaultValue `strings.transcript` */
  readonly label?: string;
  /**
   * Shown while there are no messages, such as a `<Welcome>`. Not shown while a persisted conversation is restored.
   */
  readonly empty?: ReactNode;
  /**
   * The element that keeps its position while a reply streams. `"end"`: the end of the conversation, until the user
   * scrolls away from it. `"sent-message"`: a sent message scrolls to the top of the view and stays there. The reply
   * grows into the empty space below it, and the user scrolls to the rest of a longer one.
   *
   * @defaultValue `"end"`
   */
  readonly anchor?: Anchor | undefined;
  /** Class added after `agk-transcript`. */
  readonly className?: string;
}

/** Props of `Welcome`. */
export interface WelcomeProps {
  /** A picture or an icon above the title. @defaultValue none */
  readonly logo?: ReactNode;
  /** Heading of the greeting. @defaultValue `strings.welcome` */
  readonly title?: ReactNode;
  /** A sentence below the title. @defaultValue `identity.description` of the agent's capabilities */
  readonly text?: ReactNode;
}

/** Props of `Sources`. */
export interface SourcesProps {
  /** Each with a number of its own. */
  readonly sources: readonly Source[];
  /** Class added after `agk-sources`. */
  readonly className?: string;
}

/** Props of `Turn`. */
export interface TurnProps {
  /** The author: the user, the agent, or `system` for a note with the role `system` or `developer`. */
  readonly author: TurnAuthor;
  /** Ids of the messages and sub-agents in the turn, in order. */
  readonly ids: readonly string[];
  /**
   * Time of the first message, in milliseconds since the epoch; absent in a loaded conversation, because AG-UI messages
   * have no time.
   */
  readonly startedAt?: number | undefined;
  /** Start of the nearest earlier turn with a known time, in milliseconds since the epoch. */
  readonly previousAt?: number | undefined;
  /** True for the rest of a turn of more than 64 messages, which is rendered in parts. @defaultValue false */
  readonly isContinued?: boolean | undefined;
  /** A picture or initials of the author. The whole turn is indented by its width. @defaultValue none */
  readonly avatar?: ReactNode;
  /** Name of the author above the turn. @defaultValue the `name` of the agent's messages */
  readonly name?: ReactNode;
  /** Time of the turn, next to the name. `TimedTurn` sets it. @defaultValue none */
  readonly timestamp?: ReactNode;
  /** Content below the turn, such as the costs of an answer. @defaultValue none */
  readonly footer?: ReactNode;
  /** The messages, tool calls, questions and actions of the turn. */
  readonly children?: ReactNode;
}

/** Props of `MessageItem`: one message of any role, with its state. */
export interface MessageItemProps extends Pick<MessageRow, "message"> {
  /** Tool calls of the message. @defaultValue selected from the thread */
  readonly calls?: readonly ToolCallView[];
  /** True while the text of the message streams. @defaultValue false */
  readonly isStreaming?: boolean;
  /** Start of the message and end of reasoning, in milliseconds since the epoch. */
  readonly timing?: MessageRow["timing"];
  /** True for a reasoning message at the end of a running run, which no other message follows yet. @defaultValue false */
  readonly isCurrent?: boolean;
}

/** Props of `UserMessageItem`. */
export interface UserMessageItemProps {
  /** The user message. */
  readonly message: UserMessage;
}

/** Props of `AssistantMessageItem`. */
export interface AssistantMessageItemProps extends Pick<MessageItemProps, "calls" | "isStreaming"> {
  /** The assistant message. */
  readonly message: AssistantMessage;
}

/** Props of `SystemMessageItem`, which shows system and developer messages. */
export interface SystemMessageItemProps {
  /** The system or developer message. */
  readonly message: SystemMessage | DeveloperMessage;
}

/** Props of `Reasoning`. */
export interface ReasoningProps
  extends Pick<MessageItemProps, "isStreaming" | "timing" | "isCurrent"> {
  /** The reasoning message. */
  readonly message: ReasoningMessage;
}

/** Props of `Activity`. */
export interface ActivityProps {
  /** The activity message. */
  readonly message: ActivityMessage;
}

/** Props of `ToolCallCard`: the result of `useToolCall`. */
export interface ToolCallCardProps extends ToolCallView {}

/** Props of `ToolGroup`: the tool calls of one message. */
export interface ToolGroupProps {
  /** Tool calls in order, at least one. */
  readonly calls: readonly ToolCallView[];
  /**
   * Renders one tool call as elsewhere in the chat: with the renderer of its tool, its interrupts and its sub-agents.
   * The returned element has a key.
   */
  readonly renderCall: (call: ToolCallView) => ReactNode;
  /** Number of calls from which they are collapsed. @defaultValue 3 */
  readonly from?: number;
}

/** Props of `Subagent`. */
export interface SubagentProps {
  /** The `subagentRunId` of the sub-agent; `useSubagent(id)` returns its state. */
  readonly id: string;
}

/** Props of `ToolResult`. */
export interface ToolResultProps {
  /** The tool message. */
  readonly message: ToolMessage;
}

/** A content part of a message that is not text. */
export type MediaContentPart = Exclude<ContentPart, TextPart>;

/** Props of `MediaPart`. */
export interface MediaPartProps {
  /** An image, audio, video or document part. */
  readonly part: MediaContentPart;
}

/** Props of `ScrollToEnd`. */
export interface ScrollToEndProps {
  /** Scrolls to the end. */
  readonly onClick: () => void;
  /** Number of replies and interrupts that have arrived below the visible part. @defaultValue 0 */
  readonly newMessages?: number;
}

/** Props of `BranchPicker`. */
export interface BranchPickerProps {
  /** Id of the message at which the conversation branches. */
  readonly messageId: string;
  /**
   * The branches to choose from: `"at"` for those that begin with the message itself, `"after"` for those
   * that begin after the message, such as the replies to a user message.
   *
   * @defaultValue "at"
   */
  readonly position?: BranchPosition | undefined;
  /** Class added after `agk-branch-picker`. */
  readonly className?: string;
}

/** An action on a message. `export` downloads the whole conversation. */
export type MessageAction = "copy" | "edit" | "regenerate" | "readAloud" | "feedback" | "export";

/** Props of `MessageActions`. */
export interface MessageActionsProps {
  /** A user message, or the last message of a reply. */
  readonly message: MessageRow["message"];
  /**
   * Actions in the order of their buttons. An action that does not apply to the message, or that the browser does not
   * support, is left out.
   *
   * @defaultValue `messageActions` of the settings around it, else all but `export`
   */
  readonly actions?: readonly MessageAction[] | undefined;
  /** Class added after `agk-actions`. */
  readonly className?: string;
}

/** The user's rating of a reply. */
export interface MessageFeedback {
  /** Id of the rated message: the last message with text in the reply. */
  readonly messageId: string;
  /** The rating; undefined after the user has retracted it. */
  readonly value: "up" | "down" | undefined;
}

/** Props of `EarlierMessages`. */
export interface EarlierMessagesProps {
  /** Class added after `agk-earlier`. */
  readonly className?: string;
}
