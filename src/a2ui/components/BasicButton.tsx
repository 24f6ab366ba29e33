import { ButtonApi, type ComponentContext } from "@a2ui/web_core/v0_9";
import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { selectIsRunning } from "../../selectors/runPredicates.ts";
import { a2uiComponent } from "../a2uiComponent.ts";
import { webAddress } from "../functions.ts";
import { InlineContext } from "./BasicText.tsx";
import { ariaOf } from "./readProps.ts";

/**
 * Renders a button, or a link for an action that opens an address, so that the user sees where it leads. A button with an
 * action for the agent waits for the end of a run.
 */
export const BasicButton = a2uiComponent(ButtonApi, ({ props, buildChild, context }): ReactNode => {
  const { child, variant = "default", action, isValid = true, accessibility } = props;
  const rawAction: unknown = context.componentModel.properties.action;
  const isBusy = useSnapshot(selectIsRunning) && isRecord(rawAction) && isRecord(rawAction.event);
  const isDisabled = !isValid || isBusy;
  const href = useLinkAddress(context, openedUrlOf(rawAction));
  const content = (
    <InlineContext.Provider value={true}>{child && buildChild(child)}</InlineContext.Provider>
  );
  const look = {
    className: variant === "borderless" ? "agk-button agk-a2ui-borderless" : "agk-button",
    "data-variant": variant === "primary" ? "primary" : undefined,
    ...ariaOf(accessibility),
  };
  if (href !== undefined && isValid) {
    return (
      <a {...look} href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  }
  return (
    <button
      type="button"
      {...look}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : () => action?.()}
    >
      {content}
    </button>
  );
});

/** Returns the address that an action opens, as the agent wrote it; `undefined` for other actions. */
function openedUrlOf(action: unknown): unknown {
  if (!isRecord(action) || !isRecord(action.functionCall)) return undefined;
  const { call, args } = action.functionCall;
  return call === "openUrl" && isRecord(args) ? args.url : undefined;
}

/** Returns the current value of an address that a link may have. */
function useLinkAddress(context: ComponentContext, url: unknown): string | undefined {
  const { dataContext } = context;
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!isDynamic(url)) return () => {};
      const subscription = dataContext.subscribeDynamicValue(url, listener);
      return () => subscription.unsubscribe();
    },
    [dataContext, url],
  );
  const read = () => webAddress(isDynamic(url) ? dataContext.resolveDynamicValue(url) : url);
  return useSyncExternalStore(subscribe, read, read);
}

type Dynamic = Parameters<ComponentContext["dataContext"]["resolveDynamicValue"]>[0];

/** True for a path of the data or the call of a function. The schema of actions has validated the rest. */
function isDynamic(value: unknown): value is Dynamic & UnknownRecord {
  return isRecord(value) && ("path" in value || "call" in value);
}
