import { type ReactNode, useId, useRef, useState } from "react";
import { useTooltip } from "../tooltip/useTooltip.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ActionMenu, type MenuAction } from "./ActionMenu.tsx";

interface MenuButtonProps {
  readonly className: string;
  /** Name of the button, of its menu and of its tooltip. */
  readonly label: string;
  /** Id of a text that completes the name. */
  readonly textId?: string;
  readonly actions: readonly MenuAction[];
  /** Absent where a toolbar moves the Tab stop between its buttons. */
  readonly tabIndex?: number;
}

/**
 * @internal Renders a button with three dots that opens a menu of actions. The focus is on the button again before an
 * action begins, so that the action may move it on.
 */
export function MenuButton(props: MenuButtonProps): ReactNode {
  const { className, label, textId, actions, tabIndex } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const menuId = useId();
  const [trigger, tooltip] = useTooltip(label);
  const close = () => setIsOpen(false);
  const afterClosing = (action: MenuAction): MenuAction => ({
    ...action,
    onSelect: () => {
      button.current?.focus();
      close();
      action.onSelect();
    },
  });
  return (
    <>
      <button
        type="button"
        className={className}
        id={id}
        data-action="more"
        ref={button}
        tabIndex={tabIndex}
        {...trigger}
        aria-label={label}
        aria-labelledby={textId && `${id} ${textId}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="more" />
        {tooltip}
      </button>
      {isOpen && (
        <ActionMenu
          id={menuId}
          label={label}
          button={button}
          actions={actions.map(afterClosing)}
          onClose={close}
        />
      )}
    </>
  );
}
