import { styled } from '@mui/material/styles'
import { useOnline } from '#web/lib/online.ts'
import { Icon } from './icons.tsx'

const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  padding: '8px 16px',
  fontSize: 13,
  lineHeight: 1.5,
  color: theme.okuru.palette.warning.main,
  background: theme.okuru.palette.warning.bg,
}))

/** Says that the connection is gone, that reading goes on, and how much still waits to be sent. */
export function OfflineBanner({ unsent = 0 }: { unsent?: number }) {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <Root>
          <Icon name="offline" size={18} />
          {unsent > 0
            ? `通信が切れています。未送信 ${unsent}件は、つながり次第お送りします。`
            : '通信が切れています。表示中の内容はそのままご覧いただけます。'}
        </Root>
      )}
    </div>
  )
}
