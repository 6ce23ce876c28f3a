import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { TextButton } from '#web/ui/text-button.tsx'
import { forgetStoreKey } from './theme/store-key.ts'

const Band = styled('div')(({ theme }) => ({
  color: theme.okuru.palette.warning.main,
  background: theme.okuru.palette.warning.bg,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 20px',
    maxWidth: 1128,
    margin: '0 auto',
    padding: '8px 16px',
    fontSize: 13,
    lineHeight: 1.7,
    [theme.breakpoints.up('md')]: { padding: '4px 24px' },
  },
  '& p': { flex: '1 1 20em' },
  '& button': { minHeight: 44 },
}))

/** For visitors of an address whose store there is not, not yet or no longer: they see the common pages. */
export default function UnknownStore() {
  const [isRead, setRead] = useState(false)
  if (isRead) return null
  return (
    <Band role="status">
      <div>
        <p>
          このアドレスのストアは見つからないか、いまは表示していません。標準のページで、すべてのお店をご案内しています。
        </p>
        <TextButton
          type="button"
          onClick={() => {
            forgetStoreKey()
            setRead(true)
          }}
        >
          わかりました
        </TextButton>
      </div>
    </Band>
  )
}
