import type { ComponentPropsWithoutRef, ReactNode, RefObject } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { createDragHandlers } from "../composer/attachments/fileDrag.ts";
import { liveRegionOf } from "../status/liveRegionOwner.ts";
import { useClosedChatStrings } from "../strings/useClosedChatStrings.ts";
import { ContentBoundary } from "../ui/ContentBoundary.tsx";
import { type ClosedChatIconName, closedChatIconPaths } from "../ui/closedChatIconPaths.ts";
import { NamedIcon } from "../ui/NamedIcon.tsx";
import { useOpenOnDrag } from "./useOpenOnDrag.ts";

/** @internal State and refs that a launcher shares with the surface it opens. */
export interface LauncherState {
  readonly isOpen: boolean;
  /** Number of unread replies and interrupts. */
  readonly unread: number;
  /** Id of the surface. */
  readonly controls: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly surface: RefObject<HTMLElement | null>;
  readonly toggle: () => void;
  /** True when the chat accepts files, so that a drag over the button opens it. */
  readonly isForFiles: boolean;
  /** Icon of a button without children. */
  readonly icon: ClosedChatIconName;
}

interface LauncherProps
  extends Omit<ComponentPropsWithoutRef<"button">, "type" | "aria-expanded" | "aria-controls">,
    LauncherState {
  readonly children?: ReactNode;
}

/** @internal Renders a button that opens and closes a chat, with the number of unread messages. */
export function Launcher({
  isOpen,
  unread,
  controls,
  button,
  surface,
  toggle,
  isForFiles,
  icon,
  onClick,
  children,
  ...props
}: LauncherProps): ReactNode {
  const strings = useClosedChatStrings();
  const { store } = useThread();
  useOpenOnDrag({ isOpen, button, surface, toggle, isForFiles });
  const unreadLabel = unread > 0 ? strings.surface.unread(unread) : "";
  // Text children already name the button. Other children, such as an icon, may have no accessible name.
  const name = typeof children === "string" ? "" : strings.chat;
  const builtInIcon = <NamedIcon name={icon} path={closedChatIconPaths[icon]} />;
  const accessibleText = name + (unreadLabel && `, ${unreadLabel}`);
  return (
    <>
      <button
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
        {children === undefined || children === null ? (
          builtInIcon
        ) : (
          <ContentBoundary fallback={builtInIcon}>{children}</ContentBoundary>
        )}
        <span className="agk-sr-only">{accessibleText}</span>
        {unread > 0 && (
          <span className="agk-unread" aria-hidden="true">
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </button>
      <span className="agk-announcer" role="status" lang={props.lang}>
        {/* Silent when another chat of the thread has a live region that announces messages. */}
        {!liveRegionOf(store) && unreadLabel}
      </span>
    </>
  );
}
