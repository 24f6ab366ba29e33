import { createRequire } from "node:module";
import type { Page } from "playwright";

/** Dependency of the storybook's accessibility check. */
const path = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Loads axe into a page until the next navigation. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addScriptTag({ path });
}

/** Returns the violations that axe finds in the page: rule and element. */
export function findViolations(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as { readonly axe: typeof import("axe-core") };
    // The agent chooses the heading levels of its answers.
    const { violations } = await axe.run({
      resultTypes: ["violations"],
      rules: { "heading-order": { enabled: false } },
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** Opens all closed elements from the outside in, because nested ones are hidden before. */
export async function unfold(page: Page): Promise<void> {
  const closed = page.locator("details:not([open]) > summary").filter({ visible: true });
  for (let left = await closed.count(); left > 0; left = await closed.count()) {
    await closed.first().click();
  }
}
