import type { A2uiComponent } from "../catalog.ts";
import { BasicButton } from "./BasicButton.tsx";
import { BasicChoicePicker } from "./BasicChoicePicker.tsx";
import { BasicIcon } from "./BasicIcon.tsx";
import { BasicModal } from "./BasicModal.tsx";
import { BasicTabs } from "./BasicTabs.tsx";
import { BasicText } from "./BasicText.tsx";
import { BasicCheckBox, BasicDateTimeInput, BasicSlider, BasicTextField } from "./fields.tsx";
import { BasicCard, BasicColumn, BasicDivider, BasicList, BasicRow } from "./layout.tsx";
import { BasicAudioPlayer, BasicImage, BasicVideo } from "./media.tsx";

/** The components of the basic catalog. */
export const basicComponents: readonly A2uiComponent[] = [
  BasicText,
  BasicImage,
  BasicIcon,
  BasicVideo,
  BasicAudioPlayer,
  BasicRow,
  BasicColumn,
  BasicList,
  BasicCard,
  BasicTabs,
  BasicModal,
  BasicDivider,
  BasicButton,
  BasicTextField,
  BasicCheckBox,
  BasicChoicePicker,
  BasicSlider,
  BasicDateTimeInput,
];
