import { type ReactNode, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useBranches } from "../../hooks/thread/useBranches.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { branchPlacements } from "../../selectors/branchPlacement.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { useClassName, useComponent } from "../settings/settings.tsx";
import type { BranchPickerProps } from "../settings/transcriptPartProps.ts";
import { ActionErrorNote, useActionError } from "./CopyButton.tsx";
import { VersionPicker, type VersionSide } from "./VersionPicker.tsx";

/** The pressed button and its position on the screen, for the picker of the next branch, which replaces it. */
interface PressedButton {
  readonly side: VersionSide;
  readonly top: number;
}

const pressedButtons = new WeakMap<object, PressedButton>();

/**
 * Shows which of several versions of a message is on display, with buttons for the previous and the next one.
 * Renders nothing when there is only one version.
 *
 * `Chat` shows one below each edited message, and at the end of each regenerated reply. The version that is
 * switched to has its own picker, which takes over the focus and the position on the screen. Renders a
 * `<div role="group">`.
 *
 * @example Below a message component of your own
 * ```tsx
 * <MyMessage message={message} />
 * <BranchPicker messageId={message.id} />
 * ```
 * @throws AgentKitError `missing-provider` outside `AgentProvider` and `ThreadProvider`.
 * @selector `.agk-branch-picker`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function BranchPicker({ messageId, position, className }: BranchPickerProps): ReactNode {
  const classes = useClassName("BranchPicker", "agk-branch-picker", className);
  const { store } = useThread();
  const { count, index, isDisabled, ...commands } = useBranches(messageId, { position });
  const group = useRef<HTMLDivElement>(null);
  useIsomorphicLayoutEffect(() => {
    const pressed = pressedButtons.get(store);
    const element = group.current;
    if (!pressed || !element) return;
    pressedButtons.delete(store);
    element
      .querySelector<HTMLElement>(`[data-side=${pressed.side}]`)
      ?.focus({ preventScroll: true });
    const list = element.closest(".agk-message-list");
    if (list) list.scrollTop += element.getBoundingClientRect().top - pressed.top;
  }, [store]);
  const { error, attempt } = useActionError();
  if (count === 1) return null;
  const walk = (side: VersionSide) => {
    const { top = 0 } = group.current?.getBoundingClientRect() ?? {};
    const pressed = { side, top };
    pressedButtons.set(store, pressed);
    const forgetPressed = () => {
      if (pressedButtons.get(store) === pressed) pressedButtons.delete(store);
    };
    // By the next frame, the picker of the new branch has mounted and restored the focus and scroll position.
    void attempt(commands[side]).finally(() => requestAnimationFrame(forgetPressed));
  };
  return (
    <VersionPicker
      index={index}
      count={count}
      isDisabled={isDisabled}
      className={classes}
      onWalk={walk}
      group={group}
    >
      <ActionErrorNote error={error} />
    </VersionPicker>
  );
}

/** @internal Renders the branch pickers below one message of a transcript. */
export function BranchPickers({ id }: { readonly id: string }): ReactNode {
  const Picker = useComponent("BranchPicker", BranchPicker);
  const placements = useSnapshot((snapshot) => branchPlacements(snapshot).get(id) ?? NONE, isSame);
  return placements.map((placement) => (
    <Picker
      key={placementKey(placement)}
      messageId={placement.messageId}
      position={placement.position}
    />
  ));
}

type Placements = NonNullable<ReturnType<ReturnType<typeof branchPlacements>["get"]>>;

const NONE: Placements = [];

const placementKey = ({ position, messageId }: Placements[number]) => `${position} ${messageId}`;

function isSame(a: Placements, b: Placements): boolean {
  return haveSameItems(a.map(placementKey), b.map(placementKey));
}
