import { type ReactNode, useMemo } from "react";
import { useThread } from "../../../hooks/providers/useThread.ts";
import type { CompletionsProps } from "../../settings/composerPartProps.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { type CompletionMenuProps, LoadingMenu } from "./LoadingMenu.tsx";

/**
 * Offers completions for the word at the caret, in a menu above the surrounding form. Commands follow `/` at the start
 * of a message, people or files follow `@`, and you may add other triggers.
 *
 * `Composer` and `Chat` contain one when they have `completions`. In a custom form it works with the first
 * `<textarea>`. Arrow keys move, Enter and Tab accept, Escape only closes the menu. An accepted item is
 * inserted into the message; a command runs instead. Providers with the same trigger share a menu, in their
 * order. The code of the menu is loaded when the component mounts. A text that may be a command is not sent
 * before the menu is loaded, and not at all when loading fails. Renders a `<div>` with a listbox while there
 * are items.
 *
 * @example In a form of your own
 * ```tsx
 * <form onSubmit={handleSubmit}>
 *   <Completions providers={[{ trigger: "@", label: "People", items: people }]} />
 *   <textarea value={text} onChange={(event) => setText(event.target.value)} />
 * </form>
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-completions[data-status="ready"]` Also `loading` and `failed`.
 * @selector `.agk-completion[aria-selected="true"]` The item that Enter accepts.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Completions(props: CompletionsProps): ReactNode {
  return <LazyCompletions {...props} />;
}

/**
 * @internal Creates the component for a loader of its menu. The loader is called a second time when it fails. Until
 * the menu is loaded, {@link LoadingMenu} holds back a text that may be a command, and the menu submits it again.
 */
export function createCompletions(
  loadMenu: () => Promise<(props: CompletionMenuProps) => ReactNode>,
) {
  const Menu = lazyPart<CompletionMenuProps>(() => loadMenu().catch(loadMenu), {
    Loading: LoadingMenu,
    Failed: LoadingMenu,
  });
  function CompletionsWithMenu(props: CompletionsProps): ReactNode {
    const thread = useThread();
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new thread has no pending text
    const pendingSubmit = useMemo<CompletionMenuProps["pendingSubmit"]>(
      () => ({ current: undefined }),
      [thread],
    );
    return props.providers.length > 0 && <Menu {...props} pendingSubmit={pendingSubmit} />;
  }
  return Object.assign(CompletionsWithMenu, { preload: Menu.preload });
}

const LazyCompletions = createCompletions(async () => {
  const { CompletionMenu } = await import("./CompletionMenu.tsx");
  return CompletionMenu;
});

/** @internal Loads the code of the menu before it is rendered. */
export const preloadCompletions = LazyCompletions.preload;
