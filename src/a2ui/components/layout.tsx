import { CardApi, ColumnApi, DividerApi, ListApi, RowApi } from "@a2ui/web_core/v0_9";
import type { ReactNode } from "react";
import { useShownItems } from "../../components/ui/useShownItems.tsx";
import { a2uiComponent } from "../a2uiComponent.ts";
import type { A2uiComponentProps } from "../catalog.ts";
import { ariaOf, buildChildren, childList } from "./readProps.ts";

/** Most children that a container renders at first. */
const MAX_CHILDREN = 200;

/** Returns the first children of a container, and a button that shows more. */
function useChildren(children: unknown, buildChild: A2uiComponentProps["buildChild"]) {
  const { shown, moreButton } = useShownItems(childList(children), MAX_CHILDREN);
  return { elements: buildChildren(shown, buildChild), moreButton };
}

type BoxProps = Pick<A2uiComponentProps<typeof RowApi>, "props" | "buildChild"> & {
  readonly className: string;
};

/** Renders the children of a row or a column. */
function Box({ props, buildChild, className }: BoxProps): ReactNode {
  const { children, justify = "start", align = "stretch", accessibility } = props;
  const { elements, moreButton } = useChildren(children, buildChild);
  return (
    <>
      <div
        className={className}
        data-justify={justify}
        data-align={align}
        {...groupAria(accessibility)}
      >
        {elements}
      </div>
      {moreButton}
    </>
  );
}

/** Renders children beside each other, in several lines where they have no room. */
export const BasicRow = a2uiComponent(RowApi, ({ props, buildChild }) => (
  <Box className="agk-a2ui-row" props={props} buildChild={buildChild} />
));

/** Renders children below each other. */
export const BasicColumn = a2uiComponent(ColumnApi, ({ props, buildChild }) => (
  <Box className="agk-a2ui-column" props={props} buildChild={buildChild} />
));

/** Renders a list. */
export const BasicList = a2uiComponent(ListApi, ({ props, buildChild }) => {
  const { children, direction = "vertical", align = "stretch", listStyle = "none" } = props;
  const { elements, moreButton } = useChildren(children, buildChild);
  const ListElement = listStyle === "ordered" ? "ol" : "ul";
  return (
    <>
      <ListElement
        className="agk-a2ui-list"
        data-direction={direction}
        data-align={align}
        data-marker={listStyle}
        // Safari removes the role of a list without markers.
        role="list"
        {...ariaOf(props.accessibility)}
      >
        {elements.map((element, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the data of an item are found by its index
          <li key={index}>{element}</li>
        ))}
      </ListElement>
      {moreButton}
    </>
  );
});

/** Renders a child in a frame. */
export const BasicCard = a2uiComponent(CardApi, ({ props, buildChild }) => (
  <div className="agk-a2ui-card" {...groupAria(props.accessibility)}>
    {props.child && buildChild(props.child)}
  </div>
));

/** Renders a line. */
export const BasicDivider = a2uiComponent(
  DividerApi,
  ({ props: { axis = "horizontal" } }): ReactNode => (
    <hr className="agk-a2ui-divider" data-axis={axis} aria-orientation={axis} />
  ),
);

/** A box without a role may have no name. */
function groupAria(accessibility: Parameters<typeof ariaOf>[0]) {
  const aria = ariaOf(accessibility);
  return aria["aria-label"] === undefined ? {} : { role: "group", ...aria };
}
