import type { ReactNode } from "react";
import { componentDocs } from "../../.storybook/componentDocs/componentDocs.ts";
import { Inline } from "../../.storybook/pages/Prose.tsx";
import { PageFrame } from "../pages/PageFrame.tsx";

const rows = Object.values(componentDocs).flatMap(({ name, selectors }) =>
  selectors.map((selector) => ({ name, ...selector })),
);

/** Lists the states that a style sheet can select, from the TSDoc of all components. */
export function States(): ReactNode {
  return (
    <PageFrame
      group="Theming"
      title="States"
      lead="Each element has one class and its state in data attributes. A rule of yours wins without !important, because all styles of the kit are in cascade layers."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys */}
      <section className="book-table" tabIndex={0} aria-label="States">
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
