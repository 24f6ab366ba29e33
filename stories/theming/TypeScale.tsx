import { type ReactNode, useEffect, useRef, useState } from "react";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { PageFrame } from "../pages/PageFrame.tsx";

const sample = `# The ferry to Cacilhas

It leaves from **Cais do Sodré** every twenty minutes, and takes ten.

## What to bring

A ticket for *zone L*, a jacket, and \`1.60 €\` per person.

### On the other side

1. Walk along the river to *Ponto Final*.
2. Take the lift at Boca do Vento.

> The last ferry back is at 01:40.

\`\`\`sh
metro green --to "Cais do Sodré"
\`\`\`

| Day | Sky | High |
| --- | --- | ---: |
| Friday | clouds | 21 °C |
| Saturday | clear | 24 °C |
`;

/** Elements of the answer. Its headings begin at the third level, below those of the page. */
const measured = [
  ["# Heading", "h3"],
  ["## Heading", "h4"],
  ["### Heading", "h5"],
  ["Text", "p"],
  ["`Code`", "p code"],
  ["Code block", "pre"],
  ["Table", "td"],
] as const;

interface Measure {
  readonly name: string;
  readonly size: string;
  readonly line: string;
  readonly weight: string;
}

/** Renders an answer beside the sizes that the browser computes for it. */
export function TypeScale(): ReactNode {
  const answer = useRef<HTMLDivElement>(null);
  const [measures, setMeasures] = useState<readonly Measure[]>([]);
  useEffect(() => {
    setMeasures(measured.flatMap(([name, selector]) => measure(answer.current, name, selector)));
  }, []);
  return (
    <PageFrame
      group="Theming"
      title="Type"
      lead="The font of your page, 16 pixels, lines of at most 68 characters. Headings of an answer have a scale that one can see."
    >
      <div className="book-type-page">
        <div className="book-answer" ref={answer}>
          <Markdown text={sample} />
        </div>
        <section className="book-table" aria-label="Computed sizes">
          <table>
            <thead>
              <tr>
                <th scope="col">Element</th>
                <th scope="col">Size / line</th>
                <th scope="col">Weight</th>
              </tr>
            </thead>
            <tbody>
              {measures.map(({ name, size, line, weight }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{name}</code>
                  </th>
                  <td>
                    {size} / {line} px
                  </td>
                  <td>{weight}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </PageFrame>
  );
}

function measure(root: HTMLElement | null, name: string, selector: string): Measure[] {
  const found = root?.querySelector(selector);
  if (!found) return [];
  const { fontSize, lineHeight, fontWeight } = getComputedStyle(found);
  const round = (length: string) => String(Math.round(Number.parseFloat(length) * 10) / 10);
  return [{ name, size: round(fontSize), line: round(lineHeight), weight: fontWeight }];
}
