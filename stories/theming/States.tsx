import type { ReactNode } from "react";
import { componentDocs } from "../../.storybook/componentDocs/componentDocs.ts";
import { Inline } from "../../.storybook/pages/Prose.tsx";
import { PageFrame } from "../pages/PageFrame.tsx";
import { controlGroups } from "../states/controlGroups.ts";
import { StateTable } from "../states/StateTable.tsx";
import { approvalControls } from "../states/toolControls.tsx";

const rows = Object.values(componentDocs).flatMap(({ name, selectors }) =>
  selectors.map((selector) => ({ name, ...selector })),
);

/** Returns the address of the story "States" of a page. */
function addressOf(title: string): string {
  const id = title.toLowerCase().replace(/[^a-z]+/g, "-");
  return `?path=/story/${id}--states`;
}

/** Shows the states of buttons, and lists the states that a style sheet can select, from the TSDoc of all components. */
export function States(): ReactNode {
  return (
    <PageFrame
      group="Theming"
      title="States"
      lead="Each element has one class and its state in data attributes. A rule of yours wins without !important, because all styles of the kit are in cascade layers."
    >
      <h2>Pointer, focus and work</h2>
      <p>
        Each control has a look for the pointer, a press, the keyboard, and for when it is disabled
        or busy. Fills and borders come from <code>--agk-hover</code>, <code>--agk-pressed</code>,{" "}
        <code>--agk-control</code> and <code>--agk-focus</code>, so that a theme changes all of them
        at once. A busy button keeps its size and its text.
      </p>
      <StateTable controls={approvalControls} />
      <p>All states of the other controls:</p>
      <ul>
        {Object.keys(controlGroups).map((title) => (
          <li key={title}>
            <a href={addressOf(title)} target="_top">
              {title.replace("/", ": ")}
            </a>
          </li>
        ))}
      </ul>
      <h2>States of components</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys */}
      <section className="book-table" tabIndex={0} aria-label="States of components">
        <table>
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col">Selector</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, selector, description }) => (
              <tr key={`${name} ${selector}`}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  <code>{selector}</code>
                </td>
                <td>
                  <Inline text={description} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PageFrame>
  );
}
