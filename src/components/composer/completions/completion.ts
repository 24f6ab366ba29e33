import type { ReactNode } from "react";
import type { useThread } from "../../../hooks/providers/useThread.ts";
import type { Context } from "../../../protocol/events.ts";

/** Options that a command receives when it runs. */
export interface CommandOptions {
  /** Thread of the composer. */
  readonly thread: ReturnType<typeof useThread>;
  /** Text after the command, trimmed; `""` for a command without `args`. */
  readonly args: string;
}

/** A line of the completions menu: something to mention, or a command. */
export interface CompletionItem {
  /** Id that is unique among the items of the provider. */
  readonly id: string;
  /** Label that is shown and searched. */
  readonly label: string;
  /** Short text beside the label. */
  readonly description?: string | undefined;
  /** Decoration before the label. Not announced, so the label must be sufficient. */
  readonly icon?: ReactNode;
  /**
   * Text that is inserted into the message; the agent sees nothing else. @defaultValue the trigger and the
   * label
   */
  readonly text?: string | undefined;
  /**
   * Context that the agent receives with the message that contains the text (`context` of the AG-UI run
   * input). Sent with the run that the message starts, not with later ones such as a regeneration.
   */
  readonly context?: Context | undefined;
  /**
   * Makes the item a command, which runs instead of being inserted. When it throws or rejects, an alert
   * appears and the typed text returns to the field.
   */
  readonly run?: ((options: CommandOptions) => unknown) | undefined;
  /**
   * Name of the argument of a command, such as `"language"`. The accepted item is then inserted, and sending
   * the text runs the command.
   */
  readonly args?: string | undefined;
}

/** Source of completions for words that start with a trigger. */
export interface CompletionProvider {
  /** Characters that start a word: `"/"`, `"@"`, `"#"`. */
  readonly trigger: string;
  /** Accessible name of the list, and its visible heading in a shared menu: `"People"`. */
  readonly label: string;
  /**
   * Position of the word: only at the start of the message, or at any word. @defaultValue `"start"` for the
   * trigger `"/"`, otherwise `"word"`
   */
  readonly at?: "start" | "word" | undefined;
  /**
   * All items, filtered by their labels; or a search function, called with every keystroke. Results of
   * earlier calls are ignored. May be written inline.
   */
  readonly items: readonly CompletionItem[] | FindCompletions;
}

/**
 * Searches the items for a query, which is `""` right after the trigger. Returns them in the order of the
 * menu.
 *
 * @param options - `signal` aborts when the query changes or the menu closes.
 */
export type FindCompletions = (
  query: string,
  options: { readonly signal: AbortSignal; readonly thread: ReturnType<typeof useThread> },
) => readonly CompletionItem[] | Promise<readonly CompletionItem[]>;

/** @internal True when words of the provider may follow other words. */
export function isInlineTrigger({
  trigger,
  at = trigger === "/" ? "start" : "word",
}: CompletionProvider): boolean {
  return at === "word";
}

/** @internal True when a submit sends the message: by anything but the stop button. */
export function isMessageSubmit({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute("value") !== "stop";
}

/**
 * @internal True when a text may be a command. A mention alone may be sent. Runs before the items are
 * validated, so that they may be anything.
 */
export function mayBeCommand(text: string, providers: readonly CompletionProvider[]): boolean {
  return providers.some((provider) => {
    const { trigger, items } = provider;
    const matches = trigger !== "" && text.trim().startsWith(trigger);
    return (
      matches && (!isInlineTrigger(provider) || (Array.isArray(items) && items.some(isCommand)))
    );
  });
}

const isCommand = ({ run }: CompletionItem) => run !== undefined;
