import type { ReactNode } from "react";
import type { UseUsageOptions } from "../../hooks/thread/useUsage.ts";
import type {
  ActivityMessage,
  AssistantMessage,
  ContentPart,
  DeveloperMessage,
  ReasoningMessage,
  SystemMessage,
  ToolMessage,
  UserMessage,
} from "../../protocol/events.ts";
import type { BranchPosition } from "../../selectors/branchPlacement.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import type { Suggestion } from "../../selectors/parseSuggestions.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import type { MessageRow } from "../../selectors/transcriptRows.ts";
import type { Anchor } from "../transcript/autoscroll/useAutoscroll.ts";

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
export interface SystemMessageProps {
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

/** Props of `ScrollToEnd`. */
export interface ScrollToEndProps {
  readonly onClick: () => void;
  /** How many answers and questions have come below what one sees. @defaultValue 0 */
  readonly newMessages?: number;
}

/** Props of `BranchPicker`. */
export interface BranchPickerProps {
  /** Id of the message at which the conversation branches. */
  readonly messageId: string;
  /**
   * The branches to choose from: `"at"` for those that begin with the message itself, `"after"` for those
   * that begin after the message, such as the answers to a question.
   *
   * @defaultValue "at"
   */
  readonly position?: BranchPosition | undefined;
  /** Added to the element beside `agk-branch-picker`. */
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
