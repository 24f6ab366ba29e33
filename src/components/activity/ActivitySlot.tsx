import { type ReactNode, Suspense, useCallback } from "react";
import { useOptionalAgentId } from "../../hooks/providers/useThread.ts";
import {
  type ActivityRenderer,
  activityRenderersOf,
  findActivityRenderer,
} from "../../hooks/renderers/activityRenderers.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import { ValidatedActivity } from "../../hooks/renderers/ValidatedActivity.tsx";
import { usePart } from "../settings/settings.tsx";
import type { ActivityProps } from "../settings/transcriptProps.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { Activity } from "./Activity.tsx";

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
  const agentId = useOptionalAgentId();
  const Part = usePart("Activity", Activity);
  const renderer = useMatchingRenderer(
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
        <ValidatedActivity
          key={renderer.id}
          message={message}
          renderer={renderer}
          fallback={part}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
