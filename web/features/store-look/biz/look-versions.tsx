import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { storeLookCalls } from '#contract/store-look'
import { errorCode, sentenceFor } from '#web/lib/errors.ts'
import { reread, useMutationOf } from '#web/lib/query-client.ts'
import { DangerButton, MainButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ProblemNotice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { changesOf, type LookVersion, type StoredLook } from './look.rules.ts'

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  listStyle: 'none',
  '& > li': { paddingTop: 12, borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& ul': { margin: '2px 0 6px', fontSize: 12, lineHeight: 1.7, color: theme.okuru.palette.font.sub },
}))

const Swatch = styled('span')(({ theme }) => ({
  display: 'inline-block',
  width: 16,
  height: 16,
  borderRadius: 4,
  border: `1px solid ${theme.okuru.palette.border.medium}`,
}))

const CHANGED =
  'ほかの人が、先にこのストアを変更していました。版の記録を新しくしましたので、ご確認のうえ、もう一度お進みください。'

type Props = {
  stored: StoredLook
  mayEdit: boolean
  onRewrite: (version: LookVersion) => void
  onChanged: (stored: StoredLook) => void
}

export function LookVersions({ stored, mayEdit, onRewrite, onChanged }: Props) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const publish = useMutationOf(storeLookCalls.publish)
  const withdraw = useMutationOf(storeLookCalls.withdraw)
  const [problem, setProblem] = useState<string>()
  const head = useRef<HTMLHeadingElement>(null)
  const { key, version, versions, state, publishedNumber } = stored
  const act = async (run: () => Promise<StoredLook>, done: string) => {
    setProblem(undefined)
    try {
      onChanged(await run())
      // The button that was pressed is gone.
      head.current?.focus({ preventScroll: true })
      notify.done(done)
    } catch (error) {
      const isStale = errorCode(error) === 'stale_version'
      if (isStale) void reread(client, ['store_look'])
      setProblem(isStale ? CHANGED : sentenceFor(error))
    }
  }
  const show = async (number: number) => {
    const sure = await confirm({
      title: `第${number}版を公開しますか?`,
      body: 'すぐに、このストアを訪れるすべての方の画面とメールに使われます。前の版にはいつでも戻せます。',
      confirm: '公開する',
    })
    if (sure)
      await act(
        () => publish.mutateAsync({ params: { storeKey: key }, body: { number, version } }),
        '公開しました。',
      )
  }
  const close = async () => {
    const sure = await confirm({
      title: 'このストアの表示を終えますか?',
      body: `「/?store=${key}」のアドレスは、標準のページ(すべてのお店)を表示します。あとからもう一度公開できます。`,
      confirm: '表示を終える',
      danger: true,
    })
    if (sure)
      await act(
        () => withdraw.mutateAsync({ params: { storeKey: key }, body: { version } }),
        '表示を終えました。',
      )
  }
  const isPending = publish.isPending || withdraw.isPending
  return (
    <Card>
      <Stack gap={12}>
        <h2 ref={head} tabIndex={-1} style={{ fontSize: 16, outline: 'none' }}>
          版の記録
        </h2>
        <ProblemNotice>{problem}</ProblemNotice>
        <List>
          {versions.map((one, index) => {
            const isShown = state === 'published' && one.number === publishedNumber
            const changes = changesOf(one, versions[index + 1])
            return (
              <li key={one.number}>
                <Row gap={8}>
                  <b>第{one.number}版</b>
                  <Swatch style={{ background: one.brand }} aria-hidden />
                  <Swatch style={{ background: one.accent }} aria-hidden />
                  {isShown && <StatusChip tone="ok">公開中</StatusChip>}
                  <Muted style={{ fontSize: 12 }}>
                    {formatDateTimeJa(one.createdAt)} {one.createdBy || '最初からの見た目'}
                  </Muted>
                </Row>
                {changes.length > 0 && (
                  <ul>
                    {changes.map((change) => (
                      <li key={change}>{change}</li>
                    ))}
                  </ul>
                )}
                {mayEdit && (
                  <Row gap={8}>
                    {!isShown &&
                      (index === 0 ? (
                        <MainButton size="small" pending={isPending} onClick={() => void show(one.number)}>
                          第{one.number}版を公開する
                        </MainButton>
                      ) : (
                        <QuietButton size="small" pending={isPending} onClick={() => void show(one.number)}>
                          第{one.number}版に戻す
                        </QuietButton>
                      ))}
                    {index > 0 && (
                      <QuietButton size="small" onClick={() => onRewrite(one)}>
                        この版から書き直す
                      </QuietButton>
                    )}
                  </Row>
                )}
              </li>
            )
          })}
        </List>
        {mayEdit && state === 'published' && key !== 'default' && (
          <Row>
            <DangerButton size="small" pending={isPending} onClick={() => void close()}>
              このストアの表示を終える
            </DangerButton>
          </Row>
        )}
      </Stack>
    </Card>
  )
}
