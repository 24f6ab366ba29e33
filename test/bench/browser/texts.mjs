// @ts-check

/**
 * Texts of the benchmark's agents. Each text contains numbered words, which show whether a subject
 * has rendered all of it, once and in order.
 */

const SECTION = `## Step §: preparing the data

Before **anything else** the records §§ have to be _cleaned_, because the importer at
https://example.com/import/1 rejects rows with a missing \`customer_id\`. Two things matter here: the
encoding, which must be UTF-8, and the order of the columns; see [the guide](https://example.com/guide)
for what each of them means §§ and for the exact format of dates.

This paragraph is one long line, as most models write them, and it goes on for quite a while without any markup at all §§, until it mentions \`import --dry-run\`, which shows what *would* happen without changing a thing, and then goes on again about nothing in particular for several more words.

1. **Export** the table §§ from the old system and keep the header row.
2. **Check** the totals:
   - the sum of all invoices §§
   - the number of customers
3. **Import** it with the command below, then compare.

| Column | Meaning | Required |
| :--- | :--- | ---: |
| \`customer_id\` | Who it belongs to §§ | yes |
| \`amount\` | In cents, never rounded | yes |
| \`note\` | Free text §§, *optional* | no |

\`\`\`ts
import { importRows } from "importer";

export async function §§(path: string): Promise<number> {
  const rows = await importRows(path, { strict: true });
  return rows.filter((row) => row.amount > 0).length;
}
\`\`\`

> Note: the dry run §§ does not check permissions.

`;

/**
 * Returns an answer as models write them (prose, lists, tables, code, quotes and headings) between
 * two marks.
 *
 * @param {string} mark - Unique among the answers of the page.
 * @param {number} length - Approximate number of characters.
 */
export function markdownAnswer(mark, length) {
  let text = `First${mark}\n\n`;
  let word = 0;
  for (let section = 1; text.length < length; section++) {
    text += SECTION.replaceAll("§§", () => `word${++word}x`).replace("§", String(section));
  }
  const cut = text.slice(0, length);
  // A cut inside of code would make the end mark part of the code.
  const isInCode = (cut.match(/^```/gm)?.length ?? 0) % 2 === 1;
  return `${cut}${isInCode ? "\n```" : ""}\n\nLast${mark}`;
}

/**
 * Throws unless `shown` has every numbered word of `answer`, once and in order.
 *
 * @param {string} shown - The text of the page.
 * @param {string} answer
 * @param {string} mark
 */
export function checkShown(shown, answer, mark) {
  const from = shown.indexOf(`First${mark}`);
  const to = shown.indexOf(`Last${mark}`, from);
  if (from < 0 || to < 0) throw new Error(`The answer ${mark} is not rendered completely.`);
  const found = wordsOf(shown.slice(from, to)).join();
  const expected = wordsOf(answer).join();
  if (found !== expected) throw new Error(`The answer ${mark} is rendered with other text.`);
}

/** @param {string} text */
function wordsOf(text) {
  return text.match(/word\d+x/g) ?? [];
}

/** Average number of characters per token. */
const TOKEN = 5;

/**
 * @param {string} text
 * @returns {string[]}
 */
export function tokensOf(text) {
  const tokens = [];
  for (let at = 0; at < text.length; at += TOKEN) tokens.push(text.slice(at, at + TOKEN));
  return tokens;
}

/**
 * Returns a stored conversation: questions of one line and answers of a few, every eighth with a
 * list or code.
 *
 * @param {number} count
 * @returns {{ id: string; role: "user" | "assistant"; content: string }[]}
 */
export function earlierMessages(count) {
  return Array.from({ length: count }, (_, n) => {
    const id = `earlier-${n}`;
    if (n % 2 === 0) return { id, role: "user", content: `Question ${n}: what about the records?` };
    const more =
      n % 8 === 1
        ? "\n\n1. **Export** the table\n2. Check the `totals`\n\n```ts\nconst rows = await importRows(path);\n```\n"
        : "";
    const content = `Answer ${n}: the records have to be **cleaned** first, since the importer rejects rows with a missing \`customer_id\`.\n\nSee [the guide](https://example.com/guide) for what each column means, and for the format of dates.${more}`;
    return { id, role: "assistant", content };
  });
}
