import type { ReactNode } from "react";
import type { UseSuggestionsOptions } from "../../hooks/suggestions/suggestionOptions.ts";
import type { WhenBusy } from "../../store/thread/threadOptions.ts";
import type { AttachmentOptions } from "../composer/attachments/attachmentOptions.ts";
import type { CompletionProvider } from "../composer/completions/completion.ts";
import type { DictationAdapter } from "../composer/dictation/dictationAdapter.ts";

// Props of the composer and its replaceable parts. They are in this folder, because `ChatComponents` names them and every
// component imports the settings.

/** Props of `Composer`. */
export interface ComposerProps {
  /** Placeholder of the text field. @defaultValue `strings.composerPlaceholder` */
  readonly placeholder?: string;
  /**
   * Handling of a message that is sent during a run: queue it, stop the run, or keep it in the field.
   *
   * @defaultValue `whenBusy` of the thread, else `"queue"`
   */
  readonly whenBusy?: WhenBusy | undefined;
  /**
   * Lets the user attach files with a button, by pasting and by dropping. `true` or options. When the agent's
   * capabilities name the accepted media types, only those are accepted; otherwise, all that its capabilities do not
   * rule out. Options also set limits, how files are sent, and whether audio can be recorded. `false` turns
   * attachments off.
   *
   * @defaultValue the media types in `multimodal.input` of the agent's capabilities, or none
   */
  readonly attachments?: boolean | AttachmentOptions | undefined;
  /**
   * Completions for mentions and commands: each provider has a trigger character, such as `@` for user names. May be
   * written inline.
   *
   * @defaultValue none
   */
  readonly completions?: readonly CompletionProvider[] | undefined;
  /**
   * Adds a button that turns speech into text: `webSpeechDictation()`, or an adapter of your own.
   *
   * @defaultValue none, because the audio may be sent to a server
   */
  readonly dictation?: DictationAdapter | undefined;
  /** Content at the start of the tools below the text, such as a choice of models. @defaultValue none */
  readonly start?: ReactNode;
  /** Content at the end of the tools, before the buttons that dictate and send. @defaultValue none */
  readonly end?: ReactNode;
  /** Class added to the form after `agk-composer`. */
  readonly className?: string;
}

/** Props of `Attachments`. */
export interface AttachmentsProps {
  /** Same as `attachments` of `Composer`. May be written inline. */
  readonly options?: ComposerProps["attachments"];
  /** Class added to the list after `agk-attachments`. */
  readonly className?: string | undefined;
}

/** Props of `Completions`. */
export interface CompletionsProps {
  /** Providers of mentions and commands. May be written inline. */
  readonly providers: readonly CompletionProvider[];
  /** Class added to the menu after `agk-completions`. */
  readonly className?: string | undefined;
}

/** Props of `Dictation`. */
export interface DictationProps {
  /** Adapter that turns speech into text. */
  readonly adapter: DictationAdapter;
  /** Class added to the button after `agk-composer-tool`. */
  readonly className?: string | undefined;
}

/** Props of `Queue`. */
export interface QueueProps {
  /** Class added to the section after `agk-queue`. */
  readonly className?: string;
}

/** Props of `Suggestions`. */
export interface SuggestionsProps {
  /** Options of `useSuggestions`. May be written inline. */
  readonly options: UseSuggestionsOptions;
  /** Class added after `agk-suggestion-row`. */
  readonly className?: string;
}
