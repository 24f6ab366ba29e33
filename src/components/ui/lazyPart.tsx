import { createElement, type ReactNode, useSyncExternalStore } from "react";

/** Added to the props of the view that is rendered when a lazy component could not be loaded. */
export interface Retry {
  /** Loads the component again, wherever it could not be rendered. */
  readonly onRetry: () => void;
  /** True when loading failed again after `onRetry`. */
  readonly isRetried: boolean;
}

type View<Props> = (props: Props) => ReactNode;

interface LazyComponent<Props> extends View<Props> {
  /** Starts loading the component before it is rendered, so that its first render shows it at once. */
  readonly preload: () => void;
}

interface LazyPartOptions<Props> {
  /** Rendered until the component is loaded. @defaultValue Nothing. */
  readonly Loading?: View<Props>;
  /** Rendered when the component cannot be loaded. @defaultValue Nothing. */
  readonly Failed?: View<Props & Retry>;
}

/**
 * @internal Creates a component for a whole feature whose code is loaded when it is first rendered, or earlier with
 * `preload`. After a failure, the next component that mounts tries again.
 *
 * `React.lazy` does not fit: a server would send an error for each suspended component, and a component that was preloaded
 * would still suspend on its first render.
 *
 * @example
 * ```tsx
 * const Menu = lazyPart(() => import("./CompletionMenu.tsx").then((file) => file.CompletionMenu));
 *
 * useEffect(() => prefetchWhenIdle(Menu.preload), []);
 * ```
 */
export function lazyPart<Props extends object>(
  load: () => Promise<View<Props>>,
  { Loading = Nothing, Failed = Nothing }: LazyPartOptions<Props> = {},
): LazyComponent<Props> {
  let loaded: View<Props> | undefined;
  let status: "idle" | "loading" | "failed" | "loaded" = "idle";
  let isRetried = false;
  const listeners = new Set<() => void>();
  const setStatus = (next: typeof status) => {
    status = next;
    for (const listener of [...listeners]) listener();
  };
  const preload = () => {
    if (status === "loading" || status === "loaded") return;
    setStatus("loading");
    load().then(
      (view) => {
        loaded = view;
        setStatus("loaded");
      },
      () => setStatus("failed"),
    );
  };
  const handleRetry = () => {
    isRetried = true;
    preload();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    preload();
    return () => {
      listeners.delete(listener);
    };
  };

  function LazyPart(props: Props): ReactNode {
    const current = useSyncExternalStore(
      subscribe,
      () => status,
      () => "idle",
    );
    if (current === "loaded" && loaded) return createElement(loaded, props);
    if (current !== "failed") return <Loading {...props} />;
    return <Failed {...props} onRetry={handleRetry} isRetried={isRetried} />;
  }
  return Object.assign(LazyPart, { preload });
}

function Nothing(): ReactNode {
  return null;
}
