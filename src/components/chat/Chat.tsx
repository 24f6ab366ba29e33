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
  type UseSuggestionsOptions,
} from "../../hooks/suggestions/suggestionOptions.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { isDevelopment, printHint } from "../../protocol/developmentHint.ts";
import type { Suggestion } from "../../selectors/parseSuggestions.ts";
import { createDragHandlers } from "../composer/attachments/fileDrag.ts";
import { Composer } from "../composer/Composer.tsx";
import { Queue } from "../queue/Queue.tsx";
import { ConversationSearch, useSearchKey } from "../search/ConversationSearch.tsx";
import type { ComposerProps } from "../settings/composerPartProps.ts";
import {
  ChatSettings,
  type ChatSettingsProps,
  useClassName,
  useComponent,
  useSettings,
} from "../settings/settings.tsx";
import type { MessageListProps } from "../settings/transcriptPartProps.ts";
import { Announcer } from "../status/Announcer.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { SubagentPicker } from "../subagent/SubagentPicker.tsx";
import { Suggestions } from "../suggestions/Suggestions.tsx";
import { Welcome } from "../suggestions/Welcome.tsx";
import { MessageList } from "../transcript/MessageList.tsx";
import { ContentBoundary } from "../ui/ContentBoundary.tsx";
import { useStopOnEscape } from "../ui/keys.ts";
import { RegionBoundary } from "../ui/PartBoundary.tsx";
import { avoidVirtualKeyboard } from "./virtualKeyboard.ts";

/** Props of {@link Chat}. Further props of `<section>` are passed on to the element. */
export interface ChatProps
  extends Omit<ChatSettingsProps, "children">,
    Omit<ComponentPropsWithoutRef<"section">, "title" | "children"> {
  /** A heading above the conversation, which also names the chat for assistive technology. */
  readonly title?: ReactNode;
  /** Accessible name of a chat without a `title`. @defaultValue `strings.chat` */
  readonly label?: string | undefined;
  /** Placeholder of the composer. @defaultValue `strings.composerPlaceholder` */
  readonly placeholder?: string | undefined;
  /**
   * Greeting of an empty conversation, above the composer; `null` renders none.
   * @defaultValue a `<Welcome>`
   */
  readonly welcome?: ReactNode;
  /**
   * Messages that an empty conversation offers to send, below the composer. The options of `useSuggestions` instead
   * also offer suggestions above the composer after a run. @defaultValue `[]`
   */
  readonly suggestions?: readonly Suggestion[] | UseSuggestionsOptions | undefined;
  /**
   * Handling of a message that is sent during a run.
   * @defaultValue the thread's own `whenBusy`, else `"queue"`
   */
  readonly whenBusy?: ComposerProps["whenBusy"];
  /**
   * Lets users attach files, and record sound with the option `record`: `true`, `false` or options,
   * see `attachments` of `ComposerProps`. Files dropped on the chat are attached; the browser never opens
   * them instead of the page.
   * @defaultValue the kinds that the agent accepts (`multimodal.input` of its capabilities)
   */
  readonly attachments?: ComposerProps["attachments"];
  /**
   * Spacing of the chat. The attribute `data-density` does the same for everything below its element.
   * @defaultValue `"comfortable"`, and `"compact"` in a chat narrower than 21rem
   */
  readonly density?: "comfortable" | "compact" | undefined;
  /**
   * Element whose position stays the same while a reply streams, see `anchor` of `MessageList`.
   * @defaultValue `"end"`
   */
  readonly anchor?: MessageListProps["anchor"];
  /**
   * Mentions and commands that users complete after triggers such as `@` and `/`. May be written inline.
   * @defaultValue none
   */
  readonly completions?: ComposerProps["completions"];
  /**
   * Adapter that turns speech into text, for example `webSpeechDictation()`. The composer then has a button
   * for it.
   * @defaultValue none, because audio may leave the machine
   */
  readonly dictation?: ComposerProps["dictation"];
  /** Content at the start of the composer's tools, such as a choice of models. @defaultValue none */
  readonly composerStart?: ReactNode;
  /** Content at the end of the composer's tools, before the buttons that dictate and send. @defaultValue none */
  readonly composerEnd?: ReactNode;
  /** Content below the composer, such as a disclaimer. @defaultValue none */
  readonly footer?: ReactNode;
}

/**
 * Renders a whole chat: the conversation, the run status with errors, the queue, and the composer. In an empty
 * conversation, greeting, composer and suggestions are together in the middle; the first message moves the composer
 * to the bottom.
 *
 * The chat fills its box, which needs a height. Import `agui-kit/styles.css` once. The chat is
 * light unless it, or an element above it, has `data-theme="dark"`, or `"system"` for the preference of the
 * user. Renders a `<section>`.
 *
 * @example A chat with an agent behind HTTP
 * ```tsx
 * <AgentProvider agent={httpAgent({ url: "/agent" })}>
 *   <Chat title="Support" suggestions={["Where is my order?"]} style={{ height: 600 }} />
 * </AgentProvider>
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-chat[data-empty]` The conversation has no message.
 * @see https://docs.ag-ui.com/introduction
 */
export function Chat({
  strings,
  components,
  icons,
  classNames,
  allowedImageOrigins,
  markdown,
  renderMarkdown,
  reasoning,
  submitOnEnter,
  messageActions,
  showServerErrors,
  onSignIn,
  onFeedback,
  search,
  ...props
}: ChatProps): ReactNode {
  return (
    <ChatSettings
      strings={strings}
      components={components}
      icons={icons}
      classNames={classNames}
      allowedImageOrigins={allowedImageOrigins}
      markdown={markdown}
      renderMarkdown={renderMarkdown}
      reasoning={reasoning}
      submitOnEnter={submitOnEnter}
      messageActions={messageActions}
      showServerErrors={showServerErrors}
      onSignIn={onSignIn}
      onFeedback={onFeedback}
      search={search}
    >
      <ChatContent {...props} />
    </ChatSettings>
  );
}

function ChatContent({
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
  composerStart,
  composerEnd,
  footer,
  className,
  onKeyDown,
  onFocus,
  ...rest
}: Omit<ChatProps, keyof ChatSettingsProps>): ReactNode {
  const strings = useStrings();
  const stopOnEscape = useStopOnEscape();
  const openSearch = useSearchKey();
  const { search } = useSettings();
  const titleId = useId();
  const stopAvoidingKeyboard = useRef<(() => void) | undefined>(undefined);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    warnMissingStyles(section.current);
    return () => stopAvoidingKeyboard.current?.();
  }, []);
  const isEmpty = useSnapshot(({ messages, isRestoring }) => messages.length === 0 && !isRestoring);
  const isUnsent = useSnapshot(({ messages }) => !messages.some(({ role }) => role === "user"));
  const MessageListPart = useComponent("MessageList", MessageList);
  const WelcomePart = useComponent("Welcome", Welcome);
  const QueuePart = useComponent("Queue", Queue);
  const SuggestionsPart = useComponent("Suggestions", Suggestions);
  const SubagentPickerPart = useComponent("SubagentPicker", SubagentPicker);
  const ComposerPart = useComponent("Composer", Composer);
  // A list of suggestions stays until the user sends a message, also below a greeting of the agent.
  const options = isList(suggestions)
    ? suggestions.length > 0 && isUnsent
      ? { static: suggestions }
      : undefined
    : suggestions;
  const suggestionRow = options && (
    <RegionBoundary>
      <SuggestionsPart options={options} />
    </RegionBoundary>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works wherever the focus is in the chat
    <section
      ref={section}
      data-density={density}
      data-empty={isEmpty || undefined}
      {...rest}
      {...createDragHandlers(rest)}
      className={useClassName("Chat", "agk-chat", className)}
      {...(title ? { "aria-labelledby": titleId } : { "aria-label": label ?? strings.chat })}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        stopOnEscape(event);
        openSearch(event);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        avoidKeyboardOnTouch(event.currentTarget, stopAvoidingKeyboard);
      }}
    >
      {title && (
        <h2 className="agk-title" id={titleId}>
          <ContentBoundary fallback={strings.chat}>{title}</ContentBoundary>
        </h2>
      )}
      {search && (
        <RegionBoundary>
          <ConversationSearch />
        </RegionBoundary>
      )}
      <RegionBoundary className="agk-transcript">
        <MessageListPart
          anchor={anchor}
          empty={welcome === undefined ? <WelcomePart /> : welcome}
        />
      </RegionBoundary>
      {!isEmpty && suggestionRow}
      <RegionBoundary className="agk-queue">
        <QueuePart />
      </RegionBoundary>
      <RegionBoundary>
        <SubagentPickerPart />
      </RegionBoundary>
      <RegionBoundary className="agk-composer">
        <ComposerPart
          {...(placeholder !== undefined && { placeholder })}
          whenBusy={whenBusy}
          attachments={attachments}
          completions={completions}
          dictation={dictation}
          start={composerStart && <ContentBoundary>{composerStart}</ContentBoundary>}
          end={composerEnd && <ContentBoundary>{composerEnd}</ContentBoundary>}
        />
      </RegionBoundary>
      {isEmpty && suggestionRow}
      {footer && (
        <div className="agk-footer">
          <ContentBoundary>{footer}</ContentBoundary>
        </div>
      )}
      <RegionBoundary>
        <Announcer />
      </RegionBoundary>
    </section>
  );
}

/**
 * Keeps the composer visible above on-screen keyboards. They open with the focus, and many browsers do not
 * shrink the page for them.
 */
function avoidKeyboardOnTouch(chat: HTMLElement, stop: RefObject<(() => void) | undefined>): void {
  if (!globalThis.matchMedia?.("(pointer: coarse)").matches) return;
  stop.current = avoidVirtualKeyboard(chat);
}

function isList(value: NonNullable<ChatProps["suggestions"]>): value is readonly Suggestion[] {
  return Array.isArray(value);
}

/** Warns, in development, about a chat on a page without the style sheet. */
function warnMissingStyles(chat: Element | null): void {
  if (!isDevelopment()) return;
  // Elements have no boxes in a hidden chat, and in a document without layout as in a unit test.
  if (!chat?.getClientRects().length) return;
  if (getComputedStyle(chat).getPropertyValue("--agk-space") !== "") return;
  printHint("missing-styles", chat.ownerDocument, []);
}
