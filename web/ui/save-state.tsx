import { styled } from '@mui/material/styles'
import { timeOfDay } from '#web/lib/dates.ts'
import { BY_FINGER } from './by-finger.ts'
import { Icon } from './icons.tsx'

const State = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  fontVariantNumeric: 'tabular-nums',
  '& i': { width: 8, height: 8, borderRadius: '50%', background: theme.okuru.palette.success.main },
  '&[data-state="unsaved"] i': { background: theme.okuru.palette.warning.main },
  '&[data-state="offline"]': { color: theme.okuru.palette.warning.main, fontWeight: 700 },
  '&[data-state="problem"]': { color: theme.okuru.palette.error.main, fontWeight: 700 },
  '& button': {
    border: 0,
    background: 'none',
    textDecoration: 'underline',
    cursor: 'pointer',
    [BY_FINGER]: { minHeight: 44 },
  },
}))

type Props = {
  state: {
    entries: Readonly<Record<string, { problem?: unknown }>>
    offline: boolean
    savedAt: number | null
  }
  unsent: number
  photos?: number
  onRetry: () => void
}

/** Whether what was typed has arrived. */
export function SaveState({ state, unsent, photos = 0, onRetry }: Props) {
  const problems = Object.values(state.entries).filter(({ problem }) => problem).length
  if (problems > 0)
    return (
      <State role="status" data-state="problem">
        <Icon name="warning" size={14} />
        {`保存できていない商品 ${problems}点`}
      </State>
    )
  if ((state.offline && unsent > 0) || photos > 0)
    return (
      <State role="status" data-state="offline">
        <Icon name="offline" size={14} />
        {`未送信 ${unsent + photos}件`}
        <button type="button" onClick={onRetry}>
          もう一度送る
        </button>
      </State>
    )
  if (unsent > 0)
    return (
      <State role="status" data-state="unsaved">
        <i />
        未保存
      </State>
    )
  return (
    <State role="status" data-state="saved">
      {state.savedAt !== null && (
        <>
          <i />
          {`保存済み ${timeOfDay(state.savedAt)}`}
        </>
      )}
    </State>
  )
}
