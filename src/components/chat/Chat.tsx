import {
  type ComponentPropsWithoutRef,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from "react";
import {
  NO_SUGGESTIONS,
  staticSuggestions,
  type UseSuggestionsOptions,
} from "../../hooks/suggestions/suggestionOptions.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Suggestion } from "../../selectors/parseSuggestions.ts";
import { createDragHandlers } from "../composer/attachments/fileDrag.ts";
import { Composer } from "../composer/Composer.tsx";
import { Queue } from "../queue/Queue.tsx";
import type { ComposerProps } from "../settings/composerProps.ts";
import {
  ChatSettings,
  type ChatSettingsProps,
  useClassName,
  useComponent,
  useSettings,
} from "../settings/settings.tsx";
import type { MessageListProps } from "../settings/transcriptProps.ts";
import { Announcer } from "../status/Announcer.tsx";
import { SubagentPicker } from "../subagent/SubagentPicker.tsx";
import { Suggestions } from "../suggestions/Suggestions.tsx";
import { Welcome } from "../suggestions/Welcome.tsx";
import { MessageList } from "../transcript/MessageList.tsx";
import { useStopOnEscape } from "../ui/escape.ts";
import { avoidVirtualKeyboard } from "./virtualKeyboard.ts";

/** Props of {@link Chat}. Anything else a `<section>` takes is passed on. */
export interface ChatProps
  extends Omit<ChatSettingsProps, "children">,
    Omit<ComponentPropsWithoutRef<"section">, "title" | "children"> {
  /** A heading above the conversation, which names the chat as well. */
  readonly title?: ReactNode;
  /** Accessible name of a chat without a title. @defaultValue `strings.chat` */
  readonly label?: string | undefined;
  /** What the composer shows while it is empty. @defaultValue `strings.composerPlaceholder` */
  readonly placeholder?: string | undefined;
  /** What an empty conversation shows; nothing when it is `null`. @defaultValue a `<Welcome>` with the suggestions */
  readonly welcome?: ReactNode;
  /**
   * Messages an empty conversation offers to send; or what `useSuggestions` takes, which offers them
   * above the composer as well, after a run. @defaultValue `[]`
   */
  readonly suggestions?: readonly Suggestion[] | UseSuggestionsOptions | undefined;
  /**
   * What becomes of a message that is sent while a run goes on.
   * @defaultValue the thread's own `whenBusy`, else `"queue"`
   */
  readonly whenBusy?: ComposerProps["whenBusy"];
  /**
   * Whether files can be attached, and sound be recorded (`record`): `true`, `false`, or options, as `attachments` of
   * `ComposerProps` says it. Files that are dropped on the chat are attached, and never take the page away.
   * @defaultValue what the agent says it takes (`multimodal.input` of its capabilities)
   */
  readonly attachments?: ComposerProps["attachments"];
  /**
   * How close together things stand. `data-density` does the same for all that is below the element that
   * has it. @defaultValue comfortable, and compact where the chat is narrower than 21rem
   */
  readonly density?: "comfortable" | "compact" | undefined;
  /** What stays in its place while an answer is written, as `anchor` of `MessageList` says it. @defaultValue `"end"` */
  readonly anchor?: MessageListProps["anchor"];
  /**
   * What can be mentioned, and which commands there are, behind signs as `@` and `/`. May be written inline.
   * @defaultValue nothing
   */
  readonly completions?: ComposerProps["completions"];
  /**
   * What turns speech into text, with a button for it: `webSpeechDictation()`, or an adapter of your own.
   * @defaultValue nothing, since sound may leave the machine
   */
  readonly dictation?: ComposerProps["dictation"];
}

/**
 * A whole chat: the conversation, what the run does, its errors, and the composer.
 *
 * It fills its box, which should have a height. Import `agui-kit/styles.css` once for its looks; it
 * follows the light or dark scheme the person prefers unless `data-theme="light"` or `"dark"` is
 * set on it or above it. (Below the root of the page that takes a build which keeps `light-dark()` as
 * it is: with Vite, `cssTarget: ["chrome123", "firefox120", "safari17.5"]`.) Renders a `<section>`.
 *
 * @example A chat with an agent behind HTTP
 * ```tsx
 * <AgentProvider agent={httpAgent({ url: "/agent" })}>
 *   <Chat title="Support" suggestions={["Where is my order?"]} style={{ height: 600 }} />
 * </AgentProvider>
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-chat`
 * @see https://docs.ag-ui.com/introduction
 */
export function Chat({
  strings,
  components,
  classNames,
  allowedImageOrigins,
  markdown,
  renderMarkdown,
  reasoning,
  messageActions,
  onFeedback,
  ...props
}: ChatProps): ReactNode {
  return (
    <ChatSettings
      strings={strings}
      components={components}
      classNames={classNames}
      allowedImageOrigins={allowedImageOrigins}
      markdown={markdown}
      renderMarkdown={renderMarkdown}
      reasoning={reasoning}
      messageActions={messageActions}
      onFeedback={onFeedback}
    >
      <ChatSurface {...props} />
    </ChatSettings>
  );
}

function ChatSurface({
  title,
  label,
  placeholder,
  welcome,
  suggestions = NO_SUGGESTIONS,
  whenBusy,
  attachments,
  density,
  anchor,
  completions,
  dictation,
  className,
  onKeyDown,
  onFocus,
  ...rest
}: Omit<ChatProps, keyof ChatSettingsProps>): ReactNode {
  const { strings } = useSettings();
  const stopOnEscape = useStopOnEscape();
  const titleId = useId();
  const stopAvoidingKeyboard = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => stopAvoidingKeyboard.current?.(), []);
  const isEmpty = useSnapshot(({ messages }) => messages.length === 0);
  const MessageListPart = useComponent("MessageList", MessageList);
  const WelcomePart = useComponent("Welcome", Welcome);
  const QueuePart = useComponent("Queue", Queue);
  const SuggestionsPart = useComponent("Suggestions", Suggestions);
  const SubagentPickerPart = useComponent("SubagentPicker", SubagentPicker);
  const ComposerPart = useComponent("Composer", Composer);
  const options = isList(suggestions) ? undefined : suggestions;
  const initialSuggestions = isList(suggestions)
    ? suggestions
    : staticSuggestions(suggestions, { isEmpty: true });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works wherever focus is in the chat
    <section
      data-density={density}
      {...rest}
      {...createDragHandlers(rest)}
      className={useClassName("Chat", "agk-chat", className)}
      {...(title ? { "aria-labelledby": titleId } : { "aria-label": label ?? strings.chat })}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        stopOnEscape(event);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        avoidKeyboardOnTouch(event.currentTarget, stopAvoidingKeyboard);
      }}
    >
      {title && (
        <h2 className="agk-title" id={titleId}>
          {title}
        </h2>
      )}
      <MessageListPart
        anchor={anchor}
        empty={welcome === undefined ? <WelcomePart suggestions={initialSuggestions} /> : welcome}
      />
      {options && !isEmpty && <SuggestionsPart options={options} />}
      <QueuePart />
      <SubagentPickerPart />
      <ComposerPart
        {...(placeholder !== undefined && { placeholder })}
        whenBusy={whenBusy}
        attachments={attachments}
        completions={completions}
        dictation={dictation}
      />
      <Announcer />
    </section>
  );
}

/** On-screen keyboards open with the focus, and many browsers do not shrink the page for them. */
function avoidKeyboardOnTouch(chat: HTMLElement, stop: RefObject<(() => void) | undefined>): void {
  if (!globalThis.matchMedia?.("(pointer: coarse)").matches) return;
  stop.current = avoidVirtualKeyboard(chat);
}

function isList(value: NonNullable<ChatProps["suggestions"]>): value is readonly Suggestion[] {
  return Array.isArray(value);
}
