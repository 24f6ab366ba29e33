import "../../src/styles/index.css";
import { render, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { controlGroups } from "../../stories/states/controlGroups.ts";
import { formControls } from "../../stories/states/formControls.tsx";
import { type Control, STATES, type State, StateTable } from "../../stories/states/StateTable.tsx";
import { contrastOf, differenceOf, fillOf, paintOn, textContrasts } from "./looks.ts";
import { addStyles } from "./styleChanges.ts";

/** Smallest distance of colors that a user sees without a comparison. */
const VISIBLE = 0.02;

/** Elements that show that a control is busy. */
const SIGNS_OF_LIFE = "[data-busy], [data-icon='running'], progress, .agk-dots, [data-streaming]";

beforeEach(() => {
  // The pointer, which another test may have left over a cell, would give that cell the look of hover.
  addStyles(".state-table * { pointer-events: none !important; }");
  // A transition or an animation would be measured as a state of its own.
  addStyles("*, *::before, *::after { transition: none !important; animation: none !important; }");
});

const modes = (["light", "dark"] as const).flatMap((scheme) =>
  (["comfortable", "compact"] as const).map((density) => [scheme, density] as const),
);

interface Cell {
  readonly root: Element;
  readonly target: HTMLElement;
  readonly frame: Element;
}

/** Renders a table of states and returns a function that finds the cell of a control and a state. */
async function renderTable(controls: readonly Control[], scheme: string, density: string) {
  const { container } = render(
    <div data-theme={scheme} data-density={density}>
      <StateTable controls={controls} />
    </div>,
  );
  const find = (control: Control, state: State): Cell => {
    const { target, frame = target, focusTarget = target } = control;
    const root = container.querySelector(
      `[data-control="${control.name}"] > [data-state="${state}"] > .state-cell`,
    );
    const element = root?.querySelector<HTMLElement>(state === "focus" ? focusTarget : target);
    const frameElement = control.frame ? root?.querySelector(frame) : element;
    if (!root || !element || !frameElement)
      throw new Error(`No ${target} for ${control.name}, ${state}: ${root?.innerHTML}`);
    return { root, target: element, frame: frameElement };
  };
  await waitFor(() => {
    for (const control of controls) {
      for (const state of STATES) if (!control.without?.[state]) find(control, state);
      // The slider of a player is disabled until its audio has loaded.
      if (!control.without?.rest) expect(find(control, "rest").target).not.toBeDisabled();
    }
  });
  await waitFor(() => {
    expect(container.querySelectorAll("[data-shown]").length).toBeGreaterThan(0);
    for (const control of controls)
      if (!control.without?.busy) {
        const { root } = find(control, "busy");
        expect(root.querySelector(SIGNS_OF_LIFE), `${control.name}, busy`).not.toBeNull();
      }
  });
  return find;
}

describe.each(Object.entries(controlGroups))("the states of %s", (_, controls) => {
  test.each(modes)("are designed in the %s scheme, %s", async (scheme, density) => {
    const find = await renderTable(controls, scheme, density);
    const problems: string[] = [];
    for (const control of controls) {
      const has = (state: State) => control.without?.[state] === undefined;
      const check = (isGood: boolean, problem: string) => {
        if (!isGood) problems.push(`${control.name}: ${problem}`);
      };
      if (has("rest") && has("hover")) {
        const rest = find(control, "rest");
        const hover = find(control, "hover");
        const difference = differenceOf(rest.frame, hover.frame);
        check(difference >= VISIBLE, `hover differs by ${difference.toFixed(3)}`);
        checkTexts(hover, (problem) => check(false, `hover: ${problem}`));
        if (has("pressed")) {
          const pressed = find(control, "pressed");
          // A pressed control is under the pointer too, so that its rules for hover apply.
          for (const [state, other] of Object.entries({ rest, hover })) {
            const ofPressed = differenceOf(other.frame, pressed.frame);
            check(ofPressed >= VISIBLE, `pressed differs from ${state} by ${ofPressed.toFixed(3)}`);
          }
          checkTexts(pressed, (problem) => check(false, `pressed: ${problem}`));
        }
      }
      if (has("focus"))
        checkFocus(find(control, "rest"), find(control, "focus"), (problem) =>
          check(false, `focus: ${problem}`),
        );
      if (has("disabled")) {
        const disabled = find(control, "disabled");
        const { cursor, opacity } = getComputedStyle(disabled.target);
        const isDisabled = disabled.target.matches(
          ":disabled, [aria-disabled='true'], :has(:disabled)",
        );
        check(isDisabled, "disabled: assistive technology does not know");
        check(cursor !== "pointer" && cursor !== "text", `disabled: the cursor is ${cursor}`);
        const looksSame =
          has("rest") && differenceOf(find(control, "rest").target, disabled.target) < VISIBLE;
        check(!looksSame || Number(opacity) < 1, "disabled looks like rest");
      }
      if (has("busy")) {
        const [rest, busy] = [find(control, "rest"), find(control, "busy")];
        const [before, after] = [rest, busy].map(({ target }) => target.getBoundingClientRect());
        const isRow = rest.target.matches(".agk-summary, .agk-thread-open");
        check(
          Math.abs((before?.height ?? 0) - (after?.height ?? 0)) < 0.5,
          "busy: the height changes",
        );
        check(
          isRow || Math.abs((before?.width ?? 0) - (after?.width ?? 0)) < 0.5,
          `busy: the width changes from ${before?.width} to ${after?.width}`,
        );
      }
    }
    expect(problems).toEqual([]);
  });
});

test("the button of a file field shows the pointer and a press", async () => {
  const file = formControls.filter(({ name }) => name === "File");
  const find = await renderTable(file, "light", "comfortable");
  const fills = (["rest", "hover", "pressed", "disabled"] as const).map((state) => {
    const { target } = find(file[0] as Control, state);
    return getComputedStyle(target, "::file-selector-button").backgroundColor;
  });
  expect(new Set(fills).size).toBe(3);
  expect(fills[3]).toBe(fills[0]);
});

function checkTexts({ target }: Cell, report: (problem: string) => void): void {
  for (const contrast of textContrasts(target))
    if (contrast < 4.5) report(`the contrast of the text is ${contrast.toFixed(2)}`);
}

/** Checks for a ring with enough contrast; a field in a frame has a border instead, and the edge of a sidebar a line. */
function checkFocus(rest: Cell, { target, frame }: Cell, report: (problem: string) => void): void {
  const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(target);
  const after = getComputedStyle(target, "::after");
  if (outlineStyle === "none" && frame !== target) {
    const { borderTopColor } = getComputedStyle(frame);
    const contrast = contrastOf(
      paintOn(frame, borderTopColor, true),
      fillOf(frame.parentElement ?? frame),
    );
    if (contrast < 3) report(`the contrast of the border is ${contrast.toFixed(2)}`);
    if (differenceOf(rest.frame, frame) < VISIBLE) report("the border does not change");
  } else if (outlineStyle === "none" && after.borderLeftStyle === "solid") {
    if (after.opacity !== "1") report("the line is not visible");
    const contrast = contrastOf(paintOn(target, after.borderLeftColor), fillOf(target));
    if (contrast < 3) report(`the contrast of the line is ${contrast.toFixed(2)}`);
  } else {
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) report("there is no ring");
    const isAround = parseFloat(outlineOffset) >= 0;
    const ground = isAround ? (target.parentElement ?? target) : target;
    const contrast = contrastOf(paintOn(target, outlineColor, isAround), fillOf(ground));
    if (contrast < 3) report(`the contrast of the ring is ${contrast.toFixed(2)}`);
  }
}

test.each(["light", "dark"])(
  "a disabled send button is gray in the %s scheme, and its arrow has contrast",
  async (scheme) => {
    const controls = Object.values(controlGroups).flat();
    const send = controls.find(({ target }) => target === ".agk-send");
    if (!send) throw new Error("There is no send button in the tables of states.");
    const find = await renderTable([send], scheme, "comfortable");
    const { target } = find(send, "disabled");
    const [red, , blue] = fillOf(target);
    expect(Math.abs(blue - red)).toBeLessThan(20);
    const { color } = getComputedStyle(target);
    expect(contrastOf(paintOn(target, color), fillOf(target))).toBeGreaterThanOrEqual(3);
  },
);
