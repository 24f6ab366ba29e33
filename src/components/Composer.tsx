import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useState,
} from "react";
import { useNoteTyping } from "../hooks/typing.ts";
import { useAgentRun } from "../hooks/useAgentRun.ts";
import { useLatest } from "../hooks/useLatest.ts";
import { preloadQueue } from "../hooks/useQueue.ts";
import { useSnapshot } from "../hooks/useSnapshot.ts";
import { useThread } from "../hooks/useThread.ts";
import type { AgentKitError } from "../protocol/errors.ts";
import { Attachments } from "./attachments/Attachments.tsx";
import { contentOf } from "./attachments/attachment.ts";
import { EMPTY, putBefore, useDraft } from "./composerDraft.ts";
import { useComposerField, useFocusComposer } from "./composerFocus.ts";
import { openLastEditor } from "./editOpeners.ts";
import { isOfInputMethod, useStopOnEscape } from "./escape.ts";
import { dragHandlers } from "./fileDrag.ts";
import { Icon } from "./Icon.tsx";
import type { ComposerProps } from "./parts.ts";
import { useClass, usePart, useSettings } from "./settings.tsx";

/** That the thread did not take a message, how often, and why. */
interface Refusal {
  readonly thread: ReturnType<typeof useThread>;
  readonly times: number;
  readonly why: "answerFirst" | "runsElsewhere";
}

/**
 * Takes what the person writes and sends it; while the agent answers, its button stops the run, and
 * what is written meanwhile is queued.
 *
 * Enter sends, Shift+Enter breaks the line, Escape stops, and ArrowUp in an empty field edits what the
 * person has said last. Enter that ends an input method's
 * composition never sends. What the thread does not take while it wants an answer, or while another
 * window runs it, stays in the field, and it says why. What could not be sent comes back into it. Each
 * thread keeps what was written for it, also while it is not shown. Renders a `<form>`.
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
  attachments: offered,
  ...props
}: ComposerProps): ReactNode {
  const { strings } = useSettings();
  const thread = useThread();
  const whenBusy = props.whenBusy ?? thread.whenBusy ?? "queue";
  const { send, stop, isRunning } = useAgentRun();
  const isBlocked = useIsBlocked();
  const draft = useDraft();
  const Files = usePart("Attachments", Attachments);
  const [refused, setRefused] = useState<Refusal>({ thread, times: 0, why: "answerFirst" });
  const id = useId();
  const field = useComposerField();
  const focusComposer = useFocusComposer();
  const { text: written, attachments, update } = draft;
  const text = written.trim();
  const note = useNoteTyping();
  useEffect(() => note(written), [note, written]);
  const canBeRefused = isBlocked && !isRunning;
  const { why } = refused;
  const refusals = refused.thread === thread ? refused.times : 0;
  const isStillSo = why === "answerFirst" ? canBeRefused : isRunning;
  if (!isStillSo && refusals > 0) setRefused({ thread, times: 0, why });
  const isEmpty = text === "" && attachments.length === 0;
  const isReady = !isEmpty && attachments.every(({ part }) => part);
  const isSteering = isRunning && !isEmpty && whenBusy !== "reject";
  const isStop = isRunning && !isSteering;
  useEffect(() => {
    if (isSteering) preloadQueue();
  }, [isSteering]);
  const label = isSteering
    ? strings.queue[whenBusy === "queue" ? "add" : "interrupt"]
    : isStop
      ? strings.stop
      : isBlocked
        ? strings.answerFirst
        : strings.send;

  const submit = () => {
    if (isStop) return;
    const refuse = (why: Refusal["why"]) => setRefused({ thread, times: refusals + 1, why });
    if (canBeRefused) refuse("answerFirst");
    if (canBeRefused || isEmpty) return;
    // It goes out by itself when what is attached has been read, or recorded.
    if (!isReady) return update(() => ({ isWanted: true }));
    update(() => EMPTY);
    send(contentOf(text, attachments), { whenBusy }).catch((error: AgentKitError) => {
      update(putBefore(draft));
      if (error.code === "thread-busy") refuse("runsElsewhere");
    });
  };

  const submitWanted = useLatest(submit);
  useEffect(() => {
    if (draft.isWanted && isReady) submitWanted.current();
  }, [draft.isWanted, isReady, submitWanted]);

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (isOfInputMethod(event)) return;
    const isPlain = !(shiftKey || event.altKey || event.ctrlKey || event.metaKey);
    if (key === "ArrowUp" && isPlain && written === "" && attachments.length === 0) {
      if (openLastEditor(thread)) event.preventDefault();
    }
    if (key !== "Enter" || shiftKey) return;
    event.preventDefault();
    submit();
  };

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isStop) stop();
    else submit();
  };

  return (
    <form
      className={useClass("Composer", "agk-composer", className)}
      data-running={isRunning || undefined}
      onSubmit={handleSubmit}
      onKeyDown={useStopOnEscape()}
      {...dragHandlers()}
    >
      <label className="agk-sr-only" htmlFor={id}>
        {strings.composerLabel}
      </label>
      {isStillSo && refusals > 0 && (
        // Another element each time, as the same one would be heard only once.
        <p className="agk-composer-problem" role="alert" key={refusals}>
          {strings[why]}
        </p>
      )}
      <Files options={offered} />
      {/* The copy of the text beside the textarea is what makes it as high as its text. */}
      <div className="agk-input" data-text={written}>
        <textarea
          className="agk-textarea"
          id={id}
          ref={field}
          // By what is written, and for the placeholder by the page.
          dir={written ? "auto" : undefined}
          rows={1}
          enterKeyHint="send"
          placeholder={
            isBlocked ? strings.answerFirst : (placeholder ?? strings.composerPlaceholder)
          }
          value={written}
          onChange={({ target }) => update(() => ({ text: target.value, isWanted: false }))}
          onKeyDown={handleKeyDown}
        />
      </div>
      {isSteering && (
        <button
          type="button"
          className="agk-send"
          data-action="stop"
          aria-label={strings.stop}
          title={strings.stop}
          onClick={({ currentTarget }) => {
            focusComposer(currentTarget, true);
            stop();
          }}
        >
          <Icon name="stop" />
        </button>
      )}
      {/* One button, so that focus stays on it; never disabled, because that would drop it. */}
      <button
        type="submit"
        className="agk-send"
        aria-label={label}
        title={label}
        aria-disabled={!isStop && (isEmpty || canBeRefused)}
        onClick={(event) => {
          // The second half of a double click that was to send must not stop what it sent.
          if (isStop && event.detail > 1) event.preventDefault();
        }}
      >
        <Icon name={isStop ? "stop" : "send"} />
      </button>
    </form>
  );
}

/** @internal Whether the thread wants its open interrupts answered before it takes a message. */
export function useIsBlocked(): boolean {
  const { onSendWithInterrupts } = useThread();
  const isAsking = useSnapshot(({ interrupts }) => interrupts.length > 0);
  return onSendWithInterrupts === "block" && isAsking;
}
