import { formatDateTimeJa } from '#contract/day'
import { lineCalls } from '#contract/line'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Stack } from '#web/ui/page.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'

/** The account's link with the official LINE account. */
export function LineLink() {
  const link = useCall(lineCalls.get)
  return (
    <WhenShown state={link}>
      {(known) => {
        if (!known.isOffered) return <p>LINEでのお知らせは、ただいまご利用いただけません。</p>
        return (
          <Card>
            <Stack>
              {known.isRecorded && (
                <Notice title="開発用の画面です">
                  LINEには接続していません。お送りする内容を記録します。
                </Notice>
              )}
              {known.linkedAt ? (
                <Linked linkedAt={known.linkedAt} isFriend={known.isFriend} friendUrl={known.friendUrl} />
              ) : (
                <Unlinked friendUrl={known.friendUrl} />
              )}
            </Stack>
          </Card>
        )
      }}
    </WhenShown>
  )
}

function Linked({
  linkedAt,
  isFriend,
  friendUrl,
}: {
  linkedAt: string
  isFriend: boolean
  friendUrl: string
}) {
  const confirm = useConfirm()
  const unlink = useMutationOf(lineCalls.unlink, {
    onSuccess: () => notify.done('LINEとの連携を解除しました'),
    onError: (error) => notify.failed(sentenceFor(error)),
    waits: true,
  })
  const ask = async () => {
    const sure = await confirm({
      title: 'LINEとの連携を解除しますか?',
      body: 'これからのお知らせは、LINEには届きません。',
      confirm: '解除する',
    })
    if (sure) unlink.mutate({})
  }
  return (
    <>
      <p>{formatDateTimeJa(linkedAt)}に連携しました。</p>
      {!isFriend && (
        <Notice tone="wait" title="LINEにお送りできません">
          おくるの公式アカウントがブロックされているか、友だちではなくなっています。
          {friendUrl && <a href={friendUrl}>友だちに追加し直す</a>}
          と、もう一度届くようになります。それまではメールでお送りします。
        </Notice>
      )}
      <QuietButton pending={unlink.isPending} onClick={() => void ask()}>
        連携を解除する
      </QuietButton>
    </>
  )
}

function Unlinked({ friendUrl }: { friendUrl: string }) {
  const link = useMutationOf(lineCalls.link, {
    onSuccess: () => notify.done('LINEと連携しました'),
    waits: true,
  })
  return (
    <>
      <p>連携すると、お荷物の到着や査定の結果、お振込みのご案内をLINEでもお受け取りいただけます。</p>
      {friendUrl && (
        <ol style={{ paddingLeft: 20, listStyle: 'decimal' }}>
          <li style={{ listStyle: 'inherit' }}>
            <a href={friendUrl} style={{ lineHeight: '44px' }}>
              おくるの公式アカウントを友だちに追加する
            </a>
          </li>
          <li style={{ listStyle: 'inherit' }}>トークに届く「連携する」を押す</li>
        </ol>
      )}
      {link.error && <p role="alert">{sentenceFor(link.error)}</p>}
      <MainButton pending={link.isPending} onClick={() => link.mutate({ body: {} })}>
        {friendUrl ? '友だち追加が済んでいるので連携する' : 'LINEと連携する'}
      </MainButton>
    </>
  )
}
