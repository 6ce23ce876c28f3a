// Of many templates with attributes: which two could count for one article, with nothing to say which of them does.
import type { AttributeValue } from '#contract/pre-assessment-price'

export interface FiledTemplate {
  id: number
  /** All that it is for but for its attributes. */
  kind: string
  attributes: Readonly<Record<string, AttributeValue>>
  valid_from: string
  valid_to: string | null
  /** In the file; null for one that is known already. */
  place: number | null
}

export interface FileTie {
  one: FiledTemplate
  other: FiledTemplate
}

/** Templates of one kind that name the same attributes; between these only equal values tie, which the key tells. */
type Group = { names: string[]; members: FiledTemplate[] }

/** So many different sets of attributes for one kind of goods are a mistake, and would take long to compare. */
export const mostAttributeSets = 300

export function groupsByKind(templates: readonly FiledTemplate[]): Group[][] {
  const kinds = new Map<string, Map<string, Group>>()
  for (const template of templates) {
    const names = Object.keys(template.attributes).sort()
    const groups = kinds.get(template.kind) ?? new Map<string, Group>()
    const key = JSON.stringify(names)
    const group = groups.get(key) ?? { names, members: [] }
    group.members.push(template)
    kinds.set(template.kind, groups.set(key, group))
  }
  return [...kinds.values()].map((groups) => [...groups.values()])
}

const overlap = (one: FiledTemplate, other: FiledTemplate): boolean =>
  one.valid_from <= (other.valid_to ?? '9999-12-31') && other.valid_from <= (one.valid_to ?? '9999-12-31')

function tiesBetween(one: Group, other: Group, most: number): FileTie[] {
  const shared = one.names.filter((name) => other.names.includes(name))
  const keyOf = ({ attributes }: FiledTemplate) => JSON.stringify(shared.map((name) => attributes[name]))
  const byKey = Map.groupBy(one.members, keyOf)
  const ties: FileTie[] = []
  for (const member of other.members) {
    if (ties.length >= most) break
    const found = byKey
      .get(keyOf(member))
      ?.find((each) => overlap(each, member) && (each.place !== null || member.place !== null))
    if (found) ties.push(found.place === null ? { one: member, other: found } : { one: found, other: member })
  }
  return ties
}

/** At most `most` pairs, the first of each from the file. */
export function attributeTies(templates: readonly FiledTemplate[], most: number): FileTie[] {
  const ties: FileTie[] = []
  for (const groups of groupsByKind(templates))
    for (const [index, one] of groups.entries())
      for (const other of groups.slice(index + 1)) {
        if (ties.length >= most) return ties
        if (one.names.length === other.names.length) ties.push(...tiesBetween(one, other, most - ties.length))
      }
  return ties
}
