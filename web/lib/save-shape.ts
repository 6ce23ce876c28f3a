/** An object that a save queue writes. */
export interface Editable {
  slug: string
  version: number
}

/** The fields of an object that is saved while somebody types, and what goes with them. */
export interface SaveShape<Row extends Editable, Field extends string, Patch extends object> {
  fieldsOf: (patch: Patch) => Field[]
  pick: (row: object, fields: readonly Field[]) => Patch
  without: (patch: Patch, fields: readonly Field[]) => Patch
  /** With what goes with the field, as far as the patch says it. */
  isUnchanged: (field: Field, patch: Patch, before: Patch) => boolean
  /** Responses cached for offline use before these fields existed lack them. */
  addedLately?: Partial<Row>
  /** What the server takes of a patch, such as an undo that goes back too far. */
  within?: (patch: Patch) => Patch
  /** What needs two requests is sent in two. */
  nextStep?: (base: Row, patch: Patch) => { now: Patch; later: Patch }
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const fieldIn = (object: object, field: string): unknown => (object as Record<string, unknown>)[field]

type Parts<Patch extends object, Field extends string> = {
  fieldsOf: (patch: Patch) => Field[]
  /** What goes with a field, such as the name shown for an id. */
  besides?: Readonly<Partial<Record<Field, string>>> | undefined
}

export function saveShape<Row extends Editable, Field extends string, Patch extends object>({
  fieldsOf,
  besides,
}: Parts<Patch, Field>): SaveShape<Row, Field, Patch> {
  const namesOf = (field: Field): string[] => {
    const beside = besides?.[field]
    return beside ? [field, beside] : [field]
  }
  return {
    fieldsOf,
    pick: (row, fields) =>
      Object.fromEntries(fields.flatMap(namesOf).map((name) => [name, fieldIn(row, name)])) as Patch,
    without: (patch, fields) => {
      const gone = fields.flatMap(namesOf)
      return Object.fromEntries(Object.entries(patch).filter(([name]) => !gone.includes(name))) as Patch
    },
    isUnchanged: (field, patch, before) =>
      namesOf(field).every(
        (name) => !Object.hasOwn(patch, name) || isSame(fieldIn(patch, name), fieldIn(before, name)),
      ),
  }
}
