export interface Search {
  readonly query: string;
  readonly hits: readonly (readonly [title: string, site: string])[];
}

export interface Research {
  readonly words: RegExp;
  readonly goal: string;
  readonly searches: readonly [Search, ...Search[]];
  readonly report: string;
}

/** Research topics with invented results. */
export const researches: readonly Research[] = [
  {
    words: /train|rail|night/i,
    goal: "Are night trains worth it?",
    searches: [
      {
        query: "night train routes Europe",
        hits: [
          ["Timetable of the night trains", "rail.example"],
          ["Twelve routes, one map", "atlas.example"],
          ["What a couchette costs", "fares.example"],
        ],
      },
      {
        query: "night train or plane, carbon",
        hits: [
          ["Grams per kilometre, compared", "climate.example"],
          ["A year of travel diaries", "survey.example"],
        ],
      },
      {
        query: "how well people sleep on trains",
        hits: [["Two hundred passengers, one question", "sleep.example"]],
      },
    ],
    report:
      "**Mostly yes.** A night train costs about as much as a cheap flight and a hotel together, and emits a tenth of what the plane does.\n\n- Book the couchette, not the seat: nine of ten who slept badly sat up.\n- Under 700 km the train by day is better on every count.",
  },
  {
    words: /bee|honey/i,
    goal: "How do bees spend the winter?",
    searches: [
      {
        query: "honey bee winter cluster",
        hits: [
          ["A ball of ten thousand", "apiary.example"],
          ["Heat from muscles alone", "biology.example"],
        ],
      },
      {
        query: "bee colony honey stores winter",
        hits: [
          ["Fifteen kilos, weighed weekly", "apiary.example"],
          ["Feeding: when, and when not to", "garden.example"],
        ],
      },
    ],
    report:
      "**They shiver.** The colony draws into a ball, keeps its middle near 30 °C with the muscles of its wings, and takes turns at the cold outside. It eats about fifteen kilos of honey until spring.",
  },
  {
    words: /coffee|espresso/i,
    goal: "What makes coffee bitter?",
    searches: [
      {
        query: "coffee bitterness compounds roast",
        hits: [
          ["Lactones and phenylindanes", "chemistry.example"],
          ["Light, medium, dark: a tasting", "roastery.example"],
        ],
      },
      {
        query: "brewing temperature bitterness",
        hits: [["Ninety-two degrees, and why", "barista.example"]],
      },
    ],
    report:
      "**The roast, more than the brew.** Dark beans hold substances that light ones lack, and water over 96 °C takes more of them out. Grind coarser first, then brew cooler.",
  },
];

export const anyResearch: Omit<Research, "words" | "goal"> = {
  searches: [
    { query: "what is known about it", hits: [["Everything at a glance", "library.example"]] },
    { query: "what people say about it", hits: [["Letters to the editor", "paper.example"]] },
  ],
  report:
    "I looked in two places and found two pages. This agent follows a script: ask it about *night trains*, *bees in winter* or *bitter coffee*.",
};
