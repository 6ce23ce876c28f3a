/** How long past purchases count as evidence. */
export const evidenceDays = 180
/** A range of fewer purchases would reveal what another customer got. */
export const evidenceMinimum = 5
