import { type ToolRenderProps, useHumanTool } from "agui-kit";
import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { pickSeatTool } from "../../pageTools.ts";
import { DefaultCall } from "./DefaultCall.tsx";

const LETTERS = ["A", "B", "C", "D", "E", "F"] as const;

const places: Readonly<Record<string, string>> = {
  A: "by the window",
  C: "on the aisle",
  D: "on the aisle",
  F: "by the window",
};

/** Lets the user pick a seat for an agent that asks. */
export function usePickSeat(): void {
  useHumanTool<SeatRequest, string>({
    ...pickSeatTool,
    agentId: "flight",
    render: (props) => <SeatCard {...props} />,
  });
}

interface SeatRequest {
  readonly flight: string;
  /** Free seats, such as `14A`. */
  readonly free: readonly string[];
}

function SeatCard(props: ToolRenderProps<SeatRequest, string>): ReactNode {
  const { status, args, result, toolCallId } = props;
  const chosen = useRef<HTMLParagraphElement>(null);
  const hasAnswered = useRef(false);
  useLayoutEffect(() => {
    // Focuses the result, because the focused form is no longer rendered.
    if (hasAnswered.current && status !== "waiting") {
      hasAnswered.current = false;
      chosen.current?.focus();
    }
  }, [status]);

  if (status === "waiting" && args) {
    return (
      <SeatForm
        {...props}
        {...args}
        onAnswer={() => {
          hasAnswered.current = true;
        }}
      />
    );
  }
  if (status !== "complete" && status !== "denied") return <DefaultCall toolCallId={toolCallId} />;
  return (
    <p className="card seat-chosen" tabIndex={-1} ref={chosen}>
      {status === "complete" && result ? (
        <>
          <span>
            Seat <strong>{result}</strong>
          </span>
          <span className="card-note">{places[result.slice(-1)]}</span>
        </>
      ) : (
        "No seat preference"
      )}
    </p>
  );
}

interface SeatFormProps
  extends SeatRequest,
    Pick<ToolRenderProps<SeatRequest, string>, "respond" | "reject"> {
  readonly onAnswer: () => void;
}

function SeatForm({ flight, free, respond, reject, onAnswer }: SeatFormProps): ReactNode {
  const [seat, setSeat] = useState<string>();
  const titleId = useId();
  const name = useId();
  const rows = [...new Set(free.map((one) => Number.parseInt(one, 10)))].sort((a, b) => a - b);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!seat) return;
    onAnswer();
    void respond(seat);
  };
  const handleDecline = () => {
    onAnswer();
    void reject("No preference");
  };
  return (
    <form className="card seat-form" aria-labelledby={titleId} onSubmit={handleSubmit}>
      <h3 className="card-title" id={titleId}>
        Your seat on {flight}
      </h3>
      <fieldset className="seats">
        <legend className="hidden">Free seats</legend>
        {rows.map((row) => (
          <div className="seat-row" key={row}>
            {LETTERS.map((letter) => {
              const value = `${row}${letter}`;
              return (
                <label className="seat" key={letter}>
                  <input
                    type="radio"
                    name={name}
                    value={value}
                    aria-label={value}
                    disabled={!free.includes(value)}
                    checked={value === seat}
                    onChange={() => setSeat(value)}
                  />
                  <span aria-hidden="true">{value}</span>
                </label>
              );
            })}
          </div>
        ))}
      </fieldset>
      <div className="card-buttons">
        <button type="submit" className="main-button" disabled={!seat}>
          {seat ? `Choose ${seat}` : "Choose seat"}
        </button>
        <button type="button" className="plain-button" onClick={handleDecline}>
          No preference
        </button>
      </div>
    </form>
  );
}
