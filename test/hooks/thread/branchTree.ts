import { createThread } from "../../../src/core.ts";
import type { Message } from "../../../src/protocol/events.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";

/** A message in the tree of everything that was said. */
export interface Node {
  readonly text: string;
  readonly parent: Node | undefined;
  readonly children: Node[];
}

/** What a person does in a conversation; which of several places is chosen by a number. */
export type Step = readonly ["send" | "regenerate" | "edit" | "switch" | "note", number];

/** A thread, and what its conversation has to be, told plainly. */
export function createTree(initialMessages: readonly Message[]) {
  let answers = 0;
  let questions = 0;
  const agent = scriptedAgent(() => textRun(`A${++answers}`));
  const thread: Thread = createThread({ agent, initialMessages });
  const root: Node = { text: "", parent: undefined, children: [] };
  /** Where it stood each time it went another way. */
  const left: Node[] = [];
  const add = (parent: Node, text: string): Node => {
    const node: Node = { text, parent, children: [] };
    parent.children.push(node);
    return node;
  };
  let leaf = initialMessages.reduce((parent, { content }) => add(parent, String(content)), root);

  const path = (of: Node = leaf): Node[] => (of.parent ? [...path(of.parent), of] : []);
  /** Behind what an agent that speaks first begins again. */
  const beginning = path(leaf).findLast(({ text }) => text.startsWith("S")) ?? root;
  const isSaid = ({ text }: Node) => text.startsWith("Q");
  const idOf = ({ text }: Node) =>
    thread.getSnapshot().messages.find(({ content }) => content === text)?.id ?? "";
  const pick = <T>(from: readonly T[], choice: number) => from[choice % from.length];

  async function take([what, choice]: Step): Promise<void> {
    const said = path().filter(isSaid);
    if (what === "send") {
      const question = `Q${++questions}`;
      await thread.send(question);
      leaf = add(add(leaf, question), `A${answers}`);
    } else if (what === "note") {
      await thread.annotate("note", { choice });
    } else if (what === "regenerate") {
      const at = pick(path(), choice);
      if (!at) return;
      const parent = path().findLast(
        (node) => isSaid(node) && path().indexOf(node) <= path().indexOf(at),
      );
      left.push(leaf);
      await thread.regenerate(idOf(at));
      leaf = add(parent ?? beginning, `A${answers}`);
    } else if (what === "edit") {
      const at = pick(said, choice);
      if (!at?.parent) return;
      left.push(leaf);
      const question = `Q${++questions}`;
      await thread.edit(idOf(at), question);
      leaf = add(add(at.parent, question), `A${answers}`);
    } else {
      const places = [root, ...path()].filter(({ children }) => children.length > 1);
      const place = pick(places, choice);
      if (!place) return;
      const index = Math.floor(choice / 7) % place.children.length;
      const way = place.children[index];
      if (!way || path().includes(way)) return;
      left.push(leaf);
      await thread.switchBranch(idOf(place), index);
      leaf = left.findLast((node) => path(node).includes(way)) ?? way;
    }
  }

  return {
    thread,
    take,
    /** What is shown. */
    texts: () => path().map(({ text }) => text),
    /** Behind what there are several ways, and which is shown. */
    branches: () =>
      Object.fromEntries(
        [root, ...path()].flatMap((node) => {
          const index = node.children.findIndex((child) => path().includes(child));
          const { length: count } = node.children;
          return count > 1 ? [[node === root ? "" : idOf(node), { count, index }]] : [];
        }),
      ),
  };
}
