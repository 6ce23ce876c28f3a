import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { type Decision, isPriced } from '#contract/answer'
import { decisionLabel } from '#contract/codes'
import { formatYen } from '#contract/text'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { itemName } from './item-words.ts'
import type { AssessedItem } from './shared/assessment-types.ts'

const Two = styled('div')(({ theme }) => {
  const { palette, radius } = theme.okuru
  return {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 10,
    // On a zoomed page the words would break inside the buttons.
    '@media (max-width: 280px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& button': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 6,
      minHeight: 52,
      padding: '4px 8px',
      font: 'inherit',
      fontSize: 15,
      fontWeight: 700,
      lineHeight: 1.3,
      fontVariantNumeric: 'tabular-nums',
      color: palette.primary.main,
      background: palette.bg.paper,
      border: `2px solid ${palette.primary.main}`,
      borderRadius: radius.button,
      cursor: 'pointer',
      transition: 'background 120ms, color 120ms',
    },
    '&[data-small] button': { minHeight: 44, fontSize: 13 },
    '& button[aria-pressed="true"]': {
      color: palette.primary.contrastText,
      background: palette.primary.main,
    },
    '& button:focus-visible': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 2 },
    '&[data-missing] button': { borderColor: palette.error.main },
  }
})

type Props = {
  item: AssessedItem
  decision: Decision | undefined
  onDecide: (decision: Decision) => void
  /** The answer was submitted without a decision for this item. */
  missing?: boolean
  small?: boolean
}

export function Choice({ item, decision, onDecide, missing = false, small = false }: Props) {
  const id = useId()
  const words: readonly Decision[] = isPriced(item.itemStatus) ? ['sell', 'return'] : ['dispose', 'return']
  return (
    <div>
      <Two
        role="group"
        aria-label={`${itemName(item)}をどうしますか`}
        aria-describedby={missing ? id : undefined}
        data-missing={missing ? '' : undefined}
        data-small={small ? '' : undefined}
      >
        {words.map((word) => (
          <button key={word} type="button" aria-pressed={word === decision} onClick={() => onDecide(word)}>
            {word === decision && <Icon name="check" size={18} />}
            {word === 'sell' ? `${decisionLabel.sell} ${formatYen(item.price ?? 0)}` : decisionLabel[word]}
          </button>
        ))}
      </Two>
      {missing && <ErrorText id={id}>売るか、返してもらうかをお選びください。</ErrorText>}
    </div>
  )
}
