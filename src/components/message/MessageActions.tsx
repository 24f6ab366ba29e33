import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useIsBusy, useMessageCommands } from "../../hooks/thread/useMessageActions.ts";
import { selectIsRunning } from "../../selectors/selectIsRunning.ts";
import { useClass, useSettings } from "../settings/settings.tsx";
import type {
  MessageAction,
  MessageActionsProps,
  MessageFeedback,
} from "../settings/transcriptProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { activeElementIn } from "../ui/activeElement.ts";
import { useFocusOnward } from "../ui/useFocusOnward.ts";
import { ActionButton, type ActionButtonProps } from "./ActionButton.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { downloadMarkdown } from "./downloadMarkdown.ts";
import { EditForm } from "./EditMessageForm.tsx";
import { editDraft, forgetEdit } from "./editDrafts.ts";
import { useEditOpener } from "./editorRegistry.ts";
import { markdownToSpeech } from "./markdownToSpeech.ts";
import { ReadAloudButton } from "./ReadAloudButton.tsx";
import { useActionError } from "./useActionError.ts";

/** How much of a message names what can be done with it, in characters. */
const NAME_LENGTH = 40;

const DEFAULT: readonly MessageAction[] = ["copy", "edit", "regenerate", "readAloud", "feedback"];

/** @internal The buttons themselves; what is public is `MessageActions`, which loads them. */
export function MessageActions({ message, actions, className }: MessageActionsProps): ReactNode {
  const { id, role } = message;
  const classes = useClass("MessageActions", "agk-actions", className);
  const { messageActions, onFeedback } = useSettings();
  const strings = useStrings();
  const words = strings.actions;
  const thread = useThread();
  const verbs = useMessageCommands(id);
  const { markdown, feedback, feedbackId } = verbs;
  const offered = actions ?? (messageActions || DEFAULT);
  const bar = useRef<HTMLDivElement>(null);
  const [isEditing, setEditing] = useState(() => editDraft(thread, id) !== undefined);
  const { problem, attempt } = useActionError();
  /** Where the person was when they began to edit; undefined while they do not come back from that. */
  const cameFrom = useRef<{ readonly place: Element | null; readonly isBack: boolean }>(undefined);

  // What it was pressed for takes it away, and the focus with it.
  useFocusOnward(bar);

  const isOfPerson = verbs.role === "user";
  const startEditing = () => {
    if (!isOfPerson || selectIsRunning(thread.getSnapshot())) return false;
    cameFrom.current = { place: activeElementIn(bar.current), isBack: false };
    setEditing(true);
    return true;
  };
  useEditOpener(id, bar, role === "user" && offered.includes("edit") ? startEditing : undefined);
  const stopEditing = () => {
    forgetEdit(thread, id);
    setEditing(false);
    cameFrom.current = { place: cameFrom.current?.place ?? null, isBack: true };
  };
  useLayoutEffect(() => {
    const { place, isBack } = cameFrom.current ?? {};
    if (isEditing || !isBack) return;
    cameFrom.current = undefined;
    // The button that was pressed is another one now.
    const button = bar.current?.querySelector<HTMLElement>("[data-action=edit]");
    if (place instanceof HTMLElement && place !== document.body && place.isConnected) place.focus();
    else button?.focus();
  }, [isEditing]);

  const giving = useRef<MessageFeedback>(undefined);
  const give = async (value: "up" | "down") => {
    const next = feedback.value === value ? undefined : value;
    // The second click of two, while the first is being filed.
    if (giving.current && giving.current.value === next) return;
    const given = { messageId: feedbackId, value: next };
    giving.current = given;
    try {
      const { retract, thumbsUp, thumbsDown } = feedback;
      await (next === undefined ? retract() : next === "up" ? thumbsUp() : thumbsDown());
    } finally {
      if (giving.current === given) giving.current = undefined;
    }
    onFeedback?.(given);
  };
  const thumb = (value: "up" | "down", label: string) => (
    <ActionButton
      action={value}
      icon={value}
      label={label}
      isPressed={feedback.value === value}
      onPress={() => void attempt(() => give(value))}
    />
  );

  const draw = (action: MessageAction): ReactNode => {
    switch (action) {
      case "copy":
        return markdown && <CopyButton copy={verbs.copy} attempt={attempt} />;
      case "edit":
        return (
          role === "user" && (
            <RestingButton
              action={action}
              icon={action}
              label={words.edit}
              onPress={isOfPerson ? startEditing : undefined}
            />
          )
        );
      case "regenerate":
        return (
          role !== "user" && (
            <RestingButton
              action={action}
              icon={action}
              label={words.regenerate}
              onPress={isOfPerson || !verbs.role ? undefined : () => void attempt(verbs.regenerate)}
            />
          )
        );
      case "readAloud":
        return role !== "user" && markdown && <ReadAloudButton text={markdown} attempt={attempt} />;
      case "feedback":
        return (
          role !== "user" && (
            <>
              {thumb("up", words.thumbsUp)}
              {thumb("down", words.thumbsDown)}
            </>
          )
        );
      case "export":
        return (
          <ActionButton
            action={action}
            icon={action}
            label={words.export}
            onPress={() =>
              downloadMarkdown(verbs.exportMarkdown({ authors: strings.authors }), words.fileName)
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
      aria-label={words.label(author, beginningOf(markdown))}
      data-editing={isEditing || undefined}
      ref={bar}
    >
      {isEditing && message.role === "user" ? (
        <EditForm
          message={message}
          isOpened={cameFrom.current !== undefined}
          onSend={(content) => attempt(() => verbs.edit(content))}
          onCancel={stopEditing}
        />
      ) : (
        offered.map((action) => <Fragment key={action}>{draw(action)}</Fragment>)
      )}
      {problem && (
        // Another element each time, as the same one would be heard only once.
        <span className="agk-problem" role="alert" key={problem.times}>
          {problem.text}
        </span>
      )}
    </div>
  );
}

/** For what has to wait for the end of a run; it alone renders when one begins and when it ends. */
function RestingButton({ onPress, ...props }: ActionButtonProps): ReactNode {
  return <ActionButton {...props} onPress={useIsBusy() ? undefined : onPress} />;
}

/** A long message is cut first: only its beginning is to be read. */
function beginningOf(markdown: string): string {
  const signs = [...markdownToSpeech(markdown.slice(0, 8 * NAME_LENGTH))];
  const beginning = signs.slice(0, NAME_LENGTH).join("").trimEnd();
  return signs.length > NAME_LENGTH ? `${beginning}…` : beginning;
}
