import type {
  ConformanceFinding,
  ConformanceReport,
  ConformanceSeverity,
  ConformanceStatus,
} from "./report.ts";

/** What a piece of the text is, for who paints it. */
export type ReportStyle = ConformanceSeverity | "met" | "heading" | "faint";

export interface FormatReportOptions {
  /** Paints a piece of text, with the escapes of a terminal for instance. @defaultValue as it is */
  readonly paint?: (style: ReportStyle, text: string) => string;
}

const VERDICTS: Readonly<Record<ConformanceReport["verdict"], readonly [ReportStyle, string]>> = {
  conforms: ["met", "conforms to AG-UI 1.0"],
  deviates: ["warning", "deviates from AG-UI 1.0"],
  breaks: ["error", "breaks AG-UI 1.0"],
};

/**
 * Writes a report as text for a terminal: the verdict, the runs, what was found, and what was shown at
 * all. The same thing in several runs is told once.
 *
 * @example
 * ```ts
 * console.log(formatReport(await checkConformance(agent)));
 * ```
 */
export function formatReport(
  report: ConformanceReport,
  { paint = (_, text) => text }: FormatReportOptions = {},
): string {
  const [style, words] = VERDICTS[report.verdict];
  const dialect = report.dialect === undefined ? "" : `, in the dialect "${report.dialect}"`;
  const heading = (text: string) => paint("heading", text);
  const groups = groupFindings(report.findings);
  return [
    `${heading(report.agent)} ${paint(style, words)}${dialect}`,
    "",
    heading("Runs"),
    ...report.runs.map(
      ({ name, events, ending, error }) =>
        `  ${name}: ${ending}, ${events} event${events === 1 ? "" : "s"}${error ? paint("faint", ` (${oneLine(error)})`) : ""}`,
    ),
    "",
    ...(groups.length === 0 ? [heading("Nothing was found.")] : [heading("Findings")]),
    ...groups.flatMap((group) => formatFinding(group, paint)),
    "",
    ...formatStatuses("Events", report.events, heading),
    ...formatStatuses("Roles", report.roles, heading),
    ...formatStatuses(
      "Rules",
      Object.fromEntries(report.rules.map(({ rule, status }) => [rule, status])),
      heading,
    ),
    "",
    paint("faint", "What was never shown was not checked: prompts lead an agent to it."),
  ].join("\n");
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

interface Group {
  readonly first: ConformanceFinding;
  readonly runs: readonly string[];
  readonly count: number;
}

function typeOf({ excerpt = "" }: ConformanceFinding): string {
  return /"type":"([^"]*)"/.exec(excerpt)?.[1] ?? "";
}

function groupFindings(findings: readonly ConformanceFinding[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const finding of findings) {
    const key = `${finding.rule} ${typeOf(finding)}`;
    const { first = finding, runs = [], count = 0 } = groups.get(key) ?? {};
    groups.set(key, {
      first,
      runs: runs.includes(finding.run) ? runs : [...runs, finding.run],
      count: count + finding.count,
    });
  }
  return [...groups.values()];
}

function formatFinding(
  { first, runs, count }: Group,
  paint: NonNullable<FormatReportOptions["paint"]>,
): string[] {
  const { severity, rule, message, explanation, run, index, excerpt, page } = first;
  const where = excerpt === undefined ? "end of the stream" : `event ${index}`;
  const others = runs.length - 1;
  const more = others > 0 ? `, and in ${others} other run${others === 1 ? "" : "s"}` : "";
  const times = count > runs.length ? `; ${count} times in all` : "";
  return [
    `  ${paint(severity, severity)} ${rule}: ${oneLine(message)}`,
    `    in ${run}, ${where}${more}${times}`,
    ...(excerpt === undefined ? [] : [paint("faint", `    ${oneLine(excerpt)}`)]),
    `    ${explanation}`,
    paint("faint", `    ${page}`),
  ];
}

function formatStatuses(
  title: string,
  statuses: Readonly<Record<string, ConformanceStatus>>,
  heading: (text: string) => string,
): string[] {
  const named = (wanted: ConformanceStatus) =>
    Object.entries(statuses).flatMap(([name, status]) => (status === wanted ? name : []));
  const line = (words: string, names: readonly string[], isListed: boolean) =>
    names.length === 0 ? [] : `  ${words}: ${isListed ? names.join(", ") : names.length}`;
  return [
    heading(title),
    // A list of forty rules that are all right tells less than their number.
    ...[line("met", named("met"), title !== "Rules")].flat(),
    ...[line("broken", named("broken"), true)].flat(),
    ...[line("never shown", named("never-shown"), title !== "Rules")].flat(),
  ];
}
