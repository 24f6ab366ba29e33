import "../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { withMessages } from "../components/withMessages.tsx";
import { addStyles, changesBy } from "./styleChanges.ts";

const content = `## Title

Plain, **bold**, *leaning*, ~~struck~~, \`coded\`, noted[^1] and [linked](https://example.com).

#### Below

1. one
   - inside
2. two

- [x] done

> Quoted

---

| Day | Sky |
| --- | --: |
| Friday | clouds |

[^1]: By somebody.

\`\`\`ts
const one = 1;
\`\`\``;

/** The styles of an article, which a page gives to the elements inside a class of its own. */
const loud =
  "color: crimson; background: pink; border: 3px solid red; padding: 9px; margin: 33px; font: 700 29px serif; " +
  "text-transform: uppercase; text-align: center; letter-spacing: 3px; text-decoration: overline; border-radius: 9px; " +
  "box-shadow: 0 0 9px red; list-style: square inside; text-indent: 2em;";

const elements =
  "h2 h3 h4 h5 p ul ol li blockquote hr table thead tbody tr th td a strong em del sup code pre";

test("styles that a page has inside a class of its own change nothing in an answer", async () => {
  render(
    <div className="page" style={{ inlineSize: 700, blockSize: 3000 }}>
      <Chat />
    </div>,
    { wrapper: withMessages({ id: "a", role: "assistant", content }) },
  );
  await screen.findByRole("table");
  await waitFor(() => expect(document.querySelectorAll(".agk-code button")).toHaveLength(3));
  const css = elements
    .split(" ")
    .map((name) => `.page ${name} { ${loud} }`)
    .join("\n");
  expect(changesBy(css, ".agk-markdown, .agk-markdown *:not(svg *)")).toEqual([]);
});

test("styles that name the chat change the elements of an answer", async () => {
  render(
    <div className="page" style={{ inlineSize: 700, blockSize: 3000 }}>
      <Chat />
    </div>,
    { wrapper: withMessages({ id: "a", role: "assistant", content }) },
  );
  addStyles(".page .agk-markdown td { padding: 20px; color: rgb(1, 2, 3) }");
  const { padding, color } = getComputedStyle(await screen.findByRole("cell", { name: "Friday" }));
  expect([padding, color]).toEqual(["20px", "rgb(1, 2, 3)"]);
});

test("every element of an answer that the keyboard reaches has a focus ring", async () => {
  render(<Chat />, { wrapper: withMessages({ id: "a", role: "assistant", content }) });
  await waitFor(() => expect(document.querySelectorAll(".agk-code button")).toHaveLength(3));
  const focusable = document.querySelectorAll<HTMLElement>(
    ".agk-markdown :is(a, button, [tabindex])",
  );
  const rings = [...focusable].map((element) => {
    element.focus({ focusVisible: true } as FocusOptions);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return `${element.localName} ${outlineStyle} ${outlineWidth}`;
  });
  expect(rings.length).toBeGreaterThan(8);
  expect(rings.filter((ring) => !ring.endsWith(" solid 2px"))).toEqual([]);
});
