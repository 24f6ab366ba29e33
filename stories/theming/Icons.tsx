import type { CSSProperties, ReactNode } from "react";
import { Icon } from "../../src/components/ui/Icon.tsx";
import { type IconName, iconPaths } from "../../src/components/ui/iconPaths.ts";
import { CodeExample } from "../pages/CodeExample.tsx";
import { PageFrame } from "../pages/PageFrame.tsx";

// The keys of the table are the names.
const names = Object.keys(iconPaths) as IconName[];

/** Sizes of the unit of icons, in CSS pixels: that of text of 16, 20 and 28 pixels. */
const units = [1, 1.25, 1.75];

const example = `import { Paperclip, SendHorizontal } from "lucide-react";

<Chat icons={{ attach: Paperclip, send: SendHorizontal }} />`;

/** Renders the icons of the kit in three sizes. */
export function Icons(): ReactNode {
  return (
    <PageFrame
      group="Theming"
      title="Icons"
      lead="One set of stroked icons on a grid of 16. They have the color of the text beside them, grow with the text size of the browser, and are hidden from screen readers: a name or a text says what they mean."
    >
      <ul className="book-icons">
        {names.map((name) => (
          <li key={name}>
            {units.map((unit) => (
              // The cast is needed because the type has no custom properties.
              <span key={unit} style={{ "--agk-unit": `${unit}px` } as CSSProperties}>
                <Icon name={name} />
              </span>
            ))}
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <h2>Replace icons</h2>
      <p>
        Each name has a meaning, so icons with the same look can be replaced one by one. The kit
        sets the size, turns <code>running</code>, <code>chevron</code> and both panels, and shows
        its own icon while yours loads.
      </p>
      <CodeExample code={example} />
    </PageFrame>
  );
}
