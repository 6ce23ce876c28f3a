import { accountCalls } from '#contract/account'
import { formatDateTimeJa } from '#contract/day'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { SettingList } from './setting-list.tsx'

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
  const endOthers = useMutationOf(accountCalls.endOtherDevices, {
    onSuccess: ({ ended }) => notify.done(`ほかの${ended}台からログアウトしました`),
    onError: (error) => notify.failed(sentenceFor(error)),
    waits: true,
    rereadsOnError: true,
  })
  const signOutOthers = async (others: number) => {
    const sure = await confirm({
      title: `ほかの端末${others === 1 ? '' : `${others}台すべて`}からログアウトしますか?`,
      body: 'すぐにログアウトします。この端末は、ログインしたままです。心当たりのない端末があるときは、パスワードも変えてください。',
      confirm: 'すべてログアウトする',
    })
    if (sure) endOthers.mutate({})
  }
  return (
    <WhenShown state={devices}>
      {(known) => (
        <Stack gap={12}>
          <SettingList>
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
          </SettingList>
          {known.length > 1 && (
            <QuietButton pending={endOthers.isPending} onClick={() => void signOutOthers(known.length - 1)}>
              ほかの端末すべてからログアウトする
            </QuietButton>
          )}
        </Stack>
      )}
    </WhenShown>
  )
}
