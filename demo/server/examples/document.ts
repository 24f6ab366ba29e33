import type { RunAgentInput } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import { paragraphsOf, readDocument } from "../../document.ts";
import { writeDocumentTool } from "../../pageTools.ts";
import { readField } from "../../readField.ts";
import { otherDocument, rewrite, topics } from "../content/documents.ts";
import { type EarlierCall, earlierCalls, jsonOf } from "../earlierCalls.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run, runUntilAnswered } from "../run.ts";
import { streamCall, streamText } from "../streamSteps.ts";

/** Writes a document into the arguments of a call, which the page renders while they stream. */
export const documentExample: ExampleScript = ({ input, question }) => {
  const written = earlierCalls(input).find(({ name }) => name === writeDocumentTool.name);
  return written?.result ? conclude(input, written) : propose(input, question);
};

function propose(input: RunAgentInput, question: string): readonly ScriptStep[] {
  const id = input.runId;
  const before = readDocument(input.state) ?? "";
  const topic = topics.find(({ words }) => words.test(question));
  const isNew = before === "" || topic !== undefined;
  const after = isNew
    ? (topic?.paragraphs ?? otherDocument)
    : rewrite(paragraphsOf(before), question);
  const lead = isNew ? "I write it beside our conversation." : "Here is another version.";
  const text = after.join("\n\n");
  const canAsk = input.tools?.some(({ name }) => name === writeDocumentTool.name);
  if (!canAsk) {
    return run(input, [
      ...streamText(`${id}-lead`, "Nobody could look at a draft here, so this is the document."),
      { type: "STATE_SNAPSHOT", snapshot: { document: text } },
    ]);
  }
  const { name, argument } = writeDocumentTool;
  return runUntilAnswered(
    input,
    [
      ...streamText(`${id}-lead`, lead),
      {
        type: "CUSTOM",
        name: "PredictState",
        value: [{ state_key: "document", tool: name, tool_argument: argument }],
      },
      ...streamCall(`${id}-write`, name, { [argument]: text }, `${id}-lead`),
    ],
    [`${id}-write`],
  );
}

/** Applies the accepted draft, or leaves the document unchanged. */
function conclude(input: RunAgentInput, { args, result }: EarlierCall): readonly ScriptStep[] {
  const messageId = `${input.runId}-answer`;
  const isAccepted = result !== undefined && readField(jsonOf(result), "accepted") === true;
  if (!isAccepted) {
    return run(
      input,
      streamText(messageId, "Then nothing has changed. Tell me what it should say instead."),
    );
  }
  return run(input, [
    {
      type: "STATE_SNAPSHOT",
      snapshot: { document: readField(args, writeDocumentTool.argument) },
    },
    ...streamText(
      messageId,
      "It is in the document. Say *make it shorter*, *add an ending* or *another title*, and I will propose that.",
    ),
  ]);
}
