/** Where a finger presses rather than a mouse. */
export const BY_FINGER = '@media (pointer: coarse), (max-width: 899.95px)'
