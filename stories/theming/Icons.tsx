import type { ReactNode } from "react";
import { Icon, type IconName } from "../../src/components/ui/Icon.tsx";
import source from "../../src/components/ui/Icon.tsx?raw";
import { PageFrame } from "../pages/PageFrame.tsx";

// The cast is safe because the keys of the record of paths are the names.
const names = [...source.matchAll(/^ {2}(\w+): "M/gm)].flatMap(
  ([, name]) => name ?? [],
) as IconName[];

/** Renders the icons of the kit in three sizes of text. */
export function Icons(): ReactNode {
  return (
    <PageFrame
      group="Theming"
      title="Icons"
      lead="One set of stroked icons on a grid of 16. They take the color and the size of the text beside them, and the text says what they mean."
    >
      <ul className="book-icons">
        {names.map((name) => (
          <li key={name}>
            {[16, 20, 28].map((size) => (
              <span key={size} style={{ fontSize: size }}>
                <Icon name={name} />
              </span>
            ))}
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}
