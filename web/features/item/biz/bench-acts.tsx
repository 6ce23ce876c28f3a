import { styled } from '@mui/material/styles'
import { DangerButton, QuietButton } from '#web/ui/button.tsx'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import type { BenchActions } from './bench-keys.ts'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  padding: '8px 16px',
  borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  '& .MuiButton-root': {
    // Three in a row.
    flex: '1 1 30%',
    gap: 5,
    minWidth: 0,
    minHeight: 30,
    padding: '0 6px',
    fontSize: 12,
    whiteSpace: 'nowrap',
    [BY_FINGER]: { minHeight: 44 },
  },
}))

type Act = { label: string; keys: string; title: string; run: () => unknown }

const actsOf = (actions: BenchActions, readOnly: boolean): Act[] => [
  { label: '保管', keys: 'M', title: '保管の記録を見る', run: actions.custody },
  { label: 'ラベル', keys: 'L', title: 'ラベルを印刷する', run: actions.printLabel },
  ...(readOnly
    ? []
    : [
        { label: '複製', keys: 'S', title: '同じ内容の商品を足す', run: actions.duplicate },
        { label: '分ける', keys: '⇧S', title: '2点に分ける', run: actions.split },
        { label: '保留', keys: 'H', title: '保留にする', run: actions.hold },
      ]),
]

type Props = {
  actions: BenchActions
  readOnly: boolean
  /** Only for copies. It has no keyboard shortcut because it cannot be undone. */
  onTakeBack: (() => void) | undefined
}

/** The keys for the article as a whole, to press. */
export const BenchActs = ({ actions, readOnly, onTakeBack }: Props) => (
  <Bar role="group" aria-label="この商品の操作">
    {actsOf(actions, readOnly).map(({ label, keys, title, run }) => (
      <QuietButton key={keys} title={title} onClick={() => void run()} endIcon={<Kbd>{keys}</Kbd>}>
        {label}
      </QuietButton>
    ))}
    {onTakeBack && <DangerButton onClick={onTakeBack}>取り消す</DangerButton>}
  </Bar>
)
