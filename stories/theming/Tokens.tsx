import type { CSSProperties, ReactNode } from "react";
import theming from "../../docs/theming.md?raw";
import { PageFrame } from "../pages/PageFrame.tsx";
import { readTokens, type TokenRow } from "../pages/readDocument.ts";

/** Tokens that are colors. Those of code are derived, and have no value of their own. */
const COLORS = /text|surface|border|control|accent|danger|success|warning|focus|hover|pressed/;

const rows = readTokens(theming);
const isColor = ({ names }: TokenRow) =>
  names.every((name) => COLORS.test(name) && !name.includes("-code-"));

/** Renders the variables of the kit, with the colors of both schemes. */
export function Tokens(): ReactNode {
  return (
    <PageFrame
      group="Theming"
      title="Tokens"
      lead="Set a variable on the page or on any element around a chat. Everything else follows: tints, hover states and both schemes."
    >
      <div className="book-schemes">
        <Swatches scheme="light" />
        <Swatches scheme="dark" />
      </div>
      <section className="book-section">
        <h2>All variables</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys */}
        <section className="book-table" tabIndex={0} aria-label="Variables">
          <table>
            <thead>
              <tr>
                <th scope="col">Variable</th>
                <th scope="col">Purpose</th>
                <th scope="col">Default</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ names, purpose, defaultValue }) => (
                <tr key={names.join()}>
                  <th scope="row">
                    {names.map((name) => (
                      <div key={name}>
                        <code>{name}</code>
                      </div>
                    ))}
                  </th>
                  <td>{withoutMarks(purpose)}</td>
                  <td>{withoutMarks(defaultValue)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
    </PageFrame>
  );
}

function Swatches({ scheme }: { readonly scheme: "light" | "dark" }): ReactNode {
  const colors = rows.filter(isColor).flatMap(({ names }) => names);
  return (
    <section className="book-scheme" data-theme={scheme} aria-label={scheme}>
      <h2>{scheme === "light" ? "Light" : "Dark"}</h2>
      <ul>
        {colors.map((name) => (
          <li key={name}>
            <span className="book-swatch" style={swatch(name)} />
            <code>{name.replace("--agk-", "")}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const swatch = (name: string): CSSProperties => ({ background: `var(${name})` });

const withoutMarks = (text: string): string => text.replaceAll("`", "");
