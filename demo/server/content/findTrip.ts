export interface FoundTrip {
  readonly words: RegExp;
  readonly city: string;
  readonly legs: readonly string[];
  readonly route: string;
  readonly room: string;
  readonly others: readonly string[];
}

const porto: FoundTrip = {
  words: /porto|river|sea/i,
  city: "Porto",
  legs: ["Train at 9:30, 3 h 10 min", "Train at 14:30, 3 h 05 min", "Bus at 10:00, 3 h 40 min"],
  route: "the train at 9:30",
  room: "the corner room of Casa do Rio",
  others: ["Pensão Aurora", "Hotel da Bolsa"],
};

const trips: readonly FoundTrip[] = [
  porto,
  {
    words: /bruges|canal/i,
    city: "Bruges",
    legs: ["Train at 8:15, with a change in Brussels", "Bus at 7:50, without one"],
    route: "the train at 8:15",
    room: "the garden room of Huis Minne",
    others: ["De Zwaan", "Hotel Begijn", "Sint-Anna 12"],
  },
  {
    words: /innsbruck|mountain|hik/i,
    city: "Innsbruck",
    legs: ["Night train at 21:05", "Train at 6:55, 5 h 20 min", "Flight at 11:10"],
    route: "the night train at 21:05",
    room: "the attic of Gasthof Nordkette",
    others: ["Zur Post", "Haus am Inn"],
  },
];

/** Returns the trip that the question names, or the trip to Porto. */
export function findTrip(question: string): FoundTrip {
  return trips.find(({ words }) => words.test(question)) ?? porto;
}
