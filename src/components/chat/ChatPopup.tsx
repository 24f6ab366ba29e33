import {
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createDragHandlers } from "../composer/attachments/fileDrag.ts";
import { ChatSettings, useClassName } from "../settings/settings.tsx";
import type { SurfaceHeaderProps } from "../settings/surfacePartProps.ts";
import type { ChatProps } from "./Chat.tsx";
import { Launcher } from "./Launcher.tsx";
import { LazyChat, surfaceAttributes } from "./LazyChat.tsx";
import { useFocusRestore } from "./useFocusRestore.ts";
import { type OpenProps, useCloseOnEscape, useOpenState, useUnreadCount } from "./useOpenState.ts";

/**
 * Props of {@link ChatPopup}: those of `Chat`, and the open state. `className` and `style` apply to the
 * dialog.
 */
export interface ChatPopupProps extends ChatProps, SurfaceHeaderProps, OpenProps {
  /**
   * Content of the launcher. With `null` there is no launcher, and the application opens the chat.
   * @defaultValue a speech bubble
   */
  readonly launcher?: ReactNode;
  /** Expanded state, when the application controls it with `onExpandedChange`. */
  readonly expanded?: boolean | undefined;
  /** Initial expanded state, when the application does not control it. @defaultValue false */
  readonly defaultExpanded?: boolean | undefined;
  /** Called when the user expands the chat, or gives it its size back. */
  readonly onExpandedChange?: ((expanded: boolean) => void) | undefined;
}

/** Media query for screens without room for a page beside the chat. */
const SMALL_SCREEN = "(max-width: 30rem), (max-height: 26rem)";

/**
 * Renders a round button in the corner of the page, which opens a chat above itself.
 *
 * The page stays usable beside the chat. On a small screen the chat is modal and covers the page. Elsewhere the user
 * expands the chat, which is then modal too. Opening the
 * chat moves the focus into the composer, closing it moves the focus back. Escape stops a run, or closes the
 * chat when nothing runs. Runs continue while the chat is closed, and the button counts unread replies and
 * interrupts. The code of the chat is loaded when the browser is idle, or when the chat opens. Renders a
 * `<button>` and a `<dialog>`.
 *
 * An on-screen keyboard never covers the composer. With `<meta name="viewport" content="width=device-width,
 * interactive-widget=resizes-content">`, browsers that support `interactive-widget` need no script for this.
 * The custom properties `--agk-popup-width` and `--agk-popup-height` set the size, and `--agk-layer` the
 * `z-index`.
 *
 * @example Help on every page
 * ```tsx
 * <AgentProvider agent={agent}>
 *   <App />
 *   <ChatPopup title="Help" suggestions={["Where is my order?"]} />
 * </AgentProvider>
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-popup:modal` The popup covers the page.
 * @selector `.agk-popup[data-expanded]` The user has expanded the popup.
 * @selector `.agk-launcher[aria-expanded="true"]` The chat is open.
 * @see https://docs.ag-ui.com/introduction
 */
export function ChatPopup({
  strings,
  components,
  icons,
  classNames,
  ...props
}: ChatPopupProps): ReactNode {
  return (
    <ChatSettings strings={strings} components={components} icons={icons} classNames={classNames}>
      <Popup {...props} />
    </ChatSettings>
  );
}

function Popup({
  open,
  defaultOpen,
  onOpenChange,
  launcher,
  expanded,
  defaultExpanded,
  onExpandedChange,
  headerStart,
  headerEnd,
  title,
  className,
  style,
  ...chat
}: ChatPopupProps): ReactNode {
  const [isOpen, setOpen] = useOpenState({ open, defaultOpen, onOpenChange });
  const [isInitiallyOpen] = useState(isOpen);
  const unread = useUnreadCount(isOpen);
  const isSmall = useIsSmall();
  const [wasExpanded, setExpanded] = useOpenState({
    open: expanded,
    defaultOpen: defaultExpanded,
    onOpenChange: onExpandedChange,
  });
  const isExpanded = wasExpanded && !isSmall;
  const isModal = isSmall || isExpanded;
  const surface = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const launcherClass = useClassName("ChatLauncher", "agk-launcher");
  const attributes = surfaceAttributes(chat);
  const close = () => setOpen(false);
  const show = useCallback(
    (dialog: HTMLDialogElement) => {
      // The server renders the attribute without knowing the size of the screen.
      dialog.open = false;
      if (!isModal) dialog.open = true;
      else dialog.showModal();
      return () => {
        if (!isModal) dialog.open = false;
        else dialog.close();
      };
    },
    [isModal],
  );
  const focusComposerOnShow = useFocusRestore({ isOpen, surface, opener, show });
  // Browsers send `cancel` for requests such as the back gesture of a phone. The event of a file input
  // bubbles here too.
  const handleCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    close();
  };
  return (
    <>
      {launcher !== null && (
        <Launcher
          className={launcherClass}
          isOpen={isOpen}
          unread={unread}
          controls={id}
          button={opener}
          surface={surface}
          toggle={() => setOpen(!isOpen)}
          isForFiles={chat.attachments !== false}
          icon={isOpen ? "minimize" : "chat"}
          {...attributes}
          aria-haspopup="dialog"
        >
          {launcher}
        </Launcher>
      )}
      <dialog
        className={useClassName("ChatPopup", "agk-popup", className)}
        style={style}
        {...attributes}
        id={id}
        aria-labelledby={`${id}t`}
        // The attribute never changes, because React would show the dialog without making it modal.
        open={isInitiallyOpen}
        data-expanded={isExpanded || undefined}
        tabIndex={-1}
        ref={surface}
        {...createDragHandlers()}
        onKeyDown={useCloseOnEscape(close)}
        onCancel={handleCancel}
        onClose={() => {
          if (!surface.current?.open) close();
        }}
      >
        <LazyChat
          isOpen={isOpen}
          onClose={close}
          onShown={focusComposerOnShow}
          titleId={`${id}t`}
          title={title}
          headerStart={headerStart}
          headerEnd={headerEnd}
          isExpanded={isExpanded}
          onExpandToggle={isSmall ? undefined : () => setExpanded(!isExpanded)}
          chat={chat}
        />
      </dialog>
    </>
  );
}

function useIsSmall(): boolean {
  return useSyncExternalStore(subscribeToSize, isSmall, () => false);
}

function isSmall(): boolean {
  return globalThis.matchMedia?.(SMALL_SCREEN).matches ?? false;
}

function subscribeToSize(listener: () => void): () => void {
  const query = globalThis.matchMedia?.(SMALL_SCREEN);
  query?.addEventListener("change", listener);
  return () => query?.removeEventListener("change", listener);
}
