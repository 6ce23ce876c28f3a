import { styled } from '@mui/material/styles'
import { useOnline } from '#web/lib/online.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useIsOutdated } from './release-update.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '4px 12px',
  padding: '6px 16px',
  fontSize: 13,
  lineHeight: 1.5,
  color: theme.okuru.palette.primary.main,
  background: theme.okuru.palette.primary.lightest,
}))

export function UpdateNotice() {
  const outdated = useIsOutdated()
  const online = useOnline()
  return (
    <div role="status">
      {outdated && online && (
        <Root>
          画面の新しい版があります。きりのよいところで読み込み直してください。
          <QuietButton size="small" onClick={() => window.location.reload()}>
            読み込み直す
          </QuietButton>
        </Root>
      )}
    </div>
  )
}
