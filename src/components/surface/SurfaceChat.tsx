import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ChatProps } from "../Chat.tsx";
import { Icon } from "../Icon.tsx";
import { LoadFailed } from "../LoadFailed.tsx";
import { Skeleton } from "../Skeleton.tsx";
import { useSettings } from "../settings.tsx";
import { type SurfaceStrings, surfaceStrings } from "../strings/surfaceStrings.ts";

type LoadedChat = ComponentType<ChatProps & { readonly onRetry: () => void }>;

/** Loads the chat. One that cannot be loaded becomes a sentence and a way on, not a broken page. */
const load = () =>
  lazy<LoadedChat>(() =>
    import("../Chat.tsx").then(
      ({ Chat }) => ({ default: ({ onRetry: _, ...props }) => <Chat {...props} /> }),
      () => ({ default: NotLoaded }),
    ),
  );

/** The same for every surface, so that the second one is there at once. */
let shared = load();

/** @internal Loads the chat before it is asked for. */
export function preloadChat(): void {
  import("../Chat.tsx").catch(() => {});
}

/** @internal The words of a surface, which is there before the rest of the late ones. */
export function useSurfaceStrings(): SurfaceStrings {
  return { ...surfaceStrings, ...useSettings().strings.surface };
}

interface SurfaceChatProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called whenever it is open and the chat is there. */
  readonly onShown: () => void;
  readonly titleId: string;
  readonly title: ReactNode;
  readonly chat: ChatProps;
}

/**
 * @internal What is in a popup and in a sidebar: a title, a button that closes it, and the chat. The chat is there
 * from when it is first opened, and stays, with all that is written and scrolled in it.
 */
export function SurfaceChat(props: SurfaceChatProps): ReactNode {
  const { isOpen, onClose, onShown, titleId, title, chat } = props;
  const { strings } = useSettings();
  const { close } = useSurfaceStrings();
  const [isNeeded, setNeeded] = useState(isOpen);
  const [Chat, setChat] = useState(() => shared);
  const heading = useRef<HTMLHeadingElement>(null);
  if (isOpen && !isNeeded) setNeeded(true);
  const handleRetry = () => {
    shared = load();
    setChat(() => shared);
    // The button that was pressed goes.
    heading.current?.parentElement?.focus({ preventScroll: true });
  };
  return (
    <>
      <h2 className="agk-title" id={titleId} ref={heading}>
        {title ?? strings.chat}
      </h2>
      <button
        type="button"
        className="agk-surface-close agk-quiet"
        aria-label={close}
        title={close}
        onClick={onClose}
      >
        <Icon name="cross" />
      </button>
      {isNeeded && (
        <Suspense fallback={<Skeleton />}>
          <Chat {...chat} onRetry={handleRetry} />
          <Shown isOpen={isOpen} onShown={onShown} of={Chat} />
        </Suspense>
      )}
    </>
  );
}

/** Beside the chat, so that both come at once. */
function Shown({
  isOpen,
  onShown,
  of,
}: Pick<SurfaceChatProps, "isOpen" | "onShown"> & { readonly of: LoadedChat }): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens, or is tried again
  useEffect(() => {
    if (isOpen) onShown();
  }, [isOpen, of]);
  return null;
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <div className="agk-surface-failed">
      <LoadFailed onRetry={onRetry} />
    </div>
  );
}
