import { ModalApi } from "@a2ui/web_core/v0_9";
import { type ReactNode, useRef, useState } from "react";
import { useStrings } from "../../components/strings/useStrings.ts";
import { IconButton } from "../../components/tooltip/IconButton.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { a2uiComponent } from "../a2uiComponent.ts";
import { ariaOf } from "./readProps.ts";

/** Renders a trigger, which opens the content in a modal `<dialog>`. */
export const BasicModal = a2uiComponent(ModalApi, ({ props, buildChild, context }): ReactNode => {
  const { trigger, content, accessibility } = props;
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  const hasButton = context.surfaceComponents.get(trigger)?.type === "Button";
  const element = buildChild(trigger);
  return (
    <>
      {hasButton ? (
        // The button inside handles the keyboard, whose clicks arrive here.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <div className="agk-a2ui-trigger" onClick={open}>
          {element}
        </div>
      ) : (
        <button
          type="button"
          className="agk-a2ui-trigger"
          aria-haspopup="dialog"
          {...ariaOf(accessibility)}
          onClick={open}
        >
          {element}
        </button>
      )}
      {isOpen && (
        <ModalDialog label={ariaOf(accessibility)["aria-label"]} onClose={() => setIsOpen(false)}>
          {buildChild(content)}
        </ModalDialog>
      )}
    </>
  );
});

interface ModalDialogProps {
  readonly label: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Renders a dialog that is open as long as it is mounted. */
function ModalDialog({ label, onClose, children }: ModalDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const { lightbox } = useStrings();
  useIsomorphicLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      className="agk-a2ui-dialog"
      aria-label={label}
      ref={dialog}
      // The keys of the chat around the dialog, such as Escape, do not apply.
      onKeyDown={(event) => event.stopPropagation()}
      onClose={onClose}
    >
      <IconButton
        className="agk-quiet agk-a2ui-close"
        label={lightbox.close}
        onClick={() => dialog.current?.close()}
      >
        <Icon name="close" />
      </IconButton>
      {children}
    </dialog>
  );
}
