import { type KeyboardEvent, type ReactNode, type SubmitEvent, useId } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { openLastEditor } from "../message/editorRegistry.ts";
import type { ComposerProps } from "../settings/composerPartProps.ts";
import { useClassName, useComponent } from "../settings/settings.tsx";
import { announceOnce } from "../status/liveRegionOwner.ts";
import { useStrings } from "../strings/useStrings.ts";
import { useStopOnEscape } from "../ui/keys.ts";
import { MessageField } from "../ui/MessageField.tsx";
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
 * Lets the user write messages and sends them: the text above, the tools below. During a run the button stops it, and
 * new messages are queued.
 *
 * Enter sends, Shift+Enter breaks the line, Escape stops the run, and ArrowUp in an empty field edits the last user
 * message. On touch screens Enter breaks the line, see `submitOnEnter` of `ChatSettings`. Enter that ends an IME
 * composition never sends. A message that the thread does not accept stays in the field, or returns to it, with the
 * reason. For example, open interrupts must be answered first, or another tab runs the thread. Each thread keeps its
 * draft while another one is shown; if the storage of the client keeps drafts, the text also survives a reload.
 * `completions` adds commands and mentions, `dictation` adds speech input. Renders a `<form>`.
 *
 * @example Below a transcript of your own
 * ```tsx
 * <Composer placeholder="Ask about your order" />
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-composer[data-running]` A run is active.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Composer({
  placeholder,
  className,
  attachments: attachmentOptions,
  whenBusy,
  completions,
  dictation,
  start,
  end,
}: ComposerProps): ReactNode {
  const strings = useStrings();
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
  const { text, attachments, sendError, updateDraft } = draft;
  const { isBlocked, submit } = sendState;

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey);
    if (event.key !== "ArrowUp" || !isPlain || text !== "" || attachments.length > 0) return;
    if (openLastEditor(thread, event.currentTarget)) event.preventDefault();
  };

  const handleSubmit = (event: SubmitEvent) => {
    // The completions menu ran the text as a command.
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
        // A new key for each error, because screen readers announce only new elements.
        <p className="agk-composer-problem" ref={announceOnce(sendError.id)} key={sendError.id}>
          {strings[sendError.reason]}
        </p>
      )}
      {completions && <CompletionsPart providers={completions} />}
      <MessageField
        id={id}
        field={field}
        text={text}
        // Text sets the direction. The placeholder and lone punctuation follow the page.
        dir={/\p{L}/u.test(text) ? "auto" : undefined}
        placeholder={isBlocked ? strings.answerFirst : (placeholder ?? strings.composerPlaceholder)}
        onChange={(value) => updateDraft(() => ({ text: value, isSendPending: false }))}
        onKeyDown={handleKeyDown}
        // Submits the form, as the button does, because completions and dictation listen to the event.
        onSubmit={({ form }) => {
          if (!sendState.isStop) form?.requestSubmit();
        }}
      />
      <AttachmentsPart options={attachmentOptions} />
      {start}
      <span className="agk-composer-space" />
      {end}
      {dictation && <DictationPart adapter={dictation} />}
      <SendButton {...sendState} onStop={stop} />
    </form>
  );
}
