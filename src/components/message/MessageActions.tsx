import { Fragment, type ReactNode, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useIsBusy, useMessageCommands } from "../../hooks/thread/useMessageActions.ts";
import { selectIsRunning } from "../../selectors/runState.ts";
import { useClassName, useSettings } from "../settings/settings.tsx";
import type {
  MessageAction,
  MessageActionsProps,
  MessageFeedback,
} from "../settings/transcriptPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { activeElementIn } from "../ui/activeElement.ts";
import { useFocusNextQuestion } from "../ui/focusNextQuestion.ts";
import { ActionButton, type ActionButtonProps } from "./ActionButton.tsx";
import { type Attempt, CopyButton, useActionError } from "./CopyButton.tsx";
import { deleteEditDraft, EditMessageForm, readEditDraft } from "./EditMessageForm.tsx";
import { useRegisterEditor } from "./editorRegistry.ts";
import { markdownToSpeech } from "./markdownToSpeech.ts";
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

/**
 * Shows the actions of a message: a user message can be copied, and edited in its place; an answer can be copied,
 * regenerated, read aloud and rated, as a whole. With `actions`, the conversation can be downloaded as well.
 *
 * `MessageList` shows one below each user message, and at the end of each finished answer. The buttons are in the
 * order of the Tab key and never hidden. Renders a `<div role="group">` named after the message.
 *
 * @example Below a message component of your own
 * ```tsx
 * <MyMessage message={message} />
 * <MessageActions message={message} actions={["copy", "feedback"]} />
 * ```
 * @throws AgentKitError `missing-provider` outside `AgentProvider` and `ThreadProvider`.
 * @selector `.agk-actions[data-editing]` While the message is edited.
 * @selector `.agk-action[aria-pressed="true"]` The rating that the user has given.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function MessageActions({ message, actions, className }: MessageActionsProps): ReactNode {
  const { id, role } = message;
  const classes = useClassName("MessageActions", "agk-actions", className);
  const { messageActions, onFeedback } = useSettings();
  const strings = useStrings();
  const labels = strings.actions;
  const thread = useThread();
  const commands = useMessageCommands(id);
  const { markdown, feedback, feedbackId } = commands;
  const offered = actions ?? (messageActions || DEFAULT_ACTIONS);
  const bar = useRef<HTMLDivElement>(null);
  const [isEditing, setIsEditing] = useState(() => readEditDraft(thread, id) !== undefined);
  const { error, attempt } = useActionError();
  /** The focus before editing, and whether to restore it; undefined when the user has not opened the editor. */
  const focusBefore = useRef<{ readonly element: Element | null; readonly isRestoring: boolean }>(
    undefined,
  );

  // An action such as "edit" or "regenerate" may remove its own button, and the focus with it.
  useFocusNextQuestion(bar);

  const isUserMessage = commands.role === "user";
  const startEditing = () => {
    if (!isUserMessage || selectIsRunning(thread.getSnapshot())) return false;
    focusBefore.current = { element: activeElementIn(bar.current), isRestoring: false };
    setIsEditing(true);
    return true;
  };
  useRegisterEditor(
    id,
    bar,
    role === "user" && offered.includes("edit") ? startEditing : undefined,
  );
  const stopEditing = () => {
    deleteEditDraft(thread, id);
    setIsEditing(false);
    focusBefore.current = { element: focusBefore.current?.element ?? null, isRestoring: true };
  };
  useIsomorphicLayoutEffect(() => {
    const { element, isRestoring } = focusBefore.current ?? {};
    if (isEditing || !isRestoring) return;
    focusBefore.current = undefined;
    // The edit button was unmounted while the editor was open, so the element that had the focus may be gone.
    const button = bar.current?.querySelector<HTMLElement>("[data-action=edit]");
    if (element instanceof HTMLElement && element !== document.body && element.isConnected)
      element.focus();
    else button?.focus();
  }, [isEditing]);

  const pendingFeedback = useRef<MessageFeedback>(undefined);
  const giveFeedback = async (value: "up" | "down") => {
    const next = feedback.value === value ? undefined : value;
    // The second click of a double click, while the first rating is being recorded.
    if (pendingFeedback.current && pendingFeedback.current.value === next) return;
    const rating = { messageId: feedbackId, value: next };
    pendingFeedback.current = rating;
    try {
      const { retract, thumbsUp, thumbsDown } = feedback;
      await (next === undefined ? retract() : next === "up" ? thumbsUp() : thumbsDown());
    } finally {
      if (pendingFeedback.current === rating) pendingFeedback.current = undefined;
    }
    onFeedback?.(rating);
  };
  const ratingButton = (value: "up" | "down", label: string) => (
    <ActionButton
      action={value}
      icon={value}
      label={label}
      isPressed={feedback.value === value}
      onPress={() => void attempt(() => giveFeedback(value))}
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
          role !== "user" && (
            <IdleActionButton
              action={action}
              icon={action}
              label={labels.regenerate}
              onPress={
                isUserMessage || !commands.role
                  ? undefined
                  : () => void attempt(commands.regenerate)
              }
            />
          )
        );
      case "readAloud":
        return role !== "user" && markdown && <ReadAloudButton text={markdown} attempt={attempt} />;
      case "feedback":
        return (
          role !== "user" && (
            <>
              {ratingButton("up", labels.thumbsUp)}
              {ratingButton("down", labels.thumbsDown)}
            </>
          )
        );
      case "export":
        return (
          <ActionButton
            action={action}
            icon={action}
            label={labels.export}
            onPress={() =>
              downloadMarkdown(
                commands.exportMarkdown({ authors: strings.authors }),
                labels.fileName,
              )
            }
          />
        );
    }
  };

  const name = "name" in message ? message.name : undefined;
  const author = name ?? strings.authors[role === "user" ? "user" : "assistant"];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and cannot be laid out everywhere
    <div
      className={classes}
      role="group"
      aria-label={labels.label(author, excerptOf(markdown))}
      data-editing={isEditing || undefined}
      ref={bar}
    >
      {isEditing && message.role === "user" ? (
        <EditMessageForm
          message={message}
          isOpened={focusBefore.current !== undefined}
          onSend={(content) => attempt(() => commands.edit(content))}
          onCancel={stopEditing}
        />
      ) : (
        offered.map((action) => <Fragment key={action}>{renderAction(action)}</Fragment>)
      )}
      {error && (
        // A new element for each error: screen readers announce the same alert only once.
        <span className="agk-problem" role="alert" key={error.times}>
          {error.text}
        </span>
      )}
    </div>
  );
}

/** Disables an action during a run. Subscribes itself, so that only this button renders when a run starts or ends. */
function IdleActionButton({ onPress, ...props }: ActionButtonProps): ReactNode {
  return <ActionButton {...props} onPress={useIsBusy() ? undefined : onPress} />;
}

/** Returns the beginning of a message. Cuts the Markdown first, so that a long message costs no more than a short one. */
function excerptOf(markdown: string): string {
  const characters = [...markdownToSpeech(markdown.slice(0, 8 * EXCERPT_LENGTH))];
  const beginning = characters.slice(0, EXCERPT_LENGTH).join("").trimEnd();
  return characters.length > EXCERPT_LENGTH ? `${beginning}…` : beginning;
}

/** Downloads a text as a Markdown file. */
function downloadMarkdown(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${fileName}.md`;
  link.click();
  // Safari reads the object URL only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

interface ReadAloudButtonProps {
  /** Markdown. */
  readonly text: string;
  readonly attempt: Attempt;
}

/** @internal Reads an answer aloud, and stops. Renders nothing in a browser without speech synthesis. */
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
