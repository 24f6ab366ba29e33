import {
  type ComponentPropsWithoutRef,
  createContext,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
} from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useRequiredContext } from "../../hooks/providers/useClient.ts";
import { createDragHandlers } from "../composer/attachments/fileDrag.ts";
import { ChatSettings, useClassName } from "../settings/settings.tsx";
import type { SurfaceHeaderProps } from "../settings/surfacePartProps.ts";
import type { ChatProps } from "./Chat.tsx";
import { Launcher, type LauncherState } from "./Launcher.tsx";
import { LazyChat, surfaceAttributes } from "./LazyChat.tsx";
import { SidebarResizer, widthStyle } from "./resizing/SidebarResizer.tsx";
import { type SidebarWidthProps, useSidebarWidth } from "./resizing/useSidebarWidth.ts";
import { useFocusRestore } from "./useFocusRestore.ts";
import { type OpenProps, useCloseOnEscape, useOpenState, useUnreadCount } from "./useOpenState.ts";

/**
 * Props of {@link ChatSidebar}: those of `Chat`, and its position. `className` and `style` apply to the
 * layout.
 */
export interface ChatSidebarProps
  extends Omit<ChatProps, "children">,
    SurfaceHeaderProps,
    OpenProps,
    SidebarWidthProps {
  /** The page beside the chat, or below it in overlay mode. */
  readonly children?: ReactNode;
  /**
   * Layout on wide screens: the chat takes room from the page, or covers it. It always covers a narrow page. @defaultValue
   * `"push"`
   */
  readonly mode?: "push" | "overlay" | undefined;
  /** Side of the page in the writing direction. @defaultValue `"end"` */
  readonly side?: "start" | "end" | undefined;
  /**
   * Lets the user change the width at the inner edge, with the pointer or the arrow keys. A double click there, or Enter,
   * returns to the default width. Pages narrower than 48rem have no such edge. @defaultValue true
   */
  readonly resizable?: boolean | undefined;
}

/**
 * Renders a page with a chat at its side, which opens and closes.
 *
 * Render a `ChatSidebarToggle` anywhere in the page, or control `open`. Opening the chat moves the focus into
 * the composer, closing it moves the focus back. Escape stops a run, or closes a chat that covers the page
 * when nothing runs. Runs continue while the chat is closed. The code of the chat is loaded when the browser
 * is idle, or when the chat opens. The custom property `--agk-sidebar-width` sets the width until the user changes
 * it. Renders a `<div>` around the page, with an `<aside>` beside it.
 *
 * @example An application with a chat at its side
 * ```tsx
 * <ChatSidebar title="Assistant" defaultOpen>
 *   <header>
 *     <h1>Orders</h1>
 *     <ChatSidebarToggle />
 *   </header>
 *   <Orders />
 * </ChatSidebar>
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-layout[data-open]` The chat is open.
 * @selector `.agk-layout[data-mode="overlay"]` The chat always covers the page.
 * @selector `.agk-layout[data-side="start"]` The chat is at the start.
 * @selector `.agk-sidebar[data-resized]` The user has changed the width.
 * @selector `.agk-resizer` The edge that changes the width.
 * @see https://docs.ag-ui.com/introduction
 */
export function ChatSidebar({
  strings,
  components,
  icons,
  classNames,
  ...props
}: ChatSidebarProps): ReactNode {
  return (
    <ChatSettings strings={strings} components={components} icons={icons} classNames={classNames}>
      <Sidebar {...props} />
    </ChatSettings>
  );
}

function Sidebar({
  open,
  defaultOpen,
  onOpenChange,
  mode = "push",
  side = "end",
  resizable = true,
  width,
  defaultWidth,
  onWidthChange,
  persistKey,
  headerStart,
  headerEnd,
  title,
  className,
  style,
  children,
  ...chat
}: ChatSidebarProps): ReactNode {
  const [isOpen, setOpen] = useOpenState({ open, defaultOpen, onOpenChange });
  const [chosenWidth, setWidth] = useSidebarWidth({
    width,
    defaultWidth,
    onWidthChange,
    persistKey,
  });
  const unread = useUnreadCount(isOpen);
  const surface = useRef<HTMLElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const panelClass = useClassName("ChatSidebarPanel", "agk-sidebar");
  const isForFiles = chat.attachments !== false;
  const close = () => setOpen(false);
  const focusComposerOnShow = useFocusRestore({ isOpen, surface, opener, show: showNothing });
  useInertPage({ isOpen, surface, page });
  const toggle = useLatest(() => setOpen(!isOpen));
  const launcherState = useMemo(
    () => ({
      isOpen,
      unread,
      controls: id,
      button: opener,
      surface,
      isForFiles,
      icon: side === "start" ? ("panelStart" as const) : ("panelEnd" as const),
      toggle: () => toggle.current(),
    }),
    [isOpen, unread, id, isForFiles, side, toggle],
  );
  const columns = [
    <div className="agk-layout-page" key="page" ref={page}>
      <SidebarContext.Provider value={launcherState}>{children}</SidebarContext.Provider>
    </div>,
    <aside
      className={panelClass}
      key="chat"
      id={id}
      aria-labelledby={`${id}t`}
      {...surfaceAttributes(chat)}
      // The direction of the page decides the side. The contents set the direction of the chat themselves.
      dir={undefined}
      hidden={!isOpen}
      data-resized={chosenWidth !== undefined || undefined}
      style={widthStyle(chosenWidth)}
      tabIndex={-1}
      ref={surface}
      {...createDragHandlers()}
      onKeyDown={useCloseOnEscape(close, () => isCovering(surface.current))}
    >
      {resizable && (
        <SidebarResizer panel={surface} panelId={id} width={chosenWidth} onWidthChange={setWidth} />
      )}
      <LazyChat
        isOpen={isOpen}
        onClose={close}
        onShown={focusComposerOnShow}
        titleId={`${id}t`}
        title={title}
        headerStart={headerStart}
        headerEnd={headerEnd}
        chat={chat}
      />
    </aside>,
  ];
  return (
    <div
      className={useClassName("ChatSidebar", "agk-layout", className)}
      style={style}
      data-mode={mode}
      data-side={side}
      data-open={isOpen || undefined}
    >
      {/* In visual order, so that the Tab key follows it. */}
      {side === "start" ? columns.reverse() : columns}
    </div>
  );
}

/** Does nothing: React shows and hides the sidebar with the `hidden` attribute. */
const showNothing = () => () => {};

const SidebarContext = createContext<LauncherState | undefined>(undefined);

/** Props of {@link ChatSidebarToggle}: those of a `<button>`. */
export interface ChatSidebarToggleProps
  extends Omit<ComponentPropsWithoutRef<"button">, "type" | "aria-expanded" | "aria-controls"> {}

/**
 * Opens and closes the surrounding `ChatSidebar`, and shows the number of unread messages.
 *
 * Children replace the icon, and `aria-label` replaces the name. Renders a `<button>`.
 *
 * @example With a custom label
 * ```tsx
 * <ChatSidebarToggle aria-label="Ask the assistant">Ask</ChatSidebarToggle>
 * ```
 * @throws AgentKitError `missing-provider` outside a `ChatSidebar`.
 * @selector `.agk-toggle[aria-expanded="true"]` The chat is open.
 * @see https://docs.ag-ui.com/introduction
 */
export function ChatSidebarToggle({ className, ...props }: ChatSidebarToggleProps): ReactNode {
  const launcherState = useRequiredContext(
    SidebarContext,
    "<ChatSidebarToggle> found no sidebar to open. Put it into the children of a <ChatSidebar>, or control `open` with a button of your own.",
  );
  return (
    <Launcher
      {...props}
      {...launcherState}
      className={useClassName("ChatSidebarToggle", "agk-button agk-toggle", className)}
    />
  );
}

interface InertPageOptions {
  readonly isOpen: boolean;
  readonly surface: RefObject<HTMLElement | null>;
  /** Element beside or below the surface. */
  readonly page: RefObject<HTMLElement | null>;
}

/** Makes the page inert while the surface covers all of it. */
function useInertPage({ isOpen, surface, page }: InertPageOptions): void {
  useIsomorphicLayoutEffect(() => {
    const [surfaceElement, pageElement] = [surface.current, page.current];
    if (!isOpen || !surfaceElement || !pageElement || !globalThis.ResizeObserver) return;
    const observer = new ResizeObserver(() => {
      pageElement.inert =
        isCovering(surfaceElement) && surfaceElement.offsetWidth >= pageElement.offsetWidth;
    });
    observer.observe(surfaceElement);
    observer.observe(pageElement);
    return () => {
      observer.disconnect();
      pageElement.inert = false;
    };
  }, [isOpen, surface, page]);
}

/** True when the surface covers the element beside it: the styles then give it a negative margin. */
function isCovering(surface: HTMLElement | null): boolean {
  if (!surface) return false;
  const { marginInlineStart, marginInlineEnd } = getComputedStyle(surface);
  return [marginInlineStart, marginInlineEnd].some((margin) => margin.startsWith("-"));
}
