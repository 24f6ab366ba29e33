import { type ReactNode, Suspense, useCallback } from "react";
import {
  type ActivityRenderer,
  activityRenderersOf,
  findActivityRenderer,
} from "../hooks/activityRenderers.ts";
import { useNearestAgentId } from "../hooks/useNearestAgentId.ts";
import { useFoundRenderer } from "../hooks/useRenderers.ts";
import { Activity } from "./Activity.tsx";
import { ErrorBoundary } from "./Boundary.tsx";
import { usePart } from "./settings.tsx";
import type { ActivityProps } from "./transcriptParts.ts";

interface ActivitySlotProps extends ActivityProps {
  /** What is shown without a renderer. @defaultValue the default part */
  readonly children?: ReactNode;
}

/**
 * @internal One activity where it stands in the conversation, or in the card of the call that it names:
 * drawn by the renderer its type has.
 */
export function ActivitySlot({ message, children }: ActivitySlotProps): ReactNode {
  const { activityType, content } = message;
  const agentId = useNearestAgentId();
  const Part = usePart("Activity", Activity);
  const renderer = useFoundRenderer(
    activityRenderersOf,
    useCallback(
      (lists: readonly (readonly ActivityRenderer[])[]) =>
        findActivityRenderer(lists, activityType, agentId),
      [activityType, agentId],
    ),
  );
  const part = children ?? <Part message={message} />;
  if (!renderer) return part;
  return (
    <ErrorBoundary fallback={part} resetKeys={[renderer, content]}>
      {/* One that loads its code late must not hide the conversation meanwhile. */}
      <Suspense fallback={part}>
        <renderer.Body key={renderer.id} message={message} renderer={renderer} fallback={part} />
      </Suspense>
    </ErrorBoundary>
  );
}
