import { type ReactNode, useEffect, useRef } from "react";
import type { Message } from "../../src/protocol/events.ts";
import { Conversation } from "../conversation.tsx";
import { enablePseudoStates, showState } from "./pseudoStates.ts";
import "./states.css";

/** The columns of a table of states. */
export const STATES = ["rest", "hover", "pressed", "focus", "disabled", "busy"] as const;

export type State = (typeof STATES)[number];

/** A control, or a variant of one. A state is rendered, or `without` explains why the control does not have it. */
export interface Control {
  readonly name: string;
  readonly rest: ReactNode;
  /** Selector of the element that the pointer and the focus are on. */
  readonly target: string;
  /** Selector of the element that takes the focus. @defaultValue `target` */
  readonly focusTarget?: string;
  /** Selector of the element around the target that shows its states. @defaultValue `target` */
  readonly frame?: string;
  readonly disabled?: ReactNode;
  readonly busy?: ReactNode;
  readonly without?: Partial<Record<State, string>>;
}

interface StateTableProps {
  readonly controls: readonly Control[];
  /** Messages of the thread that the controls belong to. */
  readonly messages?: readonly Message[];
}

/** Shows each state of each control. The states of pointer and focus need neither. */
export function StateTable({ controls, messages = [] }: StateTableProps): ReactNode {
  const table = useRef<HTMLElement>(null);
  useEffect(() => (table.current ? releaseFocus(table.current) : undefined), []);
  return (
    <Conversation messages={messages}>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys */}
      <section className="state-table" tabIndex={0} aria-label="States of controls" ref={table}>
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: above */}
        <table>
          <thead>
            <tr>
              <th scope="col">Control</th>
              {STATES.map((state) => (
                <th scope="col" key={state}>
                  {titles[state]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {controls.map((control) => (
              <tr key={control.name} data-control={control.name}>
                <th scope="row">{control.name}</th>
                {STATES.map((state) => (
                  <td key={state} data-state={state}>
                    <StateCell control={control} state={state} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <ul>
          {[...notesOf(controls)].map(([reason, cells]) => (
            <li key={reason}>
              {reason} ({cells.join(", ")})
            </li>
          ))}
        </ul>
      </section>
    </Conversation>
  );
}

/**
 * Takes the focus from controls that get it when they are rendered, such as a field with a problem. Only the column of
 * the focus shows its ring. Ends with the first press of a key or a button, and with the returned function.
 */
function releaseFocus(table: HTMLElement): () => void {
  const ends = new AbortController();
  const release = () => {
    const { activeElement } = table.ownerDocument;
    if (activeElement instanceof HTMLElement && table.contains(activeElement)) activeElement.blur();
  };
  release();
  table.addEventListener("focusin", release, { signal: ends.signal });
  for (const event of ["keydown", "pointerdown"]) {
    const options = { capture: true, signal: ends.signal };
    table.ownerDocument.addEventListener(event, () => ends.abort(), options);
  }
  return () => ends.abort();
}

/** Returns the states that controls do not have, by the reason. */
function notesOf(controls: readonly Control[]): ReadonlyMap<string, readonly string[]> {
  const notes = new Map<string, string[]>();
  for (const { name, without = {} } of controls) {
    for (const state of STATES) {
      const reason = without[state];
      if (reason) notes.set(reason, [...(notes.get(reason) ?? []), `${name}: ${state}`]);
    }
  }
  return notes;
}

const titles: Readonly<Record<State, string>> = {
  rest: "Rest",
  hover: "Hover",
  pressed: "Pressed",
  focus: "Focus",
  disabled: "Disabled",
  busy: "Busy",
};

interface StateCellProps {
  readonly control: Control;
  readonly state: State;
}

function StateCell({ control, state }: StateCellProps): ReactNode {
  const cell = useRef<HTMLDivElement>(null);
  const { target, focusTarget = target, without } = control;
  const isLeftOut = without?.[state] !== undefined;
  useEffect(() => {
    const { current: root } = cell;
    if (!root || isLeftOut) return;
    if (state !== "hover" && state !== "pressed" && state !== "focus") return;
    enablePseudoStates();
    const show = () => {
      const element = root.querySelector(state === "focus" ? focusTarget : target);
      if (element) showState(element, root, state);
    };
    show();
    // Some controls are loaded or rendered later.
    const changes = new MutationObserver(show);
    changes.observe(root, { subtree: true, childList: true });
    return () => changes.disconnect();
  }, [state, target, focusTarget, isLeftOut]);
  const content =
    state === "disabled" ? control.disabled : state === "busy" ? control.busy : control.rest;
  return (
    <div className="state-cell" ref={cell}>
      {isLeftOut ? <span className="state-none">–</span> : content}
    </div>
  );
}
