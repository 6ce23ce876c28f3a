import { codesBeyond, mostCodes, severalCodes } from '#contract/search-terms'
import { formatCount } from '#contract/text'
import { Notice } from './notice.tsx'

type Props = {
  /** As in the address: what is too long for the call is not in its query. */
  q: unknown
  missing: readonly string[] | undefined
}

export const searchesCodes = (q: unknown): q is string => typeof q === 'string' && severalCodes(q)

/** Says which of the codes pasted into a search were not found, or that they are too many. */
export function CodeSearchNote({ q, missing }: Props) {
  if (typeof q !== 'string') return null
  const beyond = codesBeyond(q)
  if (beyond > 0)
    return (
      <Notice tone="wait" role="status" title={`一度に探せる番号は${mostCodes}件までです`}>
        {formatCount(beyond)}件あります。{mostCodes}件ずつに分けて探してください。
      </Notice>
    )
  if (!missing || missing.length === 0) return null
  return (
    <Notice tone="wait" role="status" title={`${missing.length}件の番号は、この条件では見つかりませんでした`}>
      <span style={{ overflowWrap: 'anywhere' }}>{missing.join('、')}</span>
    </Notice>
  )
}
