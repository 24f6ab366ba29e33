import type {
  ConformanceFinding,
  ConformanceReport,
  ConformanceRuleResult,
  ConformanceSeverity,
} from "./report.ts";

/** What a piece of the text is, for who paints it. */
export type ReportStyle = ConformanceSeverity | "met" | "heading" | "faint";

export type Paint = (style: ReportStyle, text: string) => string;

/** Of more kinds of events than these that break one rule, the report has the rest as data. */
const MAX_PLACES = 12;
const MAX_CHARACTERS = 240;

/** One thing that happened, in one run or in several. */
interface Place {
  readonly first: ConformanceFinding;
  readonly runs: ReadonlySet<string>;
  readonly count: number;
}

/** A broken rule: what it expects, what came and where, why that matters. */
export function formatRule(
  { rule, severity, says, page }: ConformanceRuleResult,
  report: ConformanceReport,
  paint: Paint,
): string[] {
  const findings = report.findings.filter((finding) => finding.rule === rule);
  const [first] = findings;
  if (!first) return [];
  const places = placesOf(findings);
  const rest = places.length - MAX_PLACES;
  return [
    `  ${paint(severity, severity)} ${paint("heading", rule)}`,
    `    Expected  ${says}`,
    ...places.slice(0, MAX_PLACES).flatMap((place) => formatPlace(place, report, paint)),
    ...(rest > 0
      ? [`    and ${rest} more of the kind: see the findings of the report (--json).`]
      : []),
    `    Why       ${first.explanation}`,
    paint("faint", `    See       ${page}`),
  ];
}

function typeOf({ excerpt = "" }: ConformanceFinding): string {
  return /"type":"([^"]*)"/.exec(excerpt)?.[1] ?? "";
}

/** The same words, or the same fault of the same event with other ids, are one thing. */
function placesOf(findings: readonly ConformanceFinding[]): readonly Place[] {
  const places: Place[] = [];
  for (const finding of findings) {
    const at = places.findIndex(
      ({ first }) => first.message === finding.message || typeOf(first) === typeOf(finding),
    );
    const { first = finding, runs = [], count = 0 } = places[at] ?? {};
    const place = { first, runs: new Set([...runs, finding.run]), count: count + finding.count };
    places.splice(at < 0 ? places.length : at, 1, place);
  }
  return places;
}

function formatPlace(
  { first, runs, count }: Place,
  report: ConformanceReport,
  paint: Paint,
): string[] {
  const { message, run, index, excerpt } = first;
  const { events = 0 } = report.runs.find(({ name }) => name === run) ?? {};
  const atEnd = events === 0 ? "before any event" : `after event ${events - 1}, the last`;
  const others = runs.size - 1;
  const more = others > 0 ? `, and in ${others} other run${others === 1 ? "" : "s"}` : "";
  const times = count > runs.size ? `; ${count} times in all` : "";
  return [
    `    Came      ${oneLine(message)}`,
    `              in ${run}, ${excerpt === undefined ? atEnd : `event ${index}`}${more}${times}`,
    ...(excerpt === undefined ? [] : [paint("faint", `              ${oneLine(excerpt)}`)]),
  ];
}

/** As much of a text as fits into a report, without what an agent could tell a terminal to do. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ");
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}
