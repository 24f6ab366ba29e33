import type { ReactNode } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { CustomRender } from "./ErrorBoundary.tsx";

/** @internal Returns reset keys for a part of a chat: the thread, the status of its run, and the number of its messages. */
export function useConversationKeys(): readonly unknown[] {
  const thread = useThread();
  const status = useSnapshot(({ run }) => run.status);
  const count = useSnapshot(({ messages }) => messages.length);
  return [thread, status, count];
}

interface ContentBoundaryProps {
  /** Rendered while the content is suspended, and after it has thrown. @defaultValue Nothing. */
  readonly fallback?: ReactNode;
  /** Content of the application, such as a title or a logo. */
  readonly children: ReactNode;
}

/**
 * @internal Renders content of the application in a chat, a header or a launcher. The elements around it stay when it
 * throws, also on a server, and React reports the error. The content is rendered again when the conversation changes,
 * but not when its element is new, because applications write it inline.
 *
 * @example A logo in a header
 * ```tsx
 * <ContentBoundary>{start}</ContentBoundary>
 * ```
 */
export function ContentBoundary({ fallback = null, children }: ContentBoundaryProps): ReactNode {
  const resetKeys = useConversationKeys();
  // Text cannot fail.
  if (typeof children === "string") return children;
  return (
    <CustomRender fallback={fallback} resetKeys={resetKeys}>
      {children}
    </CustomRender>
  );
}
