import { type KeyboardEvent, type ReactNode, type SubmitEvent, useId } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { openLastEditor } from "../message/editorRegistry.ts";
import type { ComposerProps } from "../settings/composerProps.ts";
import { useClassName, useComponent, useSettings } from "../settings/settings.tsx";
import { announceOnce } from "../status/liveRegionOwner.ts";
import { isInputMethodKey, useStopOnEscape } from "../ui/escape.ts";
import { Attachments } from "./attachments/Attachments.tsx";
import { createDragHandlers } from "./attachments/fileDrag.ts";
import { Completions } from "./completions/Completions.tsx";
import { useComposerField } from "./composerFocus.ts";
import { Dictation } from "./dictation/Dictation.tsx";
import { useDraft } from "./draft.ts";
import { usePersistedDraft } from "./draftPersistence.ts";
import { SendButton } from "./SendButton.tsx";
import { useSend } from "./useSend.ts";

/**
 * Takes what the person writes and sends it; while the agent answers, its button stops the run, and
 * what is written meanwhile is queued.
 *
 * Enter sends, Shift+Enter breaks the line, Escape stops, and ArrowUp in an empty field edits what the
 * person has said last. Enter that ends an input method's
 * composition never sends. What the thread does not take stays in the field, or comes back into it, and it
 * says why, also to who comes back to the thread: an answer is wanted first, another window runs it. Each
 * thread keeps what was written for it, also while it is not shown, and where the client has a storage that keeps
 * drafts, its text also through a reload. With `completions` it offers commands and
 * mentions, with a `dictation` it takes speech. Renders a `<form>`.
 *
 * @example Below a transcript of one's own
 * ```tsx
 * <Composer placeholder="Ask about your order" />
 * ```
 * @selector `.agk-composer[data-running]` While a run goes on.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Composer({
  placeholder,
  className,
  attachments: attachmentOptions,
  whenBusy,
  completions,
  dictation,
}: ComposerProps): ReactNode {
  const { strings } = useSettings();
  const thread = useThread();
  const { stop, isRunning } = useAgentRun();
  const draft = useDraft();
  const AttachmentsPart = useComponent("Attachments", Attachments);
  const CompletionsPart = useComponent("Completions", Completions);
  const DictationPart = useComponent("Dictation", Dictation);
  const sendState = useSend(draft, whenBusy);
  usePersistedDraft();
  const id = useId();
  const field = useComposerField();
  const { text, attachments, sendError, update } = draft;
  const { isBlocked, submit } = sendState;

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, currentTarget } = event;
    // The menu is in front of the field.
    if (event.defaultPrevented || isInputMethodKey(event)) return;
    const isPlain = !(shiftKey || event.altKey || event.ctrlKey || event.metaKey);
    if (key === "ArrowUp" && isPlain && text === "" && attachments.length === 0) {
      if (openLastEditor(thread, currentTarget)) event.preventDefault();
    }
    if (key !== "Enter" || shiftKey) return;
    event.preventDefault();
    // By the event, as the button does: commands and dictation hear of it.
    if (!sendState.isStop) currentTarget.form?.requestSubmit();
  };

  const handleSubmit = (event: SubmitEvent) => {
    // What has been written may have been a command, which has been done.
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (sendState.isStop) stop();
    else submit();
  };

  return (
    <form
      className={useClassName("Composer", "agk-composer", className)}
      data-running={isRunning || undefined}
      onSubmit={handleSubmit}
      onKeyDown={useStopOnEscape()}
      {...createDragHandlers()}
    >
      <label className="agk-sr-only" htmlFor={id}>
        {strings.composerLabel}
      </label>
      {sendError && (
        // Another element each time, as the same one would be heard only once.
        <p className="agk-composer-problem" ref={announceOnce(sendError.id)} key={sendError.id}>
          {strings[sendError.reason]}
        </p>
      )}
      <AttachmentsPart options={attachmentOptions} />
      {completions && <CompletionsPart providers={completions} />}
      {/* The copy of the text beside the textarea is what makes it as high as its text. */}
      <div className="agk-input" data-text={text}>
        <textarea
          className="agk-textarea"
          id={id}
          ref={field}
          // By what is written, and for the placeholder and a sign alone by the page.
          dir={/\p{L}/u.test(text) ? "auto" : undefined}
          rows={1}
          enterKeyHint="send"
          placeholder={
            isBlocked ? strings.answerFirst : (placeholder ?? strings.composerPlaceholder)
          }
          value={text}
          onChange={({ target }) => update(() => ({ text: target.value, isSendPending: false }))}
          onKeyDown={handleKeyDown}
        />
      </div>
      {dictation && <DictationPart adapter={dictation} />}
      <SendButton {...sendState} onStop={stop} />
    </form>
  );
}
