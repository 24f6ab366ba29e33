import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { withAgent } from "../../hooks/wrap.tsx";

export function renderComposer() {
  const agent = manualAgent();
  render(<Composer />, { wrapper: withAgent(agent) });
  const sent = () => agent.inputs.map((input) => input.messages.at(-1)?.content);
  return { agent, sent, user: userEvent.setup() };
}
