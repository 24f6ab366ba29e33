import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "./Icon.tsx";

interface LightboxProps {
  readonly src: string;
  /** Text alternative of the image, which also names the dialog. */
  readonly alt: string;
  /** The image in the transcript. */
  readonly children: ReactNode;
}

/** Factors by which the image is larger than the window. */
const ZOOM_STEPS = [1, 1.5, 2, 3, 4] as const;

/**
 * @internal Opens an image in the whole window, where the user can enlarge it and move it. Renders the image with a
 * button over it, and a modal `<dialog>`, which Escape and a button close.
 */
export function Lightbox({ src, alt, children }: LightboxProps): ReactNode {
  const strings = useStrings().lightbox;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setIsOpen(true);
    dialog.current?.showModal();
  };
  return (
    <div className="agk-image-frame">
      {children}
      <button
        type="button"
        className="agk-image-open"
        aria-label={strings.open(alt)}
        aria-haspopup="dialog"
        onClick={open}
      />
      <dialog
        className="agk-lightbox"
        aria-label={alt}
        ref={dialog}
        // The keys of the chat around the dialog, such as Escape, do not apply.
        onKeyDown={(event) => event.stopPropagation()}
        onClose={() => setIsOpen(false)}
      >
        {isOpen && <LargeImage src={src} alt={alt} onClose={() => dialog.current?.close()} />}
      </dialog>
    </div>
  );
}

interface LargeImageProps extends Pick<LightboxProps, "src" | "alt"> {
  readonly onClose: () => void;
}

function LargeImage({ src, alt, onClose }: LargeImageProps): ReactNode {
  const strings = useStrings().lightbox;
  const [step, setStep] = useState(0);
  const zoom = ZOOM_STEPS[step] ?? 1;
  const view = useRef<HTMLElement>(null);
  // The arrow keys scroll the image at once.
  useEffect(() => view.current?.focus(), []);
  const size = `${zoom * 100}%`;
  const canGrow = step < ZOOM_STEPS.length - 1;
  const changeStep = (by: number) =>
    setStep((now) => Math.min(Math.max(now + by, 0), ZOOM_STEPS.length - 1));
  const handleKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "+" || key === "=") changeStep(1);
    if (key === "-") changeStep(-1);
  };
  return (
    <>
      <section
        className="agk-lightbox-view"
        ref={view}
        aria-label={strings.view}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged image scrolls with the arrow keys
        tabIndex={0}
        data-zoom={zoom}
        onKeyDown={handleKeyDown}
        onClick={() => changeStep(canGrow ? 1 : -step)}
      >
        <img
          src={src}
          alt={alt}
          referrerPolicy="no-referrer"
          style={{ inlineSize: size, blockSize: size }}
        />
      </section>
      <div className="agk-lightbox-tools">
        <span className="agk-lightbox-name">{alt}</span>
        <ToolButton label={strings.smaller} isDisabled={step === 0} onClick={() => changeStep(-1)}>
          <Icon name="zoomOut" />
        </ToolButton>
        <ToolButton label={strings.larger} isDisabled={!canGrow} onClick={() => changeStep(1)}>
          <Icon name="zoomIn" />
        </ToolButton>
        <ToolButton label={strings.close} onClick={onClose}>
          <Icon name="close" />
        </ToolButton>
      </div>
    </>
  );
}

interface ToolButtonProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button that keeps the focus while it is disabled. */
function ToolButton({ label, isDisabled = false, onClick, children }: ToolButtonProps): ReactNode {
  return (
    <IconButton
      className="agk-quiet"
      label={label}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      {children}
    </IconButton>
  );
}
