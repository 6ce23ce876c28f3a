/**
 * What is wrong with a field is said a moment after it is left: said at once, it would push away the very
 * button that was being pressed.
 */
export const BLUR_PATIENCE_MS = 300
