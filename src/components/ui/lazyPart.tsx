import { createElement, type ReactNode, useSyncExternalStore } from "react";

/** What is shown in place of a part that could not be loaded is given this as well. */
export interface Retry {
  /** Loads the part again, and shows it wherever it could not be shown. */
  readonly onRetry: () => void;
}

type View<Props> = (props: Props) => ReactNode;

interface LateView<Props> extends View<Props> {
  /** Loads it before it is shown, so that even the first one is there at once. */
  readonly preload: () => void;
}

interface Meanwhile<Props> {
  /** Shown until it is there, and by a server. @defaultValue Nothing. */
  readonly Loading?: View<Props>;
  /** Shown where it cannot be loaded, in place of a broken page. @defaultValue Nothing. */
  readonly Failed?: View<Props & Retry>;
}

/**
 * @internal A part whose code is loaded when the first one is shown, and is there at once for all
 * others. One that could not be loaded is tried again with the next one.
 *
 * Not by `lazy`: a server would send every place as one that it could not fill, and a first one that was
 * loaded ahead would still not be there at once.
 *
 * @example
 * ```tsx
 * const List = late(() => import("../queue/QueueList.tsx").then((file) => file.QueueList));
 * ```
 */
export function lazyPart<Props extends object>(
  load: () => Promise<View<Props>>,
  { Loading = Nothing, Failed = Nothing }: Meanwhile<Props> = {},
): LateView<Props> {
  /** What has come, or what was missing of it; neither while it is on its way. */
  let loaded: View<Props> | undefined;
  let state: "missing" | "loading" | "failed" | "loaded" = "missing";
  const places = new Set<() => void>();
  const enter = (next: typeof state) => {
    state = next;
    for (const update of [...places]) update();
  };
  const preload = () => {
    if (state === "loading" || state === "loaded") return;
    enter("loading");
    load().then(
      (view) => {
        loaded = view;
        enter("loaded");
      },
      () => enter("failed"),
    );
  };
  const subscribe = (update: () => void) => {
    places.add(update);
    preload();
    return () => {
      places.delete(update);
    };
  };

  function Late(props: Props): ReactNode {
    const now = useSyncExternalStore(
      subscribe,
      () => state,
      () => "missing",
    );
    if (now === "loaded" && loaded) return createElement(loaded, props);
    return now === "failed" ? <Failed {...props} onRetry={preload} /> : <Loading {...props} />;
  }
  return Object.assign(Late, { preload });
}

function Nothing(): ReactNode {
  return null;
}
