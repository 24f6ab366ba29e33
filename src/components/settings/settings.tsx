import { createContext, type ReactNode, useCallback, useContext, useMemo } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { isDevelopment } from "../../protocol/developmentHint.ts";
import type { MarkdownOptions } from "../markdown/markdownOptions.ts";
import { useShallowStable, useStableOptions } from "../markdown/useStableOptions.ts";
import { mergeStrings } from "../strings/mergeStrings.ts";
import type { StringsOverride } from "../strings/strings.ts";
import type { ChatClassNames, ChatComponents, ChatIcons, ChatPart } from "./chatComponents.ts";
import type { MessageAction, MessageFeedback } from "./transcriptPartProps.ts";
import { withBuiltInFallback } from "./withBuiltInFallback.tsx";

/** Display of reasoning: open while it streams, collapsed until the user opens it, or not at all. */
export type ReasoningVisibility = "shown" | "collapsed" | "hidden";

/** Argument of `renderMarkdown`. */
export interface RenderMarkdownProps {
  /** The Markdown that has arrived so far. */
  readonly text: string;
  /** True while more text is arriving. */
  readonly isStreaming: boolean;
}

/** Props of {@link ChatSettings}. */
export interface ChatSettingsProps {
  /** UI strings: a whole language, or single strings to replace. */
  readonly strings?: StringsOverride | undefined;
  /** Components that replace those of the chat. */
  readonly components?: Partial<ChatComponents> | undefined;
  /** Icons that replace those of the chat, by name. May be written inline. */
  readonly icons?: ChatIcons | undefined;
  /**
   * Classes to add to components, from the application's style sheet or Tailwind. Their rules override the kit's
   * styles, which are in cascade layers. Nested settings add their classes to those of the outer ones.
   */
  readonly classNames?: ChatClassNames | undefined;
  /**
   * Origins, such as `https://cdn.example.com`, whose images load immediately. All other remote images wait for a
   * click, because the address of an image can leak the conversation.
   *
   * @defaultValue `[]`
   */
  readonly allowedImageOrigins?: readonly string[] | undefined;
  /**
   * Options of the Markdown renderer: highlighting, code blocks of certain languages, formulas. May be written inline.
   *
   * @defaultValue `{}`
   */
  readonly markdown?: MarkdownOptions | undefined;
  /**
   * Renders the Markdown of replies and reasoning instead of the built-in renderer. May use hooks. It must sanitize
   * the text of the model itself. Keep the function stable between renders: a new function renders every message again.
   */
  readonly renderMarkdown?: ((props: RenderMarkdownProps) => ReactNode) | undefined;
  /**
   * Display of reasoning. Hidden reasoning is still sent back to the agent.
   *
   * @defaultValue `"shown"`
   */
  readonly reasoning?: ReasoningVisibility | undefined;
  /**
   * Lets Enter send what the user writes, in the composer and in an edited message. Otherwise Enter breaks the line,
   * and the button, Ctrl+Enter and Cmd+Enter send. Shift+Enter always breaks the line.
   *
   * @defaultValue true, and false on touch screens, whose keyboards have no Shift+Enter
   */
  readonly submitOnEnter?: boolean | undefined;
  /**
   * Actions below messages, in the order of their buttons; `false` shows none. An action that does not apply to a
   * message, or that the browser does not support, is left out.
   *
   * @defaultValue `["copy", "edit", "regenerate", "readAloud", "feedback"]`
   */
  readonly messageActions?: readonly MessageAction[] | false | undefined;
  /**
   * Lets the details of a failed run show the whole error: the address of the agent, and the server's response.
   * Otherwise they show the message of a RUN_ERROR, or the code of the error and the HTTP status. Failed tool calls show
   * their result, unless it has a server's insides. `thread.subscribe({ onRunEnd })` has the whole
   * error in any case.
   *
   * @defaultValue true in development, and false in production
   */
  readonly showServerErrors?: boolean | undefined;
  /**
   * Called when the user presses "Sign in" after a response with the status 401 or 403, or a RUN_ERROR with such a
   * code. When the promise that the function returns resolves, the run is tried again. May be written inline.
   *
   * @defaultValue none: a button reloads the page instead
   */
  readonly onSignIn?: (() => unknown) | undefined;
  /**
   * Called when the user has rated a reply, after the rating is recorded in the thread. AG-UI has no message for
   * ratings, so send it to your server here. May be written inline.
   */
  readonly onFeedback?: ((feedback: MessageFeedback) => void) | undefined;
  /**
   * Lets users search in the conversation where the browser's own search would miss parts that are not rendered.
   * `useConversationSearch` opens it too.
   *
   * @defaultValue true
   */
  readonly search?: boolean | undefined;
  /** Components of the chat. */
  readonly children?: ReactNode;
}

interface Settings {
  /** Texts that replace built-in ones; `useStrings` returns the complete texts. */
  readonly strings: StringsOverride;
  /**
   * `strings.authors.assistant` when the application sets it by itself. Undefined when `strings` is a whole language,
   * whose name for the assistant is a general word.
   */
  readonly assistantName?: string | undefined;
  readonly components: Partial<ChatComponents>;
  readonly icons: ChatIcons;
  readonly classNames: ChatClassNames;
  readonly allowedImageOrigins: readonly string[];
  readonly markdown: MarkdownOptions;
  readonly renderMarkdown?: ChatSettingsProps["renderMarkdown"];
  readonly reasoning: ReasoningVisibility;
  readonly submitOnEnter?: ChatSettingsProps["submitOnEnter"];
  readonly messageActions?: ChatSettingsProps["messageActions"];
  readonly showServerErrors?: ChatSettingsProps["showServerErrors"];
  readonly onSignIn?: ChatSettingsProps["onSignIn"];
  readonly onFeedback?: ChatSettingsProps["onFeedback"];
  readonly search: boolean;
}

const NO_OPTIONS: MarkdownOptions = {};

const SettingsContext = createContext<Settings>({
  strings: {},
  components: {},
  icons: {},
  classNames: {},
  allowedImageOrigins: [],
  markdown: {},
  reasoning: "shown",
  search: true,
});

/**
 * Sets UI strings, replaced components and icons, classes and options for the chat components below it.
 *
 * `Chat` has the same props; use this for components outside of `Chat`. Settings nest: an inner one inherits what it
 * leaves out. Renders no element.
 *
 * @example Components in a layout of your own
 * ```tsx
 * <ChatSettings strings={{ send: "Ask" }} components={{ ToolCallCard: MyToolCall }}>
 *   <MessageList />
 *   <Composer />
 * </ChatSettings>
 * ```
 * @see {@link ChatSettingsProps} for each setting
 */
export function ChatSettings({ children, ...props }: ChatSettingsProps): ReactNode {
  const outer = useContext(SettingsContext);
  const strings = useShallowStable(props.strings);
  const components = useShallowStable(props.components);
  const icons = useShallowStable(props.icons);
  const classNames = useShallowStable(props.classNames);
  const origins = useShallowStable(props.allowedImageOrigins);
  const markdown = useStableOptions(props.markdown ?? NO_OPTIONS);
  const { reasoning, renderMarkdown, submitOnEnter, showServerErrors, search } = props;
  const latestSignIn = useLatest(props.onSignIn);
  const callSignIn = useCallback(() => latestSignIn.current?.(), [latestSignIn]);
  const hasSignIn = props.onSignIn !== undefined;
  const stableActions = useShallowStable(props.messageActions || undefined);
  const messageActions = props.messageActions === false ? false : stableActions;
  const latest = useLatest(props.onFeedback);
  const callLatest = useCallback(
    (feedback: MessageFeedback) => latest.current?.(feedback),
    [latest],
  );
  const hasListener = props.onFeedback !== undefined;
  const settings = useMemo(
    () => ({
      strings: strings ? mergeStrings(outer.strings, strings) : outer.strings,
      // A whole language has a word for any assistant, not a name for this one.
      assistantName:
        (strings?.chat ? undefined : strings?.authors?.assistant) ?? outer.assistantName,
      components: { ...outer.components, ...components },
      icons: { ...outer.icons, ...icons },
      classNames: classNames ? mergeClasses(outer.classNames, classNames) : outer.classNames,
      allowedImageOrigins: origins ?? outer.allowedImageOrigins,
      markdown: {
        highlight: markdown.highlight ?? outer.markdown.highlight,
        lineNumbers: markdown.lineNumbers ?? outer.markdown.lineNumbers,
        codeBlocks: { ...outer.markdown.codeBlocks, ...markdown.codeBlocks },
        math: markdown.math ?? outer.markdown.math,
      },
      renderMarkdown: renderMarkdown ?? outer.renderMarkdown,
      reasoning: reasoning ?? outer.reasoning,
      submitOnEnter: submitOnEnter ?? outer.submitOnEnter,
      messageActions: messageActions ?? outer.messageActions,
      showServerErrors: showServerErrors ?? outer.showServerErrors,
      onSignIn: hasSignIn ? callSignIn : outer.onSignIn,
      onFeedback: hasListener ? callLatest : outer.onFeedback,
      search: search ?? outer.search,
    }),
    [
      outer,
      strings,
      components,
      icons,
      classNames,
      origins,
      markdown,
      renderMarkdown,
      reasoning,
      submitOnEnter,
      messageActions,
      showServerErrors,
      hasSignIn,
      callSignIn,
      hasListener,
      callLatest,
      search,
    ],
  );
  return <SettingsContext.Provider value={settings}>{children}</SettingsContext.Provider>;
}

/** @internal */
export function useSettings(): Settings {
  return useContext(SettingsContext);
}

/** @internal True when the details of an error show the server's response. */
export function useShowServerErrors(): boolean {
  return useSettings().showServerErrors ?? isDevelopment();
}

/** @internal Returns the component that replaces a built-in one, or the built-in one. */
export function useComponent<K extends keyof ChatComponents>(
  name: K,
  builtIn: ChatComponents[K],
): ChatComponents[K] {
  return resolveComponent(useSettings().components, name, builtIn);
}

/** @internal Returns the component that replaces a built-in one in `components`, or the built-in one. */
export function resolveComponent<K extends keyof ChatComponents>(
  components: Partial<ChatComponents>,
  name: K,
  builtIn: ChatComponents[K],
): ChatComponents[K] {
  const custom: object | undefined = components[name];
  if (!custom) return builtIn;
  // A custom component takes the props of the built-in one with its name.
  return withBuiltInFallback<object>(custom, builtIn) as ChatComponents[K];
}

/** @internal Returns the classes of a part's outermost element: the kit's own class, then those of the application. */
export function useClassName(part: ChatPart, own: string, added?: string): string {
  const { classNames } = useSettings();
  return [own, classNames[part], added].filter(Boolean).join(" ");
}

function mergeClasses(outer: ChatClassNames, inner: ChatClassNames): ChatClassNames {
  const merged: Record<string, string> = { ...outer };
  for (const [part, added] of Object.entries(inner)) {
    merged[part] = [merged[part], added].filter(Boolean).join(" ");
  }
  return merged;
}
