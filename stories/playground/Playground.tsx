import "./playground.css";
import { type ReactNode, useEffect, useState } from "react";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../src/store/thread/createThread.ts";
import {
  type Fault,
  faults,
  playgroundAgent,
  type ScenarioName,
  type Speed,
  scenarios,
} from "./scenarios.ts";

export interface PlaygroundProps {
  /** Conversation that the agent plays. */
  readonly scenario: ScenarioName;
  /** Speed at which the agent works and writes. */
  readonly speed: Speed;
  /** Fault of the first run; later runs succeed. */
  readonly fault: Fault;
}

/** Renders a chat beside the choice of what its agent does. */
export function Playground(props: PlaygroundProps): ReactNode {
  const [scenario, setScenario] = useState(props.scenario);
  const [speed, setSpeed] = useState(props.speed);
  const [fault, setFault] = useState(props.fault);
  const [round, setRound] = useState(0);
  return (
    <div className="playground">
      <form className="playground-panel" onSubmit={(event) => event.preventDefault()}>
        <Choice label="Scenario" options={scenarioNames} value={scenario} onChange={setScenario} />
        <Choice label="Speed" options={speedNames} value={speed} onChange={setSpeed} />
        <Choice label="Fault" options={faults} value={fault} onChange={setFault} />
        <button type="button" onClick={() => setRound(round + 1)}>
          Play again
        </button>
        <p>The agent runs in this page. Write to it, stop it, answer it, or break it.</p>
      </form>
      <Play key={`${scenario} ${speed} ${fault} ${round}`} {...{ scenario, speed, fault }} />
    </div>
  );
}

const labelsOf = <Name extends string>(
  entries: Readonly<Record<Name, { readonly label: string }>>,
) =>
  // The cast is safe because the entries keep their names.
  Object.fromEntries(
    Object.entries<{ readonly label: string }>(entries).map(([name, { label }]) => [name, label]),
  ) as Readonly<Record<Name, string>>;

const scenarioNames = labelsOf<ScenarioName>(scenarios);
const speedNames: Readonly<Record<Speed, string>> = {
  instant: "Instant",
  fast: "Fast",
  natural: "Natural",
  slow: "Slow",
};

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly options: Readonly<Record<Name, string>>;
  readonly value: Name;
  readonly onChange: (name: Name) => void;
}

function Choice<Name extends string>(props: ChoiceProps<Name>): ReactNode {
  const { label, options, value, onChange } = props;
  return (
    <fieldset>
      <legend>{label}</legend>
      {/* The cast is safe because the keys of the options are the names. */}
      {(Object.keys(options) as Name[]).map((name) => (
        <label key={name}>
          <input
            type="radio"
            name={label}
            checked={name === value}
            onChange={() => onChange(name)}
          />
          {options[name]}
        </label>
      ))}
    </fieldset>
  );
}

/** Renders a new conversation and sends its first message. */
function Play({ scenario, speed, fault }: PlaygroundProps): ReactNode {
  const [thread] = useState(() => createThread({ agent: playgroundAgent(scenario, speed, fault) }));
  useEffect(() => {
    // Strict mode mounts twice; the message is sent once.
    if (thread.getSnapshot().messages.length === 0) void thread.send(scenarios[scenario].message);
  }, [thread, scenario]);
  return (
    <ThreadProvider thread={thread}>
      <Chat onSignIn={() => {}} />
    </ThreadProvider>
  );
}
