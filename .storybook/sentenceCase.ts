/** Words that keep their capitals. */
const NAMES = /^(JSON|URL|API|I|LangGraph|English|German|Japanese|Arabic|Markdown|Shadcn)$/i;
const SPELLINGS: Readonly<Record<string, string>> = {
  json: "JSON",
  url: "URL",
  api: "API",
  shadcn: "shadcn/ui",
};

/** Writes the name of a story ("Waiting For Approval") in sentence case ("Waiting for approval"). */
export function toSentenceCase(name: string): string {
  return name
    .split(" ")
    .map((word, at) => {
      const spelling = SPELLINGS[word.toLowerCase()];
      if (spelling) return spelling;
      // The name of an export has the article "a" as "A", which is no abbreviation.
      const isAbbreviation = word.length > 1 && word === word.toUpperCase();
      return at === 0 || NAMES.test(word) || isAbbreviation ? word : word.toLowerCase();
    })
    .join(" ");
}
