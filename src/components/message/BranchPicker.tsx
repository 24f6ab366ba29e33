import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useBranches } from "../../hooks/thread/useBranches.ts";
import { useClass } from "../settings/settings.tsx";
import type { BranchPickerProps } from "../settings/transcriptProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";

type Side = "previous" | "next";

/** The button that was pressed, as another one takes its place: that of the way that is shown then. */
interface Pressed {
  readonly side: Side;
  readonly top: number;
}

const pressed = new WeakMap<object, Pressed>();

/**
 * Shows which of several versions of a message is shown, with a button for the one before and one for the
 * one behind it; nothing where there is only one.
 *
 * `Chat` shows one below each message that was edited, and at the end of each answer that was given
 * again. The other version has a picker of its own, which takes over the focus and stays where this
 * one was on the screen. Renders a `<div role="group">`.
 *
 * @example Below a message of one's own
 * ```tsx
 * <MyMessage message={message} />
 * <BranchPicker messageId={message.id} />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-branches`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function BranchPicker({ messageId, position, className }: BranchPickerProps): ReactNode {
  const classes = useClass("BranchPicker", "agk-branches", className);
  const strings = useStrings().branches;
  const { store } = useThread();
  const { count, index, isDisabled, ...verbs } = useBranches(messageId, { position });
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const last = pressed.get(store);
    const place = group.current;
    if (!last || !place) return;
    pressed.delete(store);
    place.querySelector<HTMLElement>(`[data-side=${last.side}]`)?.focus({ preventScroll: true });
    const list = place.closest(".agk-message-list");
    if (list) list.scrollTop += place.getBoundingClientRect().top - last.top;
  }, [store]);
  if (count === 1) return null;
  const number = index + 1;
  const button = (side: Side, isAtEnd: boolean) => (
    <button
      type="button"
      className="agk-branch-button agk-quiet"
      data-side={side}
      aria-label={strings[side]}
      title={strings[side]}
      // Never disabled, because that would drop the focus.
      aria-disabled={isDisabled || isAtEnd}
      onClick={({ currentTarget }) => {
        if (isDisabled || isAtEnd) return;
        const { top = 0 } = group.current?.getBoundingClientRect() ?? {};
        // Safari does not focus a button that is clicked.
        currentTarget.focus();
        const note = { side, top };
        pressed.set(store, note);
        const forget = () => {
          if (pressed.get(store) === note) pressed.delete(store);
        };
        // By the next frame the other one is there.
        void verbs[side]().finally(() => requestAnimationFrame(forget));
      }}
    >
      <Icon name="chevron" />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and cannot be laid out everywhere
    <div className={classes} role="group" aria-label={strings.version(number, count)} ref={group}>
      {button("previous", index === 0)}
      <span className="agk-branch-place" aria-hidden="true">
        {strings.place(number, count)}
      </span>
      {button("next", number === count)}
    </div>
  );
}
