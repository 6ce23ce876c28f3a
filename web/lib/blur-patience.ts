/** Delay of a field's error after blur: an immediate one could move the button that is being pressed. */
export const BLUR_PATIENCE_MS = 300
