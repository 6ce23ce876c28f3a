import { styled } from '@mui/material/styles'
import { payoutBatchStateLabel, payoutBatchStateTone } from '#contract/codes'
import { formatCount } from '#contract/text'
import { Icon } from '#web/ui/icons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { type BatchState, isError, type Problem } from './payout-types.ts'

export const StateChip = ({ state }: { state: BatchState }) => (
  <StatusChip tone={payoutBatchStateTone[state]}>{payoutBatchStateLabel[state]}</StatusChip>
)

export const transferKindLabel: Readonly<Record<string, string>> = {
  ordinary: 'お客さまのご依頼',
  automatic: '自動振込',
  special: '期限後のお支払い',
}

const fieldLabels: Readonly<Record<string, string>> = {
  code: '委託者コード',
  name: '委託者名',
  bankCode: '銀行番号',
  bankName: '銀行名',
  branchCode: '支店番号',
  branchName: '支店名',
  accountType: '預金種目',
  accountNumber: '口座番号',
  holderKana: '口座名義',
  amount: '金額',
  transferId: '振込番号',
  payDate: '振込指定日',
}

const FigureRow = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  overflow: 'hidden',
  background: theme.okuru.palette.border.main,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  [theme.breakpoints.up('md')]: { position: 'sticky', top: 'var(--shell-top, 0px)', zIndex: 3 },
  '& > div': {
    flex: '1 1 150px',
    padding: '10px 16px',
    background: theme.okuru.palette.bg.paper,
  },
  '& dt': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& dd': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 10px', lineHeight: 1.5 },
  '& dd > small': { fontSize: 13, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
}))

/** At the foot of the screen: what the page comes to, and its button. */
export const StickyFoot = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '6px 16px',
  padding: '10px 20px',
  background: theme.okuru.palette.bg.paper,
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
}))

export type Figure = { key: string; label: string; count: number; amount: number }

export const Figures = ({ items }: { items: readonly Figure[] }) => (
  <FigureRow aria-live="polite" style={{ maxWidth: items.length * 320 }}>
    {items.map(({ key, label, count, amount }) => (
      <div key={key}>
        <dt>{label}</dt>
        <dd>
          <Yen amount={amount} size={20} />
          <small>{formatCount(count)}件</small>
        </dd>
      </div>
    ))}
  </FigureRow>
)

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  fontSize: 13,
  lineHeight: 1.6,
  '& li': { display: 'grid', gridTemplateColumns: '18px minmax(0, 1fr)', gap: 8 },
  '& li > svg': { marginTop: 3, color: theme.okuru.palette.warning.main },
  '& li[data-error] > svg': { color: theme.okuru.palette.error.main },
  '& small': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
}))

function placeOf({ line, transfer, field, byte }: Problem): string {
  const label = fieldLabels[field]
  return [
    line !== null && `${line}行目`,
    transfer !== null && `振込番号 ${transfer}`,
    label && `項目: ${label}`,
    byte !== null && `${byte}バイト目`,
  ]
    .filter(Boolean)
    .join(' ・ ')
}

/** The icon only repeats the word. */
export const ProblemList = ({ problems }: { problems: readonly Problem[] }) => (
  <List>
    {problems.map((problem) => (
      <li
        key={`${problem.code}-${problem.line}-${problem.transfer}-${problem.field}-${problem.byte}`}
        data-error={isError(problem) ? '' : undefined}
      >
        <Icon name="warning" size={18} label={isError(problem) ? '直すところ' : '注意'} />
        <span>
          {problem.message}
          <small>{placeOf(problem)}</small>
        </span>
      </li>
    ))}
  </List>
)

export const Notice = styled('div', { shouldForwardProp: (name) => name !== 'tone' })<{
  tone: 'error' | 'wait' | 'plain'
}>(({ theme, tone }) => {
  const { palette, radius } = theme.okuru
  const looks = {
    error: [palette.error.bg, palette.error.main],
    wait: [palette.warning.bg, palette.warning.main],
    plain: [palette.primary.lightest, palette.primary.light],
  } as const
  const [background, border] = looks[tone]
  return {
    display: 'grid',
    gap: 8,
    padding: '12px 16px',
    fontSize: 13,
    lineHeight: 1.7,
    background,
    borderLeft: `3px solid ${border}`,
    borderRadius: radius.field,
    '& > b': { fontSize: 14 },
    '&:focus': { outline: 'none' },
  }
})
