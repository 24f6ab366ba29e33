/** Invented figures that the agent knows, with a pattern for questions about them. */
export interface Figures {
  readonly pattern: RegExp;
  readonly lead: string;
  readonly chart: {
    readonly title: string;
    readonly kind: "bars" | "lines";
    readonly unit: string;
    readonly series: readonly string[];
    readonly rows: readonly { readonly label: string; readonly values: readonly number[] }[];
  };
  readonly comment: string;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const byMonth = (...columns: readonly (readonly number[])[]) =>
  MONTHS.map((label, month) => ({ label, values: columns.map((column) => column[month] ?? 0) }));

export const figures: readonly Figures[] = [
  {
    pattern: /\b(year|sales|revenue|month)/i,
    lead: "Here is the year, next to the one before.",
    chart: {
      title: "Revenue by month",
      kind: "lines",
      unit: "k€",
      series: ["This year", "Last year"],
      rows: byMonth(
        [182, 174, 196, 205, 231, 244, 219, 208, 252, 268, 291, 334],
        [171, 169, 178, 182, 190, 201, 197, 188, 214, 226, 241, 288],
      ),
    },
    comment:
      "December was the best month, with **334 k€**. The gap to last year has grown since May, when the new catalog came out.",
  },
  {
    pattern: /\b(region|country|countries|north|south|compare)/i,
    lead: "I put the regions side by side.",
    chart: {
      title: "Orders by region",
      kind: "bars",
      unit: "orders",
      series: ["Shop", "Partners"],
      rows: [
        { label: "North", values: [1240, 380] },
        { label: "South", values: [980, 610] },
        { label: "East", values: [720, 190] },
        { label: "West", values: [1510, 440] },
      ],
    },
    comment: "West leads in the shop. In the South, **four of ten orders** come through partners.",
  },
  {
    pattern: /\b(page|slow|fast|load|speed)/i,
    lead: "I have the loading times of last week.",
    chart: {
      title: "Time until a page is usable",
      kind: "bars",
      unit: "ms",
      series: ["Median"],
      rows: [
        { label: "Home", values: [640] },
        { label: "Search", values: [1180] },
        { label: "Product", values: [870] },
        { label: "Cart", values: [590] },
        { label: "Checkout", values: [1420] },
      ],
    },
    comment:
      "**Checkout** is the slowest. It waits for the list of payment methods before it shows anything.",
  },
];
