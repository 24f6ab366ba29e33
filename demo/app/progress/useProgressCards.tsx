import { useStateRenderer } from "agui-kit";
import { stepsSchema } from "../../steps.ts";
import { PlanSteps } from "../research/PlanSteps.tsx";

/** Registers a card for the steps that a run wrote into the shared state, in the place of that run. */
export function useProgressCards(agentId: string): void {
  useStateRenderer({
    pointer: "/steps",
    agentId,
    state: stepsSchema,
    render: ({ state, isRunning }) => {
      const done = state.filter(({ status }) => status === "completed").length;
      const count = `${done} of ${state.length} done`;
      return (
        <section className="card progress" aria-label="Steps">
          <p className="card-note">{count}</p>
          <PlanSteps steps={state} isOver={!isRunning} />
        </section>
      );
    },
  });
}
