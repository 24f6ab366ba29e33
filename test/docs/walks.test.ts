// @vitest-environment node
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, section } from "./documents.ts";

/** Headings of the walks in docs/architecture.md. */
const walks = ["A token", "A tool call", "An answer to an interrupt", "A reload", "A branch"];

/** A link to a source, as the walks write it. */
const LINK = /\[`([\w/.]+)`\]\(\.\.\/src\/[\w/.]+\)/g;

/** Returns the numbered steps of a walk, and its variants. */
const stepsOf = (walk: string) =>
  section("docs/architecture.md", `### ${walk}`).match(/^(?:\d+\.|Variants:) .*$/gm) ?? [];

const readSource = (path: string) => {
  const file = join(root, "src", path);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

/** True when a source declares a function, a constant or a method with a name. */
const declares = (source: string, name: string) =>
  new RegExp(`(?:function\\*?|const) ${name}\\b|^ +(?:async )?${name}(?:\\(|: )`, "m").test(source);

/**
 * Returns the faults of a step: sources without a function, names that none of its sources has, and functions that
 * their source does not declare.
 */
function faultsIn(step: string): string[] {
  const paths = [...step.matchAll(LINK)].map(([, path = ""]) => path);
  const sources = paths.map(readSource).join("\n");
  const words = [...step.replaceAll(LINK, "").matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
  const unknown = words.filter(
    (word) => !new RegExp(`\\b${word.split(".").at(-1)}\\b`).test(sources),
  );
  const declarations = [...step.matchAll(new RegExp(`\`(\\w+)\` in ${LINK.source}`, "g"))];
  const bare = paths.filter((path) => !declarations.some(([, , declared]) => declared === path));
  return [
    ...bare.map((path) => `The step names no function of ${path}.`),
    ...unknown.map((word) => `No source of the step has ${word}.`),
    ...declarations.flatMap(([, name = "", path = ""]) =>
      declares(readSource(path), name) ? [] : `${path} does not declare ${name}.`,
    ),
  ];
}

it.each(walks)("the walk of %s names functions that its sources declare", (walk) => {
  const steps = stepsOf(walk);
  expect(steps.length).toBeGreaterThan(4);
  expect(steps.flatMap(faultsIn)).toEqual([]);
});

it("a step with a function that moved is a fault", () => {
  const path = "store/run/executeRun.ts";
  expect(faultsIn(`1. \`sendNothing\` in [\`${path}\`](../src/${path}) starts.`)).toEqual([
    "No source of the step has sendNothing.",
    `${path} does not declare sendNothing.`,
  ]);
});
