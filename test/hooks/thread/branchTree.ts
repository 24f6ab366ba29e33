import { expect } from "vitest";
import { createThread } from "../../../src/core.ts";
import type { Message } from "../../../src/protocol/events.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

/** A message in the tree of all branches. */
export interface Node {
  readonly text: string;
  readonly parent: Node | undefined;
  readonly children: Node[];
}

/** A user action; the number selects one of the possible messages. */
export type Step = readonly ["send" | "regenerate" | "edit" | "switch" | "note", number];

/** A thread at its beginning. */
export interface Beginning {
  readonly initialMessages?: readonly Message[];
  /** True when the agent speaks first. */
  readonly isBegunByAgent?: boolean;
}

/** Creates a thread, and a plain model of its branches to compare with. */
export async function createBranchTree({ initialMessages = [], isBegunByAgent }: Beginning) {
  let answers = 0;
  let questions = 0;
  const agent = scriptedAgent(() => textRun(`A${++answers}`));
  const thread: Thread = createThread({ agent, initialMessages });
  const root: Node = { text: "", parent: undefined, children: [] };
  /** The last message of each branch when it was left. */
  const leftLeaves: Node[] = [];
  const add = (parent: Node, text: string): Node => {
    const node: Node = { text, parent, children: [] };
    parent.children.push(node);
    return node;
  };
  let leaf = initialMessages.reduce((parent, { content }) => add(parent, String(content)), root);

  const path = (node: Node = leaf): Node[] => (node.parent ? [...path(node.parent), node] : []);
  const initial = path();
  /** The message after which an agent that starts the conversation begins again. */
  const agentStart = leaf;
  if (isBegunByAgent) {
    await thread.run();
    leaf = add(leaf, `A${answers}`);
  }

  const isQuestion = ({ text }: Node) => text.startsWith("Q");
  const idOf = ({ text }: Node) =>
    thread.getSnapshot().messages.find(({ content }) => content === text)?.id ?? "";
  const pick = <T>(from: readonly T[], choice: number) => from[choice % from.length];

  async function applyStep([action, choice]: Step): Promise<void> {
    const userMessages = path().filter(isQuestion);
    if (action === "send") {
      const question = `Q${++questions}`;
      await thread.send(question);
      leaf = add(add(leaf, question), `A${answers}`);
    } else if (action === "note") {
      await thread.annotate("note", { choice });
    } else if (action === "regenerate") {
      const at = pick(path(), choice);
      if (!at) return;
      const parent = path().findLast(
        (node) => isQuestion(node) && path().indexOf(node) <= path().indexOf(at),
      );
      if (!parent && initial.includes(at)) {
        // No run has made what the application wrote.
        await expect(thread.regenerate(idOf(at))).rejects.toMatchObject({
          code: "invalid-argument",
        });
        return;
      }
      leftLeaves.push(leaf);
      await thread.regenerate(idOf(at));
      leaf = add(parent ?? agentStart, `A${answers}`);
    } else if (action === "edit") {
      const at = pick(userMessages, choice);
      if (!at?.parent) return;
      leftLeaves.push(leaf);
      const question = `Q${++questions}`;
      await thread.edit(idOf(at), question);
      leaf = add(add(at.parent, question), `A${answers}`);
    } else {
      const branchPoints = [root, ...path()].filter(({ children }) => children.length > 1);
      const branchPoint = pick(branchPoints, choice);
      if (!branchPoint) return;
      const index = Math.floor(choice / 7) % branchPoint.children.length;
      const branch = branchPoint.children[index];
      if (!branch || path().includes(branch)) return;
      leftLeaves.push(leaf);
      await thread.switchBranch(idOf(branchPoint), index);
      leaf = leftLeaves.findLast((node) => path(node).includes(branch)) ?? branch;
    }
  }

  return {
    thread,
    applyStep,
    /** Returns the texts of the shown branch. */
    texts: () => path().map(({ text }) => text),
    /** Returns the branch points by message id, with the shown branch of each. */
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
