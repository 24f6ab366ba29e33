import { TabsApi } from "@a2ui/web_core/v0_9";
import { type ReactNode, useId, useRef, useState } from "react";
import { useToolbar } from "../../components/ui/useToolbar.ts";
import { a2uiComponent } from "../a2uiComponent.ts";
import type { A2uiComponentProps } from "../catalog.ts";
import { ariaOf, textOfValue } from "./readProps.ts";

/** Renders tabs, of which one is open. The content of the others keeps its data. */
export const BasicTabs = a2uiComponent(
  TabsApi,
  ({ props, buildChild }: A2uiComponentProps<typeof TabsApi>): ReactNode => {
    const { tabs, accessibility } = props;
    const id = useId();
    const [chosen, setChosen] = useState(0);
    const bar = useRef<HTMLDivElement>(null);
    const toolbar = useToolbar(bar);
    const open = Math.min(chosen, tabs.length - 1);
    const { child } = tabs[open] ?? {};
    return (
      <div className="agk-a2ui-tabs">
        <div
          className="agk-a2ui-tab-list"
          role="tablist"
          ref={bar}
          {...toolbar}
          {...ariaOf(accessibility)}
        >
          {tabs.map(({ title }, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: tabs have no identity but their position
              key={index}
              type="button"
              role="tab"
              className="agk-a2ui-tab"
              data-action={index}
              id={`${id}-${index}`}
              aria-selected={index === open}
              aria-controls={index === open ? `${id}-panel` : undefined}
              onClick={() => setChosen(index)}
            >
              <bdi>{textOfValue(title)}</bdi>
            </button>
          ))}
        </div>
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
          {child && buildChild(child)}
        </div>
      </div>
    );
  },
);
