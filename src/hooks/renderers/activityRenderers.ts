import type { ComponentType, ReactNode } from "react";
import type { ActivityMessage } from "../../protocol/events.ts";
import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import { createRendererKind, findNamedRenderer, type Renderer } from "./renderers.ts";

/**
 * What a renderer of an activity gets.
 *
 * @typeParam TContent - What the activity holds.
 */
export interface ActivityRenderProps<TContent = Readonly<Record<string, unknown>>> {
  readonly activityType: string;
  /** What it holds so far, as the schema makes it where there is one. */
  readonly content: TContent;
  /** The message as the agent sent it. */
  readonly message: ActivityMessage;
  /** Whether the agent is still at work on the turn it belongs to, and may change it. */
  readonly isRunning: boolean;
}

/** @internal A renderer as it is kept; the type of its content is its own business. */
export interface ActivityRenderer extends Renderer<ActivityRenderProps<unknown>> {
  /** The activity type, or `*` for all that have none of their own. */
  readonly name: string;
  readonly schema: ValueSchema | undefined;
  /** Draws one activity with it. */
  readonly Body: ComponentType<ActivityBodyProps>;
}

/** @internal What it takes to draw an activity with a renderer. */
export interface ActivityBodyProps {
  readonly message: ActivityMessage;
  readonly renderer: ActivityRenderer;
  /** What draws it by default. */
  readonly fallback: ReactNode;
}

/** @internal */
export const activityRenderersOf = createRendererKind<ActivityRenderer>();

/** @internal The renderer for a type of activity. */
export const findActivityRenderer = findNamedRenderer<ActivityRenderer>;
