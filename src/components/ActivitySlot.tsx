import { type ReactNode, Suspense, useCallback } from "react";
import {
  type ActivityRenderer,
  activityRenderersOf,
  findActivityRenderer,
} from "../hooks/activityRenderers.ts";
import { isRunning } from "../hooks/useAgentRun.ts";
import { useCheckedContent } from "../hooks/useCheckedContent.ts";
import { useNearestAgentId } from "../hooks/useNearestAgentId.ts";
import { useFoundRenderer } from "../hooks/useRenderers.ts";
import { useSnapshot } from "../hooks/useSnapshot.ts";
import { Activity } from "./Activity.tsx";
import { Boundary } from "./Boundary.tsx";
import { type ActivityProps, usePart } from "./settings.tsx";

/**
 * @internal One activity where it stands in the conversation: drawn by the renderer its type has,
 * else by the default part.
 */
export function ActivitySlot({ message }: ActivityProps): ReactNode {
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
  const part = <Part message={message} />;
  if (!renderer) return part;
  return (
    <Boundary fallback={part} resetKeys={[renderer, content]}>
      {/* One that loads its code late must not hide the conversation meanwhile. */}
      <Suspense fallback={part}>
        <CustomActivity key={renderer.id} message={message} renderer={renderer} fallback={part} />
      </Suspense>
    </Boundary>
  );
}

interface CustomActivityProps extends ActivityProps {
  readonly renderer: ActivityRenderer;
  readonly fallback: ReactNode;
}

/** Calls `render` and does not make a component of it: written inline, it is another every time. */
function CustomActivity({ message, renderer, fallback }: CustomActivityProps): ReactNode {
  const { id, activityType, content } = message;
  const isOfThisTurn = useSnapshot(
    ({ run, messages }) =>
      isRunning(run) && messages.findLast((one) => one.role === "user" || one.id === id)?.id === id,
  );
  const checked = useCheckedContent(renderer.schema, content, {
    type: activityType,
    isFinal: !isOfThisTurn,
  });
  // For a moment, before the first answer: what is drawn then would be replaced at once.
  if (checked === "unknown") return null;
  if (checked === "misfit") return fallback;
  return renderer.render({
    activityType,
    content: checked.value,
    message,
    isRunning: isOfThisTurn,
  });
}
