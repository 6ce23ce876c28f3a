import { formatDateJa, formatDateTimeJa } from '#contract/day'
import type { Definition } from '#web/ui/definition-list.tsx'

type Release = { firstReleaseBy: string; releasedBy: string; releasedAt: string | null; seizure: string }

/** How far the release of a hold is, for its list of facts. */
export function releaseFacts({ firstReleaseBy, releasedBy, releasedAt, seizure }: Release): Definition[] {
  const facts = [
    { key: 'first', term: '1人目の確認', value: firstReleaseBy },
    {
      key: 'released',
      term: '2人目の確認',
      value: releasedAt && `${releasedBy} ・ ${formatDateTimeJa(releasedAt)}`,
    },
    { key: 'seizure', term: '引き渡し', value: seizure },
  ]
  return facts.filter(({ value }) => value)
}

type Order = { kind: string; policeStation: string; orderedOn: string | null; until: string | null }

/** What the police ordered, for the facts of a hold. */
export const orderFacts = ({ kind, policeStation, orderedOn, until }: Order): Definition[] =>
  kind === 'police_order' && until
    ? [
        { key: 'station', term: '差止めをした警察署', value: policeStation || '記録がありません' },
        {
          key: 'until',
          term: '差止めの期間',
          value: `${orderedOn ? formatDateJa(orderedOn) : ''} 〜 ${formatDateJa(until)}`,
        },
      ]
    : []
