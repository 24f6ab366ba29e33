import { createContext, type ReactNode, useCallback, useContext, useMemo } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import type { MarkdownOptions } from "../markdown/markdownOptions.ts";
import { useStableOptions } from "../markdown/useStableOptions.ts";
import { firstStrings } from "../strings/firstStrings.ts";
import { mergeStrings, type SetStrings, type StringsOverride } from "../strings/override.ts";
import { useShallowStable } from "../ui/useShallowStable.ts";
import type { ChatClassNames, ChatComponents, ChatPart } from "./chatComponents.ts";
import type { MessageAction, MessageFeedback } from "./transcriptProps.ts";
import { withFallback } from "./withFallback.tsx";

/**
 * Whether a person sees what the agent thought: open while it thinks, closed until they open it, or
 * not at all.
 */
export type ReasoningVisibility = "shown" | "collapsed" | "hidden";

/** What `renderMarkdown` is given. */
export interface RenderMarkdownProps {
  /** The Markdown, as far as it has arrived. */
  readonly text: string;
  /** Whether more of it is coming. */
  readonly isStreaming: boolean;
}

/** Props of {@link ChatSettings}. */
export interface ChatSettingsProps {
  /** Words in another language, or just a few other words. */
  readonly strings?: StringsOverride | undefined;
  /** Components that replace parts of the chat. */
  readonly components?: Partial<ChatComponents> | undefined;
  /**
   * Classes that are added to parts, beside their own: of the application's sheet, or of Tailwind. Any of them
   * weighs more than the built-in looks. Where settings nest, those of all of them are added.
   */
  readonly classNames?: ChatClassNames | undefined;
  /**
   * Origins images may load from without asking, as `https://cdn.example.com`. An image from
   * anywhere else waits for a click, because its address could carry the conversation away.
   *
   * @defaultValue `[]`
   */
  readonly allowedImageOrigins?: readonly string[] | undefined;
  /**
   * How Markdown is drawn: the colours of code, code blocks of some languages, formulas. May be written
   * inline.
   *
   * @defaultValue `{}`
   */
  readonly markdown?: MarkdownOptions | undefined;
  /**
   * Draws Markdown in the place of the built-in renderer, wherever there is any: in answers and in
   * reasoning. It may use hooks. What it makes of a model's text is its own to keep safe. When it is
   * another function, every message is drawn again: keep it the same between renders.
   */
  readonly renderMarkdown?: ((props: RenderMarkdownProps) => ReactNode) | undefined;
  /**
   * Whether reasoning is seen. What an agent wants back of it is sent in any case.
   *
   * @defaultValue `"shown"`
   */
  readonly reasoning?: ReasoningVisibility | undefined;
  /**
   * What is offered to be done with messages, in this order, as far as it suits the message and the
   * browser; nothing when it is `false`.
   *
   * @defaultValue `["copy", "edit", "regenerate", "readAloud", "feedback"]`
   */
  readonly messageActions?: readonly MessageAction[] | false | undefined;
  /**
   * Is called when a person has given a thumb to an answer, once it is filed in the thread. AG-UI has no
   * way to send it: tell your server. May be written inline.
   */
  readonly onFeedback?: ((feedback: MessageFeedback) => void) | undefined;
  readonly children?: ReactNode;
}

interface Settings {
  /** What is loaded late takes all of them from `useStrings`. */
  readonly strings: SetStrings;
  readonly components: Partial<ChatComponents>;
  readonly classNames: ChatClassNames;
  readonly allowedImageOrigins: readonly string[];
  readonly markdown: MarkdownOptions;
  readonly renderMarkdown?: ChatSettingsProps["renderMarkdown"];
  readonly reasoning: ReasoningVisibility;
  readonly messageActions?: ChatSettingsProps["messageActions"];
  readonly onFeedback?: ChatSettingsProps["onFeedback"];
}

const NO_OPTIONS: MarkdownOptions = {};

const SettingsContext = createContext<Settings>({
  strings: firstStrings,
  components: {},
  classNames: {},
  allowedImageOrigins: [],
  markdown: {},
  reasoning: "shown",
});

/**
 * Sets words, replaced parts and allowed image origins for the parts of a chat below it.
 *
 * `Chat` has these as props; this is for parts used without it. Settings nest: what an inner one
 * leaves out comes from the outer one. Renders no element.
 *
 * @example Parts in a layout of one's own
 * ```tsx
 * <ChatSettings strings={{ send: "Ask" }} components={{ ToolCall: MyToolCall }}>
 *   <MessageList />
 *   <Composer />
 * </ChatSettings>
 * ```
 */
export function ChatSettings({ children, ...props }: ChatSettingsProps): ReactNode {
  const outer = useContext(SettingsContext);
  const strings = useShallowStable(props.strings);
  const components = useShallowStable(props.components);
  const classNames = useShallowStable(props.classNames);
  const origins = useShallowStable(props.allowedImageOrigins);
  const markdown = useStableOptions(props.markdown ?? NO_OPTIONS);
  const { reasoning, renderMarkdown } = props;
  const offered = useShallowStable(props.messageActions || undefined);
  const messageActions = props.messageActions === false ? false : offered;
  const latest = useLatest(props.onFeedback);
  const tell = useCallback((feedback: MessageFeedback) => latest.current?.(feedback), [latest]);
  const hasListener = props.onFeedback !== undefined;
  const settings = useMemo(
    () => ({
      strings: mergeStrings(outer.strings, strings),
      components: { ...outer.components, ...components },
      classNames: classNames ? mergeClasses(outer.classNames, classNames) : outer.classNames,
      allowedImageOrigins: origins ?? outer.allowedImageOrigins,
      markdown: {
        highlight: markdown.highlight ?? outer.markdown.highlight,
        codeBlocks: { ...outer.markdown.codeBlocks, ...markdown.codeBlocks },
        math: markdown.math ?? outer.markdown.math,
      },
      renderMarkdown: renderMarkdown ?? outer.renderMarkdown,
      reasoning: reasoning ?? outer.reasoning,
      messageActions: messageActions ?? outer.messageActions,
      onFeedback: hasListener ? tell : outer.onFeedback,
    }),
    [
      outer,
      strings,
      components,
      classNames,
      origins,
      markdown,
      renderMarkdown,
      reasoning,
      messageActions,
      hasListener,
      tell,
    ],
  );
  return <SettingsContext.Provider value={settings}>{children}</SettingsContext.Provider>;
}

/** @internal */
export function useSettings(): Settings {
  return useContext(SettingsContext);
}

/** @internal Returns what replaces a part, or the part itself. */
export function useComponent<K extends keyof ChatComponents>(
  name: K,
  builtIn: ChatComponents[K],
): ChatComponents[K] {
  return resolveComponent(useSettings().components, name, builtIn);
}

/** @internal What replaces a part among these, or the part itself. */
export function resolveComponent<K extends keyof ChatComponents>(
  components: Partial<ChatComponents>,
  name: K,
  builtIn: ChatComponents[K],
): ChatComponents[K] {
  const given: object | undefined = components[name];
  if (!given) return builtIn;
  // What is given under a name takes what the part of that name takes.
  return withFallback<object>(given, builtIn) as ChatComponents[K];
}

/** @internal The classes of a part's outermost element: first the one by which the styles know it. */
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
