import { styled } from '@mui/material/styles'
import { accountCalls } from '#contract/account'
import { formatDateTimeJa } from '#contract/day'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'

const List = styled('ul')(({ theme }) => ({
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  '& li': { display: 'flex', alignItems: 'center', gap: 12, padding: '12px 16px' },
  '& li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& li > div': { flex: 1, minWidth: 0 },
  '& small': { display: 'block', fontSize: 12, lineHeight: 1.6, color: theme.okuru.palette.font.sub },
  '& .MuiButton-root': { width: 'auto', minHeight: 44, padding: '0 16px', fontSize: 13 },
}))

export function Devices() {
  const confirm = useConfirm()
  const devices = useCall(accountCalls.devices)
  const end = useMutationOf(accountCalls.endDevice, {
    onSuccess: () => notify.done('ログアウトしました'),
    onError: (error) => notify.failed(sentenceFor(error)),
    waits: true,
    rereadsOnError: true,
  })
  const signOut = async (key: string, label: string) => {
    const sure = await confirm({
      title: `${label} からログアウトしますか?`,
      body: '次に使うときは、ログインし直していただきます。',
      confirm: 'ログアウトする',
    })
    if (sure) end.mutate({ params: { key } })
  }
  return (
    <WhenShown state={devices}>
      {(known) => (
        <List>
          {known.map(({ id, label, lastUsedAt, isCurrent }) => (
            <li key={id}>
              <div>
                {label}
                <small>最後のご利用 {formatDateTimeJa(lastUsedAt)}</small>
              </div>
              {isCurrent ? (
                <StatusChip tone="ok">この端末</StatusChip>
              ) : (
                <QuietButton
                  aria-label={`${label} からログアウトする`}
                  pending={end.isPending && end.variables.params.key === id}
                  onClick={() => void signOut(id, label)}
                >
                  ログアウト
                </QuietButton>
              )}
            </li>
          ))}
        </List>
      )}
    </WhenShown>
  )
}
