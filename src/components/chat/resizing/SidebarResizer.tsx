import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useClosedChatStrings } from "../../strings/useClosedChatStrings.ts";

interface SidebarResizerProps {
  /** The sidebar, whose parent is the layout. */
  readonly panel: RefObject<HTMLElement | null>;
  readonly panelId: string;
  /** Width in CSS pixels; undefined for that of the style sheet. */
  readonly width: number | undefined;
  readonly onWidthChange: (width: number | undefined) => void;
}

/** Limits in root font sizes, as in the style sheet. */
const MIN_WIDTH_REM = 18;
const MIN_PAGE_REM = 20;

/** Distance that one press of an arrow key moves the edge, in CSS pixels. */
const STEP_PX = 16;

const WIDTH_PROPERTY = "--agk-resized-width";

/** @internal Returns the style of a sidebar with a chosen width. */
export function widthStyle(width: number | undefined): CSSProperties | undefined {
  // The type of styles has no custom properties.
  return width === undefined ? undefined : ({ [WIDTH_PROPERTY]: `${width}px` } as CSSProperties);
}

/**
 * @internal Renders the inner edge of a sidebar, which changes its width. Follows the pointer without rendering the page
 * or the chat, and reports the width at the end. Renders a `<div>` with the role `separator`.
 */
export function SidebarResizer(props: SidebarResizerProps): ReactNode {
  const { panel, panelId, width, onWidthChange } = props;
  const strings = useClosedChatStrings().surface;
  const [size, setSize] = useState({ width: width ?? 0, min: 0, max: width ?? 0 });
  const drag = useRef<{ readonly startX: number; readonly startWidth: number; width: number }>(
    undefined,
  );
  useEffect(() => {
    const { current: element } = panel;
    if (!element || !globalThis.ResizeObserver) return;
    const observer = new ResizeObserver(() => {
      const next = measure(element);
      setSize((last) =>
        last.width === next.width && last.max === next.max && last.min === next.min ? last : next,
      );
    });
    observer.observe(element);
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [panel]);
  /** Shows a width that React does not know of. */
  const showWidth = (next: number | undefined) => {
    const { current: element } = panel;
    element?.toggleAttribute("data-resized", next !== undefined);
    if (next === undefined) element?.style.removeProperty(WIDTH_PROPERTY);
    else element?.style.setProperty(WIDTH_PROPERTY, `${next}px`);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const { current: element } = panel;
    if (!element || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && drag.current) {
      drag.current = undefined;
      showWidth(width);
      event.preventDefault();
      return;
    }
    const { width: now, min, max } = measure(element);
    const outward = growsTo(element);
    const targets = new Map<string, number | undefined>([
      ["ArrowLeft", now - outward * STEP_PX],
      ["ArrowRight", now + outward * STEP_PX],
      ["Home", min],
      ["End", max],
      ["Enter", undefined],
    ]);
    if (!targets.has(event.key)) return;
    event.preventDefault();
    const target = targets.get(event.key);
    onWidthChange(target && clamp(target, min, max));
  };
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    const { current: element } = panel;
    if (!element || event.button !== 0) return;
    // Selects no text. The focus has to be moved instead of by the browser.
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    const { width: startWidth } = measure(element);
    drag.current = { startX: event.clientX, startWidth, width: startWidth };
  };
  const handlePointerMove = ({ clientX }: PointerEvent) => {
    const { current: element } = panel;
    if (!element || !drag.current) return;
    const { startX, startWidth } = drag.current;
    const { min, max } = measure(element);
    const moved = growsTo(element) * Math.round(clientX - startX);
    drag.current.width = clamp(startWidth + moved, min, max);
    showWidth(drag.current.width);
  };
  const handleEnd = () => {
    const { current } = drag;
    drag.current = undefined;
    if (!current) return;
    // A controlled width may stay as it is.
    showWidth(width);
    if (current.width !== current.startWidth) onWidthChange(current.width);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator with a value is no <hr>
    <div
      className="agk-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={strings.resize}
      aria-controls={panelId}
      aria-valuenow={Math.round(size.width)}
      aria-valuemin={Math.round(size.min)}
      aria-valuemax={Math.round(size.max)}
      tabIndex={0}
      onKeyDown={handleKeyDown}
      onDoubleClick={() => onWidthChange(undefined)}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handleEnd}
      onPointerCancel={handleEnd}
      onLostPointerCapture={handleEnd}
    />
  );
}

function measure(panel: HTMLElement) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const min = MIN_WIDTH_REM * rem;
  const room = panel.parentElement?.offsetWidth ?? 0;
  return { width: panel.offsetWidth, min, max: Math.max(min, room - MIN_PAGE_REM * rem) };
}

/** Returns 1 when the sidebar grows to the right, and -1 when it grows to the left. */
function growsTo(panel: HTMLElement): 1 | -1 {
  const isAtStart = panel.parentElement?.dataset.side === "start";
  const isRightToLeft = getComputedStyle(panel.parentElement ?? panel).direction === "rtl";
  return isAtStart === isRightToLeft ? -1 : 1;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
