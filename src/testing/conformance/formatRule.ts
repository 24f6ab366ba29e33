import type {
  ConformanceFinding,
  ConformanceReport,
  ConformanceRuleResult,
  ConformanceSeverity,
} from "./report.ts";

/** The meaning of a part of the text, for `paint`. */
export type ReportStyle = ConformanceSeverity | "met" | "heading" | "faint";

/** A function that styles a part of the text. */
export type Paint = (style: ReportStyle, text: string) => string;

/** Number of occurrences that are printed per rule; the report has all of them as data. */
const MAX_OCCURRENCES = 12;
const MAX_CHARACTERS = 240;

/** A violation that occurred in one or several runs. */
interface Occurrence {
  readonly first: ConformanceFinding;
  readonly runs: ReadonlySet<string>;
  readonly count: number;
}

/** Formats a broken rule: what was expected, what was received and where, and why it matters. */
export function formatRule(
  { rule, severity, requirement, docsUrl }: ConformanceRuleResult,
  report: ConformanceReport,
  paint: Paint,
): string[] {
  const findings = report.findings.filter((finding) => finding.rule === rule);
  const [first] = findings;
  if (!first) return [];
  const occurrences = groupFindings(findings);
  const hiddenCount = occurrences.length - MAX_OCCURRENCES;
  return [
    `  ${paint(severity, severity)} ${paint("heading", rule)}`,
    `    Expected  ${requirement}`,
    ...occurrences
      .slice(0, MAX_OCCURRENCES)
      .flatMap((occurrence) => formatOccurrence(occurrence, report, paint)),
    ...(hiddenCount > 0
      ? [`    and ${hiddenCount} more of this kind: see the findings of the report (--json).`]
      : []),
    `    Why       ${first.explanation}`,
    paint("faint", `    See       ${docsUrl}`),
  ];
}

function typeOf({ excerpt = "" }: ConformanceFinding): string {
  return /"type":"([^"]*)"/.exec(excerpt)?.[1] ?? "";
}

/** Groups findings with equal messages, or about events of equal types, which differ only in ids. */
function groupFindings(findings: readonly ConformanceFinding[]): readonly Occurrence[] {
  const occurrences: Occurrence[] = [];
  for (const finding of findings) {
    const index = occurrences.findIndex(
      ({ first }) => first.message === finding.message || typeOf(first) === typeOf(finding),
    );
    const { first = finding, runs = [], count = 0 } = occurrences[index] ?? {};
    const occurrence = {
      first,
      runs: new Set([...runs, finding.run]),
      count: count + finding.count,
    };
    occurrences.splice(index < 0 ? occurrences.length : index, 1, occurrence);
  }
  return occurrences;
}

function formatOccurrence(
  { first, runs, count }: Occurrence,
  report: ConformanceReport,
  paint: Paint,
): string[] {
  const { message, run, index, excerpt } = first;
  const { events = 0 } = report.runs.find(({ name }) => name === run) ?? {};
  const atEnd = events === 0 ? "before any event" : `after event ${events - 1}, the last`;
  const otherRuns = runs.size - 1;
  const more = otherRuns > 0 ? `, and in ${otherRuns} other run${otherRuns === 1 ? "" : "s"}` : "";
  const total = count > runs.size ? `; ${count} times in total` : "";
  return [
    `    Received  ${toSingleLine(message)}`,
    `              in ${run}, ${excerpt === undefined ? atEnd : `event ${index}`}${more}${total}`,
    ...(excerpt === undefined ? [] : [paint("faint", `              ${toSingleLine(excerpt)}`)]),
  ];
}

/** Shortens a text to one line, and removes control characters with which an agent could control a terminal. */
export function toSingleLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ");
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}
