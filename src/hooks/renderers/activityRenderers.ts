import type { ActivityMessage } from "../../protocol/events.ts";
import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import { createRendererLists, findNamedRenderer, type Renderer } from "./rendererLists.ts";

/**
 * Props of an activity renderer.
 *
 * @typeParam TContent - The content of the activity.
 */
export interface ActivityRenderProps<TContent = Readonly<Record<string, unknown>>> {
  /** Type of the activity. */
  readonly activityType: string;
  /** The current content, as the schema returns it if there is one. */
  readonly content: TContent;
  /** The message as the agent sent it. */
  readonly message: ActivityMessage;
  /** True while the agent works on the turn of the activity and may change it. */
  readonly isRunning: boolean;
}

/** @internal A registered renderer. The list of all renderers cannot type the content of each. */
export interface ActivityRenderer extends Renderer<ActivityRenderProps<unknown>> {
  /** Type of the activities; `*` for all types without a renderer. */
  readonly name: string;
  readonly schema: ValueSchema | undefined;
}

/** @internal */
export const activityRenderersOf = createRendererLists<ActivityRenderer>();

/** @internal Finds the renderer of an activity type; see {@link findNamedRenderer}. */
export const findActivityRenderer = findNamedRenderer<ActivityRenderer>;
