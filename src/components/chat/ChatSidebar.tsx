import {
  type ComponentPropsWithoutRef,
  createContext,
  type ReactNode,
  useId,
  useMemo,
  useRef,
} from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useRequiredContext } from "../../hooks/providers/useRequiredContext.ts";
import { createDragHandlers } from "../composer/attachments/fileDrag.ts";
import { ChatSettings, useClassName } from "../settings/settings.tsx";
import type { ChatProps } from "./Chat.tsx";
import { Launcher, type LauncherState } from "./Launcher.tsx";
import { LazyChat, surfaceAttributes } from "./LazyChat.tsx";
import { useEscape } from "./useEscape.ts";
import { useFocusRestore } from "./useFocusRestore.ts";
import { isCovering, useInertPage } from "./useInertPage.ts";
import { type OpenProps, useOpenState } from "./useOpenState.ts";
import { useUnread } from "./useUnread.ts";

/** Props of {@link ChatSidebar}: those of `Chat`, and where it stands. `className` and `style` are the layout's. */
export interface ChatSidebarProps extends Omit<ChatProps, "children">, OpenProps {
  /** The page. Its place is beside the chat, or under it. */
  readonly children?: ReactNode;
  /** Whether the page makes room for the chat, or is covered by it; as it always is where it is narrow. @defaultValue `"push"` */
  readonly mode?: "push" | "overlay" | undefined;
  /** At which side of the page, in the direction of writing. @defaultValue `"end"` */
  readonly side?: "start" | "end" | undefined;
}

/**
 * A page with a chat at its side, which opens and closes.
 *
 * Put a `ChatSidebarToggle` anywhere into the page, or control `open`. Opening it leads into the composer,
 * closing it back. Escape stops the run while one goes on, and closes a chat that covers the page.
 * The conversation goes on while it is closed. The chat's code is loaded when it is first opened, or
 * about to be. `--agk-sidebar-width` says how wide it is. Renders a `<div>` around the page, with an
 * `<aside>` beside it.
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
 * @selector `.agk-layout[data-open]` While the chat is open.
 * @selector `.agk-layout[data-mode="overlay"]` Where it always covers the page.
 * @selector `.agk-layout[data-side="start"]` Where it is at the start.
 * @see https://docs.ag-ui.com/introduction
 */
export function ChatSidebar({
  strings,
  components,
  classNames,
  ...props
}: ChatSidebarProps): ReactNode {
  return (
    <ChatSettings strings={strings} components={components} classNames={classNames}>
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
  title,
  className,
  style,
  children,
  ...chat
}: ChatSidebarProps): ReactNode {
  const [isOpen, setOpen] = useOpenState({ open, defaultOpen, onOpenChange });
  const unread = useUnread(isOpen);
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
      toggle: () => toggle.current(),
    }),
    [isOpen, unread, id, isForFiles, toggle],
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
      // The page says where it stands; what is in it has a direction of its own.
      dir={undefined}
      hidden={!isOpen}
      tabIndex={-1}
      ref={surface}
      {...createDragHandlers()}
      onKeyDown={useEscape(close, () => isCovering(surface.current))}
    >
      <LazyChat
        isOpen={isOpen}
        onClose={close}
        onShown={focusComposerOnShow}
        titleId={`${id}t`}
        title={title}
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
      {/* In the order in which they are seen, so that the Tab key takes them in it. */}
      {side === "start" ? columns.reverse() : columns}
    </div>
  );
}

/** React has done it: it is hidden by an attribute. */
const showNothing = () => () => {};

const SidebarContext = createContext<LauncherState | undefined>(undefined);

/** Props of {@link ChatSidebarToggle}: those of a `<button>`. */
export interface ChatSidebarToggleProps
  extends Omit<ComponentPropsWithoutRef<"button">, "type" | "aria-expanded" | "aria-controls"> {}

/**
 * Opens and closes the `ChatSidebar` it is in, and counts what nobody has seen.
 *
 * Its content and its name may be replaced: the name by `aria-label`. Renders a `<button>`.
 *
 * @example With words of one's own
 * ```tsx
 * <ChatSidebarToggle aria-label="Ask the assistant">Ask</ChatSidebarToggle>
 * ```
 * @throws AgentKitError `missing-provider` outside a `ChatSidebar`.
 * @selector `.agk-toggle[aria-expanded="true"]` While the chat is open.
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
