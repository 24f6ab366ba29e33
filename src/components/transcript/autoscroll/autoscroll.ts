import { isAtEnd, isNearEnd, isSamePosition, type Mode, modeAfterScroll } from "./geometry.ts";
import type { ScrollAnchor } from "./scrollAnchor.ts";
import {
  anchorTo,
  createScrollState,
  createScrollView,
  followEnd,
  prepareReturn,
  restoreAnchor,
  type ScrollState,
  type ScrollView,
  updateMode,
} from "./scrollState.ts";
import { observeInteraction } from "./userInteraction.ts";

/** @internal Controls a scroll container that follows its end while the user is there. */
export interface Autoscroll {
  /** Scrolls to the end and follows it. */
  scrollToEnd(): void;
  /**
   * Scrolls a sent message to the top and keeps it there. @param currentId - Returns the current id of the
   * message.
   */
  scrollToMessage(currentId: () => string | undefined): void;
  /** True when the end is in view. */
  isNearEnd(): boolean;
  /** Called after each render of the list. */
  handleListRender(): void;
  /** Called when messages were added, as opposed to expanded content. */
  handleContentAdded(): void;
  /** Called when the thread starts to wait for the user. The card may be rendered later. */
  handleCardOpened(): void;
  /** Called when the user has answered, so that the result is followed. */
  handleCardAnswered(): void;
  dispose(): void;
}

/** Options of {@link createAutoscroll}. */
interface AutoscrollOptions {
  /** Initial position; the end when absent. */
  readonly anchor: ScrollAnchor | undefined;
  /** Called initially, and when the user leaves the end or returns to it. */
  readonly onAway: (isAway: boolean) => void;
  /** Called with the first visible row, or `undefined` at the end. */
  readonly onAnchorChange: (anchor: ScrollAnchor | undefined) => void;
}

/**
 * @internal Follows the end of the first child of `viewport`; the second child, if any, is a spacer below the content.
 *
 * Content that grows because the user expanded something is not followed, so that the clicked element stays
 * under the pointer. A card that waits for the user and does not fit is shown from its beginning.
 */
export function createAutoscroll(
  viewport: HTMLElement,
  { anchor, onAway, onAnchorChange }: AutoscrollOptions,
): Autoscroll {
  const view = createScrollView(viewport);
  const { content, spacer, measureGeometry, readAnchor } = view;
  const state = createScrollState(view, anchor);
  let isAway: boolean | undefined;
  let frame = 0;

  const updateScroll = () => {
    if (!viewport.clientHeight) return prepareReturn(view, state);
    updateMode(view, state);
    if (state.mode === "anchored" && restoreAnchor(view, state)) scheduleUpdate();
    // Nothing is followed while the user presses a mouse button or selects text.
    if (state.mode === "following" && !interaction.isPressing()) followEnd(view, state);
    report();
  };
  const scheduleUpdate = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(updateScroll);
  };
  const report = () => {
    const { mode } = state;
    state.lastGeometry = measureGeometry();
    const isNear = isNearEnd(state.lastGeometry);
    viewport.toggleAttribute("data-following", mode === "following");
    // The position is not final yet.
    if (mode === "anchored" && state.isRestorePending) return;
    if (mode === "following" && !isNear && !interaction.isPressing()) return;
    state.lastAnchor = isNear ? undefined : readAnchor();
    onAnchorChange(state.lastAnchor);
    if (isAway === !isNear) return;
    isAway = !isNear;
    onAway(isAway);
  };
  const handleScroll = () => {
    if (!viewport.clientHeight) return;
    const now = measureGeometry();
    const mode = modeAfterScroll(state.mode, state.lastGeometry, now);
    // Scrolled by the user, not because the content shrank: a card that loads may shrink for a moment.
    if (
      !isSamePosition(state.lastGeometry.top, now.top) &&
      now.content >= state.lastGeometry.content
    )
      state.isCardNew = false;
    if (mode === "anchored" && state.mode !== mode) state.rowAnchor = spacer.messageAnchor();
    state.mode = mode;
    report();
  };
  const interaction = observeInteraction(content, {
    onInteract() {
      state.isCardNew = false;
    },
    onToggle() {
      if (state.mode !== "following") return;
      state.mode = "expanded";
      report();
    },
    // Scrolls when the selection or press is complete.
    onRelease: scheduleUpdate,
  });
  viewport.addEventListener("scroll", handleScroll, { passive: true });
  // Absent without layout, as in jsdom.
  const observer = globalThis.ResizeObserver && new ResizeObserver(updateScroll);
  observer?.observe(viewport);
  observer?.observe(content);
  updateScroll();

  return {
    ...createScrollCommands(view, state, { updateScroll, scheduleUpdate }),
    dispose() {
      cancelAnimationFrame(frame);
      viewport.removeEventListener("scroll", handleScroll);
      interaction.dispose();
      observer?.disconnect();
      spacer.dispose();
    },
  };
}

interface ScrollUpdates {
  /** Scrolls to where the mode requires. */
  readonly updateScroll: () => void;
  /** Calls `updateScroll` in the next frame. */
  readonly scheduleUpdate: () => void;
}

/** Creates the commands, which change the mode and then scroll. */
function createScrollCommands(
  { spacer, measureGeometry }: ScrollView,
  state: ScrollState,
  { updateScroll, scheduleUpdate }: ScrollUpdates,
): Omit<Autoscroll, "dispose"> {
  const followFrom = (...from: readonly Mode[]) => {
    if (from.includes(state.mode)) state.mode = "following";
  };
  return {
    scrollToEnd() {
      anchorTo(state, spacer.messageAnchor());
      if (state.lastGeometry.room <= 0 || !state.rowAnchor) state.mode = "following";
      state.isCardNew = false;
      updateScroll();
    },
    scrollToMessage(currentId) {
      spacer.attachTo(currentId);
      anchorTo(state, undefined);
      state.isCardNew = false;
      scheduleUpdate();
    },
    isNearEnd: () => isNearEnd(state.lastGeometry),
    handleListRender() {
      // Content that shrinks and grows again within a frame would look like a scroll by the user.
      if (state.mode === "following" && measureGeometry().content < state.lastGeometry.content)
        updateScroll();
    },
    handleContentAdded() {
      followFrom("atOpenCard");
      // The expanded content fits into the view.
      if (state.mode === "expanded" && isAtEnd(measureGeometry())) followFrom("expanded");
    },
    handleCardOpened() {
      followFrom("atOpenCard");
      state.isCardNew = true;
      // An existing card may have begun to wait for the user without a change of its height.
      scheduleUpdate();
    },
    handleCardAnswered() {
      followFrom("atOpenCard", "expanded");
      state.isCardNew = false;
    },
  };
}
