import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "./Icon.tsx";

interface LightboxProps {
  readonly src: string;
  /** Text alternative of the image, which also names the dialog. */
  readonly alt: string;
  /** False for an image that could not be loaded, which has no button. */
  readonly canOpen: boolean;
  /** The image in the transcript. */
  readonly children: ReactNode;
}

/** Factors by which the image is larger than the window. */
const ZOOM_STEPS = [1, 1.5, 2, 3, 4] as const;

/**
 * @internal Opens an image in the whole window, where the user can enlarge it and move it. Renders the image with a
 * button over it, and a modal `<dialog>`, which Escape and a button close.
 */
export function Lightbox({ src, alt, canOpen, children }: LightboxProps): ReactNode {
  const strings = useStrings();
  const frame = useRef<HTMLSpanElement>(null);
  const [container, setContainer] = useState<Element | DocumentFragment | null>(null);
  const name = alt || strings.image;
  const open = () => setContainer(frame.current && dialogContainerOf(frame.current));
  return (
    <span className="agk-image-frame" ref={frame} onLoadCapture={giveWidth}>
      {children}
      {canOpen && (
        <button
          type="button"
          className="agk-image-open"
          aria-label={strings.lightbox.open(name)}
          aria-haspopup="dialog"
          onClick={open}
        />
      )}
      {container &&
        createPortal(
          <LightboxDialog src={src} alt={name} onClose={() => setContainer(null)} />,
          container,
        )}
    </span>
  );
}

/**
 * Sets the width of an image that has none, such as an SVG image with a `viewBox` only. It would be invisible in a frame
 * that is as wide as its content.
 */
function giveWidth({ target }: SyntheticEvent): void {
  if (target instanceof HTMLImageElement && target.width === 0) target.width = target.naturalWidth;
}

/** Returns the element around the text of an answer, because a paragraph must not contain a dialog. */
function dialogContainerOf(frame: Element): Element | DocumentFragment {
  const parent = frame.closest(".agk-markdown")?.parentNode;
  return parent instanceof Element || parent instanceof DocumentFragment ? parent : frame;
}

interface LightboxDialogProps extends Pick<LightboxProps, "src" | "alt"> {
  readonly onClose: () => void;
}

/** Renders a dialog that is open as long as it is mounted. */
function LightboxDialog({ src, alt, onClose }: LightboxDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useIsomorphicLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      className="agk-lightbox"
      aria-label={alt}
      ref={dialog}
      // The keys of the chat around the dialog, such as Escape, do not apply.
      onKeyDown={(event) => event.stopPropagation()}
      onClose={onClose}
    >
      <LargeImage src={src} alt={alt} onClose={() => dialog.current?.close()} />
    </dialog>
  );
}

function LargeImage({ src, alt, onClose }: LightboxDialogProps): ReactNode {
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
          // A small image is sharp until the user enlarges it.
          style={{
            inlineSize: size,
            blockSize: size,
            objectFit: step > 0 ? "contain" : "scale-down",
          }}
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
