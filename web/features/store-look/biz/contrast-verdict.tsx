import { styled } from '@mui/material/styles'
import {
  contrastPairs,
  deriveUiPalette,
  ratioOf,
  ratioText,
  type StorePalette,
} from '#contract/store-palette'
import { Notice } from '#web/ui/notice.tsx'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 12,
  '& th, & td': {
    padding: '4px 8px',
    textAlign: 'left',
    fontWeight: 400,
    borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& .ratio': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .wrong': { fontWeight: 700, color: theme.okuru.palette.error.main },
}))

const Sample = styled('span')({
  display: 'inline-block',
  padding: '0 8px',
  borderRadius: 4,
  fontSize: 13,
  fontWeight: 700,
})

const Details = styled('details')({
  marginTop: 8,
  '& summary': { minHeight: 28, fontSize: 13, cursor: 'pointer' },
})

/** The pairs, the worst first, and what they come to in a sentence. */
export function verdictOn(palette: StorePalette) {
  const derived = deriveUiPalette(palette)
  const pairs = contrastPairs(derived)
    .map((pair) => ({ ...pair, ratio: ratioOf(pair) }))
    .sort((one, other) => one.ratio / one.least - other.ratio / other.least)
  const wrong = pairs.filter(({ ratio, least }) => ratio < least)
  return {
    derived,
    pairs,
    wrong,
    ...(wrong.length > 0
      ? { tone: 'late' as const, title: `読みにくい組み合わせが${wrong.length}つあります` }
      : { tone: 'ok' as const, title: 'すべての文字が読める配色です' }),
  }
}

export function ContrastVerdict({ palette, accent }: { palette: StorePalette; accent: string }) {
  const { derived, pairs, wrong, tone, title } = verdictOn(palette)
  const [lowest] = pairs
  return (
    <div>
      <Notice role="status" tone={tone} title={title}>
        {wrong.length > 0
          ? `保存するには、赤い行の色を直してください。空欄にすると、読める色を自動で決めます。`
          : lowest &&
            `${pairs.length}組を測りました。いちばん低いのは「${lowest.label}」の ${ratioText(lowest.ratio)}:1 です(${lowest.least}:1以上が必要)。`}
        {derived.accent.onBrand !== accent && (
          <p>ボタンの色は帯の上では読みにくいため、帯の上の目立つ文字には使いません。</p>
        )}
      </Notice>
      <Details open={wrong.length > 0}>
        <summary>測った数値を見る</summary>
        <Table>
          <thead>
            <tr>
              <th scope="col">組み合わせ</th>
              <th scope="col">見え方</th>
              <th scope="col" className="ratio">
                数値
              </th>
              <th scope="col">判定</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ label, ink, ground, ratio, least }) => (
              <tr key={label} className={ratio < least ? 'wrong' : undefined}>
                <th scope="row">{label}</th>
                <td>
                  <Sample aria-hidden style={{ color: ink, background: ground }}>
                    あア亜
                  </Sample>
                </td>
                <td className="ratio">{ratioText(ratio)}:1</td>
                <td>{ratio < least ? `不足(${least}:1から)` : '読めます'}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Details>
    </div>
  )
}
