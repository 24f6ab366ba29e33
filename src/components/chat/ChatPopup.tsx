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
import type { ChatProps } from "./Chat.tsx";
import { Launcher } from "./Launcher.tsx";
import { LazyChat, surfaceAttributes } from "./LazyChat.tsx";
import { useEscape } from "./useEscape.ts";
import { useFocusRestore } from "./useFocusRestore.ts";
import { type OpenProps, useOpenState } from "./useOpenState.ts";
import { useUnread } from "./useUnread.ts";

/** Props of {@link ChatPopup}: those of `Chat`, and what opens it. `className` and `style` are the dialog's. */
export interface ChatPopupProps extends ChatProps, OpenProps {
  /**
   * What the launcher shows; with `null` there is none, and something of the page opens the chat.
   * @defaultValue a speech bubble
   */
  readonly launcher?: ReactNode;
}

/** Where there is no room for a page beside it. */
const SMALL_SCREEN = "(max-width: 30rem), (max-height: 26rem)";

/**
 * A round button in the corner of the page, and a chat that it opens above it.
 *
 * The page stays usable beside the chat; on a small screen the chat is all there is, and keeps the focus.
 * Opening it leads into the composer, closing it back. Escape stops the run while one goes on, and
 * closes the chat otherwise. The conversation goes on while it is closed: the button counts the
 * answers and questions that nobody has seen. The chat's code is loaded when it is first opened, or
 * about to be. Renders a `<button>` and a `<dialog>`.
 *
 * An on-screen keyboard never covers the composer; with `<meta name="viewport"
 * content="width=device-width, interactive-widget=resizes-content">` it takes no script, where browsers know it.
 * `--agk-popup-width` and `--agk-popup-height` say how large
 * it is where there is room, `--agk-layer` what it lies above.
 *
 * @example Help on every page
 * ```tsx
 * <AgentProvider agent={agent}>
 *   <App />
 *   <ChatPopup title="Help" suggestions={["Where is my order?"]} />
 * </AgentProvider>
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-popup:modal` While it is all there is.
 * @selector `.agk-launcher[aria-expanded="true"]` While the chat is open.
 * @see https://docs.ag-ui.com/introduction
 */
export function ChatPopup({
  strings,
  components,
  classNames,
  ...props
}: ChatPopupProps): ReactNode {
  return (
    <ChatSettings strings={strings} components={components} classNames={classNames}>
      <Popup {...props} />
    </ChatSettings>
  );
}

function Popup({
  open,
  defaultOpen,
  onOpenChange,
  launcher,
  title,
  className,
  style,
  ...chat
}: ChatPopupProps): ReactNode {
  const [isOpen, setOpen] = useOpenState({ open, defaultOpen, onOpenChange });
  const [isInitiallyOpen] = useState(isOpen);
  const unread = useUnread(isOpen);
  const isModal = useIsSmall();
  const surface = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const launcherClass = useClassName("ChatLauncher", "agk-launcher");
  const attributes = surfaceAttributes(chat);
  const close = () => setOpen(false);
  const show = useCallback(
    (dialog: HTMLDialogElement) => {
      // As it comes from a server, which knows nothing of the screen.
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
  // A request of the browser, as the way back of a phone. That of a field for files comes by as well.
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
        // Not again, or it would be shown without having been made modal.
        open={isInitiallyOpen}
        tabIndex={-1}
        ref={surface}
        {...createDragHandlers()}
        onKeyDown={useEscape(close)}
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
