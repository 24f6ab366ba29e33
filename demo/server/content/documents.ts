/** Document that the agent can write, in two versions. */
export interface Topic {
  readonly words: RegExp;
  readonly paragraphs: readonly string[];
}

export const topics: readonly Topic[] = [
  {
    words: /lighthouse|story/i,
    paragraphs: [
      "The lighthouse of Skarholm",
      "For forty years Inga had climbed the stairs at dusk, a hundred and twelve of them, and for forty years she had counted.",
      "One evening in October she counted a hundred and thirteen.",
      "She went down and up again. The lamp was lit before she reached it, and somebody had swept the floor.",
      "She never found out who. But from then on she left two cups on the table.",
    ],
  },
  {
    words: /invit|picnic|party/i,
    paragraphs: [
      "Come to our picnic",
      "On Saturday the 14th, from noon, we will be on the meadow behind the mill. We bring blankets, bread and too much potato salad.",
      "Please bring something to drink, and a game if you have one.",
      "If it rains we meet in the barn instead. Tell us by Thursday whether you come.",
    ],
  },
  {
    words: /note|neighbor|letter/i,
    paragraphs: [
      "Dear neighbors",
      "From Monday to Wednesday our kitchen is being rebuilt. It will be loud between nine and four.",
      "If you need quiet at some hour, ring the bell and we will ask the builders to pause.",
      "There is cake on Thursday, for everybody who put up with it.",
    ],
  },
];

export const otherDocument: readonly string[] = [
  "A page about this and that",
  "This page was written by an agent that follows a script. It knows a story, an invitation and a note to the neighbors.",
  "What it shows is how a document fills while the agent is still writing, and that nothing of it counts before you say so.",
];

/** Returns another version of a document, guided by keywords of the request. */
export function rewrite(paragraphs: readonly string[], wish: string): readonly string[] {
  const [title = "", ...body] = paragraphs;
  if (/short/i.test(wish) && body.length > 1) return [title, ...body.slice(0, -1)];
  if (/title/i.test(wish)) return [`${title}, as it really was`, ...body];
  return [title, ...body, `P.S. ${endings[paragraphs.length % endings.length]}`];
}

const endings = [
  "The cat sends her regards.",
  "Bring an umbrella all the same.",
  "All of this is true, but for the weather.",
] as const;
