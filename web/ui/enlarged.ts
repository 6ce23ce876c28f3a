/** A phone enlarged to 200 %. */
export const ENLARGED = '@media (max-width: 259.95px)'
