import { styled } from '@mui/material/styles'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { LabelButton } from '#web/ui/label-button.ts'
import { countsOf, gapsOf, judge, type Lock, type Place } from './product-facts.ts'
import type { Product } from './product-types.ts'

const Root = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gap: 8,
    '& .score': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 10px' },
    '& .score > b': { fontSize: 13 },
    '& .score > b > span': { marginLeft: 6, fontSize: 22, fontVariantNumeric: 'tabular-nums' },
    '& .score > small': { marginLeft: 'auto', fontSize: 12, color: palette.font.sub },
    '& .gaps': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 4px', fontSize: 12 },
    '& .gaps button': { padding: '0 6px', fontWeight: 700, textDecoration: 'underline' },
    '& .go': { display: 'flex', gap: 8 },
    '& .go > [data-go]': { flex: 1 },
    '& .next': { fontSize: 12, color: palette.font.sub, textAlign: 'center' },
    '& .look': { display: 'none' },
    [theme.breakpoints.between('md', 'lg')]: { '& .look': { display: 'inline-flex' } },
    [theme.breakpoints.up('lg')]: {
      '& .card': {
        padding: '10px 14px',
        background: palette.bg.paper,
        border: `1px solid ${palette.border.main}`,
        borderRadius: theme.okuru.radius.card,
      },
      '& .go > [data-go]': { minHeight: 44 },
    },
    // Sticky there: it leaves the room to the form.
    [theme.breakpoints.down('md')]: {
      '& .next': { display: 'none' },
      '& .gaps': { maxHeight: 44, overflowY: 'auto' },
    },
  }
})

type Props = {
  product: Product
  lock: Lock | undefined
  next: string | undefined
  onGo: (place: Place) => void
  onFinish: () => void
  onReopen: () => void
  onPreview: () => void
}

/** How far the product is, what it lacks, and the next step. */
export function DeskFoot({ product, lock, next, onGo, onFinish, onReopen, onPreview }: Props) {
  const { completeness } = judge(product)
  const { required, optional } = countsOf(product)
  const gaps = gapsOf(product)
  return (
    <Root>
      <div className="card">
        <p className="score">
          <b>
            完成度<span>{completeness}</span>
          </b>
          <small>{`必須 ${required}・任意 ${optional}`}</small>
        </p>
        {gaps.length > 0 && lock === undefined && (
          <p className="gaps">
            足りないもの:
            {gaps.map(({ key, label, place }) => (
              <LabelButton key={key} type="button" onClick={() => onGo(place)}>
                {label}
              </LabelButton>
            ))}
          </p>
        )}
      </div>
      <div className="go">
        <span className="look">
          <QuietButton onClick={onPreview} endIcon={<Kbd>S</Kbd>}>
            見え方
          </QuietButton>
        </span>
        {lock === undefined && (
          <NextButton data-go="" onClick={onFinish} endIcon={<Kbd>Ctrl ↵</Kbd>}>
            出品待ちへ
          </NextButton>
        )}
        {lock === 'finished' && (
          <QuietButton fullWidth onClick={onReopen} endIcon={<Kbd>R</Kbd>}>
            商品化をやり直す
          </QuietButton>
        )}
      </div>
      {lock === undefined && <p className="next">{`${next ? `次は ${next}・` : ''}10秒以内なら戻せます`}</p>}
    </Root>
  )
}
