import type { UseSuggestionsOptions } from "../../hooks/suggestions/suggestionOptions.ts";
import type { WhenBusy } from "../../store/thread/threadOptions.ts";
import type { AttachmentOptions } from "../composer/attachments/options.ts";
import type { CompletionProvider } from "../composer/completions/completion.ts";
import type { DictationAdapter } from "../composer/dictation/adapter.ts";

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
   * Whether files can be attached: by a button, by pasting and by dropping. An agent that
   * names kinds of files it takes is never offered others. For one that names none, `true` and options offer
   * everything but what it says it does not take; left out, it is offered nothing. Options also set limits,
   * how files travel, and whether sound can be recorded; `false` offers nothing to any agent.
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
