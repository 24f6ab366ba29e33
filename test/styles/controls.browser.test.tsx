import "../../src/styles/index.css";
import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { controlGroups } from "../../stories/states/controlGroups.ts";
import { formErrorControls } from "../../stories/states/questionControls.tsx";
import { StateTable } from "../../stories/states/StateTable.tsx";

const sources = import.meta.glob<string>("../../src/components/**/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});
const stories = import.meta.glob<string>("../../stories/**/*.stories.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Elements that take a press or the focus, and the components that render one with a class of their own. */
const CONTROL = /<(?:button|summary|a|input|select|textarea|IconButton|MenuButton|Disclosure)\s/g;
const ROLE = /role="(?:option|menuitem|separator)"/g;

/** Returns the classes of the controls in a source, in the order of their elements. */
function classesIn(source: string): readonly string[] {
  const starts = [
    ...[...source.matchAll(CONTROL)].map(({ index }) => index),
    ...[...source.matchAll(ROLE)].map(({ index }) => source.lastIndexOf("<", index)),
  ];
  // An element with a computed class has that of its component.
  const ownClasses = [...source.matchAll(/useClassName\([^)]*?"(agk-[\w-]+)"/g)];
  return starts.flatMap((start) => {
    const end = source.indexOf("<", start + 1);
    const attributes = source.slice(start, end < 0 ? undefined : end);
    const [, literal, computed] = /className=(?:"([^"]*)"|(\{))/.exec(attributes) ?? [];
    if (literal) return literal.split(" ");
    return computed ? ownClasses.flatMap(([, name]) => name ?? []) : [];
  });
}

/** Classes of elements that take no press, and of a control that a label presses. */
const otherClasses = new Set(["agk-day", "agk-sr-only"]);

test("every class of a control in the sources belongs to a table of states", async () => {
  const { container } = render(
    Object.entries(controlGroups).map(([title, controls]) => (
      <StateTable key={title} controls={controls.map((each) => ({ ...each, without: restOnly }))} />
    )),
  );
  const controls = Object.values(controlGroups).flat();
  const targets = () =>
    controls.flatMap(({ name, target, without }) =>
      without?.rest
        ? []
        : [
            ...container.querySelectorAll(
              `[data-control="${name}"] > [data-state="rest"] ${target}`,
            ),
          ],
    );
  await waitFor(() =>
    expect(new Set(targets().map((target) => target.closest("tr"))).size).toBe(
      controls.filter(({ without }) => !without?.rest).length,
    ),
  );
  // The row of a disclosure has the class of its card.
  const elements = targets().flatMap((target) => [target, target.closest("details") ?? target]);
  const covered = new Set(elements.flatMap(({ classList }) => [...classList]));
  const classes = new Set(Object.values(sources).flatMap(classesIn));
  expect(classes.size).toBeGreaterThan(30);
  const missing = [...classes].filter((name) => !covered.has(name) && !otherClasses.has(name));
  expect(missing).toEqual([]);
});

/** Leaves only the state of rest. */
const restOnly = { hover: "", pressed: "", focus: "", disabled: "", busy: "" };

test("no control has the focus when a table of states opens", async () => {
  const { container } = render(<StateTable controls={formErrorControls} />);
  await waitFor(() => expect(container.querySelector("[data-problem]")).toBeVisible());
  await waitFor(() =>
    expect(container.querySelectorAll("[data-problem]").length).toBeGreaterThan(1),
  );
  expect(document.body).toHaveFocus();
});

test("every group of controls has a page with a story of their states, and the other way round", () => {
  const titles = Object.values(stories).flatMap((source) =>
    /export const States\b/.test(source)
      ? (/const meta = \{\s+title: "([^"]+)"/.exec(source)?.[1] ?? [])
      : [],
  );
  expect(titles.sort()).toEqual(Object.keys(controlGroups).sort());
});
