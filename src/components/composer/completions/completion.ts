import type { ReactNode } from "react";
import type { useThread } from "../../../hooks/providers/useThread.ts";
import type { Context } from "../../../protocol/events.ts";

/** What a command is given when it is done. */
export interface CommandOptions {
  /** The thread of the composer. */
  readonly thread: ReturnType<typeof useThread>;
  /** What was written behind the command, without space around it; `""` where it takes nothing. */
  readonly args: string;
}

/** Something that a person can mention, or a command: one line of the menu. */
export interface CompletionItem {
  /** Different from those of the other items of its provider. */
  readonly id: string;
  /** What it is called, and found by. */
  readonly label: string;
  /** A few more words beside the label. */
  readonly description?: string | undefined;
  /** Decoration in front of the label: what it says has to be in words as well. */
  readonly icon?: ReactNode;
  /** What stands in the message, which is all the agent sees of it. @defaultValue the trigger and the label */
  readonly text?: string | undefined;
  /**
   * A fact the agent is told beside the message (`context` of AG-UI's run input), as long as the text stands in it:
   * with the run which the message starts, and none that follows, as by regenerating.
   */
  readonly context?: Context | undefined;
  /**
   * Makes it a command: done at once, in place of anything being written or sent. When it throws or rejects,
   * the person is told so, and what they wrote comes back.
   */
  readonly run?: ((options: CommandOptions) => unknown) | undefined;
  /**
   * What is to be written behind a command, in a word: `"language"`. With it, taking the item writes the command,
   * and Enter, or the button that sends, does it.
   */
  readonly args?: string | undefined;
}

/** What is offered while a person writes a word that begins with a certain sign. */
export interface CompletionProvider {
  /** What the word begins with: `"/"`, `"@"`, `"#"`. */
  readonly trigger: string;
  /** Names the menu, for people who do not see it: `"People"`. */
  readonly label: string;
  /**
   * Whether the word has to be the first of the message. @defaultValue `"start"` for the trigger `"/"`, else `"word"`
   */
  readonly at?: "start" | "word" | undefined;
  /**
   * All there are, of which those are shown whose label has what is written behind the trigger; or what finds
   * them, called with each letter and answered as late as it likes. An answer to an earlier letter counts for nothing.
   * May be written inline.
   */
  readonly items: readonly CompletionItem[] | FindCompletions;
}

/**
 * Returns what suits the words written behind the trigger, `""` at first, in the order in which it is shown.
 *
 * @param options - `signal` is aborted when more has been written, or the menu is closed.
 */
export type FindCompletions = (
  query: string,
  options: { readonly signal: AbortSignal; readonly thread: ReturnType<typeof useThread> },
) => readonly CompletionItem[] | Promise<readonly CompletionItem[]>;

/** @internal Whether a word of the provider may stand behind others. */
export function isInlineTrigger({
  trigger,
  at = trigger === "/" ? "start" : "word",
}: CompletionProvider): boolean {
  return at === "word";
}

/** @internal Whether a form is sent, and its button is not the one that stops a run. */
export function isSendSubmit({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute("value") !== "stop";
}

/**
 * @internal Whether a text begins as a command may: what is no more than a mention may be sent by itself. Asked before
 * the lists have been looked at, so that they may be none.
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
