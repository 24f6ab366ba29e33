import { createRequire } from "node:module";
import type { Page } from "playwright";

/** The storybook's accessibility check brings it. */
const path = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Puts axe into a page, until that is loaded anew. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addScriptTag({ path });
}

/** What axe finds wrong with the page as it is: the rule, and the element. */
export function findViolations(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as { readonly axe: typeof import("axe-core") };
    // How deep an answer's headings begin is up to the agent.
    const { violations } = await axe.run({ rules: { "heading-order": { enabled: false } } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** Opens everything that is closed, from the outside in: what is inside of another is hidden before. */
export async function unfold(page: Page): Promise<void> {
  const closed = page.locator("details:not([open]) > summary").filter({ visible: true });
  for (let left = await closed.count(); left > 0; left = await closed.count()) {
    await closed.first().click();
  }
}
