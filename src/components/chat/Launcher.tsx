import type { ComponentPropsWithoutRef, ReactNode, RefObject } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { createDragHandlers } from "../composer/attachments/fileDrag.ts";
import { useSettings } from "../settings/settings.tsx";
import { liveRegionOf } from "../status/liveRegionOwner.ts";
import { StrokeIcon } from "../ui/Icon.tsx";
import { preloadChat, useSurfaceStrings } from "./LazyChat.tsx";
import { useOpenOnDrag } from "./useOpenOnDrag.ts";

/** @internal What a button opens, and how. */
export interface LauncherState {
  readonly isOpen: boolean;
  /** How many messages nobody has seen. */
  readonly unread: number;
  /** The id of what it opens. */
  readonly controls: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly surface: RefObject<HTMLElement | null>;
  readonly toggle: () => void;
  /** Whether files may be meant for it. */
  readonly isForFiles: boolean;
}

interface LauncherProps
  extends Omit<ComponentPropsWithoutRef<"button">, "type" | "aria-expanded" | "aria-controls">,
    LauncherState {
  readonly children?: ReactNode;
}

/** Who opens it most likely soon: the chat is loaded meanwhile. */
const preloadHandlers = { onPointerEnter: preloadChat, onFocus: preloadChat };

/** @internal A button that opens and closes a chat, with the number of messages nobody has seen. */
export function Launcher({
  isOpen,
  unread,
  controls,
  button,
  surface,
  toggle,
  isForFiles,
  onClick,
  children,
  ...props
}: LauncherProps): ReactNode {
  const { strings } = useSettings();
  const { store } = useThread();
  useOpenOnDrag({ isOpen, button, surface, toggle, isForFiles });
  const formatUnread = useSurfaceStrings().unread;
  const unreadLabel = unread > 0 ? formatUnread(unread) : "";
  // Words of the host are heard as they are read; what they draw may have no name.
  const name = typeof children === "string" ? "" : strings.chat;
  const accessibleText = name + (unreadLabel && `, ${unreadLabel}`);
  return (
    <>
      <button
        {...preloadHandlers}
        {...props}
        {...createDragHandlers(props)}
        type="button"
        aria-expanded={isOpen}
        aria-controls={controls}
        ref={button}
        onClick={(event) => {
          onClick?.(event);
          if (!event.defaultPrevented) toggle();
        }}
      >
        {children ?? (
          <StrokeIcon
            name={isOpen ? "close" : "chat"}
            path={
              isOpen
                ? "M3 6l5 5 5-5"
                : "M3 2.5h10A1.5 1.5 0 0 1 14.5 4v6a1.5 1.5 0 0 1-1.5 1.5H7L3.5 14v-2.5H3A1.5 1.5 0 0 1 1.5 10V4A1.5 1.5 0 0 1 3 2.5"
            }
          />
        )}
        <span className="agk-sr-only">{accessibleText}</span>
        {unread > 0 && (
          <span className="agk-unread" aria-hidden="true">
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </button>
      <span className="agk-announcer" role="status" lang={props.lang}>
        {/* A chat elsewhere on the page says what there is. */}
        {!liveRegionOf(store) && unreadLabel}
      </span>
    </>
  );
}
