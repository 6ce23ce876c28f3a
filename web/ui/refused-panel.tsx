import { styled } from '@mui/material/styles'
import { sentenceFor } from '#web/lib/errors.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons.tsx'

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  padding: '10px 12px',
  color: theme.okuru.palette.error.main,
  background: theme.okuru.palette.error.bg,
  borderRadius: theme.okuru.radius.field,
  '& p': { display: 'flex', gap: 8, alignItems: 'center' },
}))

export function RefusedPanel({ error, onDiscard }: { error: unknown; onDiscard: () => void }) {
  return (
    <Box role="alert">
      <p>
        <Icon name="warning" size={18} />
        {`まだ保存できていません。${sentenceFor(error)}`}
      </p>
      <QuietButton onClick={onDiscard}>保存されている内容に戻す</QuietButton>
    </Box>
  )
}
