import { createRequire } from "node:module";
import type { Page } from "playwright";

/** Dependency of the storybook's accessibility check. */
const path = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Loads axe into a page until the next navigation. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addScriptTag({ path });
}

/** Rules of axe about colors, the only ones whose results depend on the color scheme. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Returns the violations that axe finds in the page: rule and element. */
export function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { readonly axe: typeof import("axe-core") };
    // The agent chooses the heading levels of its answers.
    const { violations } = await axe.run({
      resultTypes: ["violations"],
      ...(rules
        ? { runOnly: { type: "rule", values: [...rules] } }
        : { rules: { "heading-order": { enabled: false } } }),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules);
}

/**
 * Returns the violations that axe finds in the page in both color schemes, and leaves the page in
 * the light one.
 */
export async function findViolationsInBothSchemes(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await findViolations(page, colorRules);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((violation) => `${violation} (dark)`)];
}

/** Opens all closed elements from the outside in, because nested ones are hidden before. */
export async function unfold(page: Page): Promise<void> {
  const closed = page.locator("details:not([open]) > summary").filter({ visible: true });
  for (let left = await closed.count(); left > 0; left = await closed.count()) {
    await closed.first().click();
  }
}
