import type { ReactNode } from "react";
import type { ActivityMessage } from "../../protocol/events.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { isWorkOver } from "../../selectors/runPredicates.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";
import type { ActivityRenderer } from "./activityRenderers.ts";
import { useValidatedContent } from "./useValidatedContent.ts";

interface ValidatedActivityProps {
  readonly message: ActivityMessage;
  readonly renderer: ActivityRenderer;
  /** The default rendering, for content that does not match the renderer's schema. */
  readonly fallback: ReactNode;
}

/**
 * @internal Renders one activity with a registered renderer; the fallback when its content is invalid, and nothing
 * until it is validated.
 *
 * Calls `render` instead of using it as a component: an inline function is a new component type on every
 * render, which would remount its content.
 */
export function ValidatedActivity({
  message,
  renderer,
  fallback,
}: ValidatedActivityProps): ReactNode {
  const { id, activityType, content } = message;
  const isOfThisTurn = useSnapshot(
    (snapshot) => isRunning(snapshot.run) && !isWorkOver(snapshot, id),
  );
  const validated = useValidatedContent(renderer.schema, content, {
    subject: `The content of the activity "${activityType}"`,
    consequence: "The default component renders it.",
    isFinal: !isOfThisTurn,
  });
  // The fallback would flash before the renderer's own content.
  if (validated === "pending") return null;
  if (validated === "invalid") return fallback;
  const { value } = validated;
  return renderer.render({ activityType, content: value, message, isRunning: isOfThisTurn });
}
