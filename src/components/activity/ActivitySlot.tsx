import { type ReactNode, Suspense, useCallback } from "react";
import { useOptionalAgentId } from "../../hooks/providers/useThread.ts";
import {
  type ActivityRenderer,
  activityRenderersOf,
  findActivityRenderer,
} from "../../hooks/renderers/activityRenderers.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import { ValidatedActivity } from "../../hooks/renderers/ValidatedActivity.tsx";
import { useComponent } from "../settings/settings.tsx";
import type { ActivityProps } from "../settings/transcriptPartProps.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { Activity } from "./Activity.tsx";

interface ActivitySlotProps extends ActivityProps {
  /** Rendered when the activity type has no renderer. @defaultValue the `Activity` component */
  readonly children?: ReactNode;
}

/**
 * @internal Renders one activity in the transcript or in a tool call card, with the registered renderer of its type.
 */
export function ActivitySlot({ message, children }: ActivitySlotProps): ReactNode {
  const { activityType, content } = message;
  const agentId = useOptionalAgentId();
  const Part = useComponent("Activity", Activity);
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
      {/* A lazy renderer must not suspend the conversation around it. */}
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
