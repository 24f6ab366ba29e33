/** Creates a typical long answer of a model: prose, lists, tables, code, quotes and headings. */
export function longAnswer(length: number): string {
  let text = "";
  for (let section = 1; text.length < length; section++) {
    text += SECTION.replaceAll("§", String(section));
  }
  return text.slice(0, length);
}

const SECTION = `## Step §: preparing the data

Before **anything else** the records have to be _cleaned_, because the importer at
https://example.com/import/§ rejects rows with a missing \`customer_id\`. Two things matter here: the
encoding, which must be UTF-8, and the order of the columns; see [the guide](https://example.com/guide)
for what each of them means and for the exact format of dates.

This paragraph is one long line, as most models write them, and it goes on for quite a while without any markup at all, until it mentions \`import --dry-run\`, which shows what *would* happen without changing a thing, and then goes on again about nothing in particular for several more words.

1. **Export** the table from the old system and keep the header row.
2. **Check** the totals:
   - the sum of all invoices
   - the number of customers
3. **Import** it with the command below, then compare.

| Column | Meaning | Required |
| :--- | :--- | ---: |
| \`customer_id\` | Who it belongs to | yes |
| \`amount\` | In cents, never rounded | yes |
| \`note\` | Free text, *optional* | no |

\`\`\`ts
import { importRows } from "importer";

export async function run§(path: string): Promise<number> {
  const rows = await importRows(path, { strict: true });
  return rows.filter((row) => row.amount > 0).length;
}
\`\`\`

> Note: the dry run does not check permissions.

- [x] export done
- [ ] totals compared

---

`;
