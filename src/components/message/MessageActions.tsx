import { Fragment, type ReactNode, useRef } from "react";
import { useHasErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { useOptionalCapabilities } from "../../hooks/thread/useCapabilities.ts";
import { useIsBusy, useMessageCommands } from "../../hooks/thread/useMessageActions.ts";
import { useClassName, useSettings } from "../settings/settings.tsx";
import type {
  MessageAction,
  MessageActionsProps,
  MessageFeedback,
} from "../settings/transcriptPartProps.ts";
import { useAssistantName } from "../strings/useAssistantName.ts";
import { useStrings } from "../strings/useStrings.ts";
import { downloadText } from "../ui/downloadText.ts";
import { useFocusNextCard } from "../ui/focusNextCard.ts";
import { useToolbar } from "../ui/useToolbar.ts";
import { ActionButton, type ActionButtonProps } from "./ActionButton.tsx";
import { ActionErrorNote, type Attempt, CopyButton, useActionError } from "./CopyButton.tsx";
import { EditMessageForm } from "./EditMessageForm.tsx";
import { markdownToSpeech } from "./speech.ts";
import { useMessageEditor } from "./useMessageEditor.ts";
import { useReadAloud } from "./useReadAloud.ts";

/** Length of the excerpt of a message in the accessible name of its actions, in characters. */
const EXCERPT_LENGTH = 40;

const DEFAULT_ACTIONS: readonly MessageAction[] = [
  "copy",
  "edit",
  "regenerate",
  "readAloud",
  "feedback",
];
/** The actions of other messages in the same transcript. */
const PEERS = { list: ".agk-message-list", toolbar: ".agk-actions[role='toolbar']" };

const ACTIONS_WITHOUT_FEEDBACK = DEFAULT_ACTIONS.filter((action) => action !== "feedback");

/**
 * Shows the actions of a message. A user message can be copied, and edited in its place. A reply can be copied,
 * regenerated, read aloud and rated, as a whole. With `actions`, the conversation can be downloaded as well.
 *
 * An agent whose capabilities have `humanInTheLoop.feedback: false` is not rated, unless the actions are chosen.
 *
 * `MessageList` shows one below each user message, and at the end of each finished reply. Those of earlier messages
 * appear under the pointer and with the focus, and so do those of the last answer of a failed run: the error follows its
 * text. Beside an error that offers to try again, that answer is not regenerated, and not rated. The buttons are one stop of the Tab key: ArrowLeft and ArrowRight move
 * between them, ArrowUp and ArrowDown to the actions of another message. Renders a `<div role="toolbar">` named after
 * the message; a `group` while it is edited.
 *
 * @example Below a message component of your own
 * ```tsx
 * <MyMessage message={message} />
 * <MessageActions message={message} actions={["copy", "feedback"]} />
 * ```
 * @throws AgentKitError `missing-provider` outside `AgentProvider` and `ThreadProvider`.
 * @selector `.agk-actions[data-editing]` While the message is edited.
 * @selector `.agk-actions[data-failed]` The last answer of a failed run.
 * @selector `.agk-action[aria-pressed="true"]` The rating that the user has given.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function MessageActions({ message, actions, className }: MessageActionsProps): ReactNode {
  const { id, role } = message;
  const classes = useClassName("MessageActions", "agk-actions", className);
  const { messageActions, onFeedback } = useSettings();
  const strings = useStrings();
  const labels = strings.actions;
  const commands = useMessageCommands(id);
  const { markdown, feedback, feedbackId, hasFailed } = commands;
  const takesFeedback = useOptionalCapabilities()?.humanInTheLoop?.feedback !== false;
  const offered =
    actions ?? (messageActions || (takesFeedback ? DEFAULT_ACTIONS : ACTIONS_WITHOUT_FEEDBACK));
  const bar = useRef<HTMLDivElement>(null);
  const { error, attempt } = useActionError();

  // An action such as "edit" or "regenerate" may remove its own button, and the focus with it.
  useFocusNextCard(bar);

  const isUserMessage = commands.role === "user";
  const { isEditing, wasOpenedByUser, startEditing, stopEditing } = useMessageEditor({
    messageId: id,
    bar,
    isEditable: isUserMessage,
    isOffered: role === "user" && offered.includes("edit"),
  });
  const toolbarHandlers = useToolbar(bar, !isEditing, PEERS);
  const rate = useRating(feedbackId, feedback, onFeedback);
  const ratingButton = (value: "up" | "down", label: string) => (
    <ActionButton
      action={value}
      icon={value === "up" ? "thumbsUp" : "thumbsDown"}
      label={label}
      isPressed={feedback.value === value}
      onPress={() => void attempt(() => rate(value))}
    />
  );

  const renderAction = (action: MessageAction): ReactNode => {
    switch (action) {
      case "copy":
        return markdown && <CopyButton copy={commands.copy} attempt={attempt} />;
      case "edit":
        return (
          role === "user" && (
            <IdleActionButton
              action={action}
              icon={action}
              label={labels.edit}
              onPress={isUserMessage ? startEditing : undefined}
            />
          )
        );
      case "regenerate":
        return (
          role !== "user" &&
          (commands.isReply || !commands.role) && (
            <UnlessErrorDisplayed hasFailed={hasFailed}>
              <IdleActionButton
                action={action}
                icon={action}
                label={labels.regenerate}
                onPress={commands.role ? () => void attempt(commands.regenerate) : undefined}
              />
            </UnlessErrorDisplayed>
          )
        );
      case "readAloud":
        return role !== "user" && markdown && <ReadAloudButton text={markdown} attempt={attempt} />;
      case "feedback":
        return (
          role !== "user" && (
            <UnlessErrorDisplayed hasFailed={hasFailed && feedback.value === undefined}>
              {ratingButton("up", labels.thumbsUp)}
              {ratingButton("down", labels.thumbsDown)}
            </UnlessErrorDisplayed>
          )
        );
      case "export":
        return (
          <ActionButton
            action={action}
            icon={action}
            label={labels.export}
            onPress={() =>
              downloadText(
                commands.exportMarkdown({ authors: { ...strings.authors, assistant } }),
                `${labels.fileName}.md`,
                "text/markdown",
              )
            }
          />
        );
    }
  };

  const name = "name" in message ? message.name : undefined;
  const assistant = useAssistantName(message);
  const author = name ?? (role === "user" ? strings.authors.user : assistant);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles can be named
    <div
      className={classes}
      role={isEditing ? "group" : "toolbar"}
      aria-label={labels.label(author, excerptOf(markdown))}
      data-editing={isEditing || undefined}
      data-failed={hasFailed || undefined}
      ref={bar}
      {...toolbarHandlers}
    >
      {isEditing && message.role === "user" ? (
        <EditMessageForm
          message={message}
          isOpened={wasOpenedByUser()}
          onSend={(content) => attempt(() => commands.edit(content))}
          onCancel={stopEditing}
        />
      ) : (
        offered.map((action) => <Fragment key={action}>{renderAction(action)}</Fragment>)
      )}
      <ActionErrorNote error={error} />
    </div>
  );
}

type Feedback = ReturnType<typeof useMessageCommands>["feedback"];

/** Returns a function that rates a reply, or retracts the same rating. */
function useRating(
  messageId: string,
  { value: current, retractThumb, thumbsUp, thumbsDown }: Feedback,
  onFeedback: ((feedback: MessageFeedback) => void) | undefined,
): (value: "up" | "down") => Promise<void> {
  const pending = useRef<MessageFeedback>(undefined);
  return async (value) => {
    const next = current === value ? undefined : value;
    // The second click of a double click, while the first rating is being recorded.
    if (pending.current && pending.current.value === next) return;
    const rating = { messageId, value: next };
    pending.current = rating;
    try {
      await (next === undefined ? retractThumb() : next === "up" ? thumbsUp() : thumbsDown());
    } finally {
      if (pending.current === rating) pending.current = undefined;
    }
    onFeedback?.(rating);
  };
}

/** Disables an action during a run. Subscribes itself, so that only this button renders when a run starts or ends. */
function IdleActionButton({ onPress, ...props }: ActionButtonProps): ReactNode {
  return <ActionButton {...props} onPress={useIsBusy() ? undefined : onPress} />;
}

interface UnlessErrorDisplayedProps {
  /** True for the last answer of a failed run. */
  readonly hasFailed: boolean;
  readonly children: ReactNode;
}

/** Renders nothing for an answer that has failed where an error with a button of its own follows. */
function UnlessErrorDisplayed({ hasFailed, children }: UnlessErrorDisplayedProps): ReactNode {
  return hasFailed ? <WithoutErrorDisplay>{children}</WithoutErrorDisplay> : children;
}

function WithoutErrorDisplay({ children }: Pick<UnlessErrorDisplayedProps, "children">): ReactNode {
  return useHasErrorDisplay() ? null : children;
}

/** Returns the beginning of a message. Cuts the Markdown first, so that a long message costs no more than a short one. */
function excerptOf(markdown: string): string {
  const characters = [...markdownToSpeech(markdown.slice(0, 8 * EXCERPT_LENGTH))];
  const beginning = characters.slice(0, EXCERPT_LENGTH).join("").trimEnd();
  return characters.length > EXCERPT_LENGTH ? `${beginning}…` : beginning;
}

interface ReadAloudButtonProps {
  /** Markdown. */
  readonly text: string;
  readonly attempt: Attempt;
}

/** Reads a reply aloud, and stops. Renders nothing in a browser without speech synthesis. */
function ReadAloudButton({ text, attempt }: ReadAloudButtonProps): ReactNode {
  const labels = useStrings().actions;
  const { isSupported, isReading, read, stop } = useReadAloud();
  if (!isSupported) return null;
  const handlePress = (button: HTMLElement) => {
    if (isReading) return stop();
    const { lang } = button.closest<HTMLElement>("[lang]") ?? {};
    const surface = button.closest(".agk-popup,.agk-sidebar");
    // The chat stays mounted in a closed popup or sidebar, and would continue to speak.
    const observer = new MutationObserver(() => {
      if (surface?.matches("dialog:not([open]),[hidden]")) stop();
    });
    if (surface) observer.observe(surface, { attributes: true });
    const readText = () => read(text, { lang }).finally(() => observer.disconnect());
    void attempt(readText, labels.readAloudFailed);
  };
  return (
    <ActionButton
      action="readAloud"
      icon={isReading ? "stop" : "readAloud"}
      label={isReading ? labels.stopReading : labels.readAloud}
      onPress={handlePress}
    />
  );
}
