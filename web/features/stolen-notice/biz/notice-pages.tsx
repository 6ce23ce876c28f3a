import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { mostNoticePages, stolenNoticeCalls } from '#contract/stolen-notice'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { PHOTO_TYPES } from '#web/ui/photo-input.tsx'
import type { Notice } from './notice.rules.ts'

const Pages = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
  gap: 10,
  margin: '8px 0',
  '& img': {
    width: '100%',
    aspectRatio: '1 / 1.414',
    objectFit: 'cover',
    objectPosition: 'top',
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: 6,
  },
}))

/** Pictures of the paper; whoever sees the notice sees them. */
export function NoticePages({ notice }: { notice: Notice }) {
  const add = useMutationOf(stolenNoticeCalls.addPage)
  const remove = useMutationOf(stolenNoticeCalls.removePage)
  const confirm = useConfirm()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState<string>()
  const params = { id: notice.id }
  const attempt = async (act: () => Promise<unknown>) => {
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(sentenceFor(error))
    }
    button.current?.focus()
  }
  const send = (files: readonly File[]) =>
    attempt(async () => {
      for (const file of files) {
        const form = new FormData()
        form.append('file', file, file.name)
        await add.mutateAsync({ params, body: form })
      }
    })
  const drop = async (id: number, place: number) => {
    const isSure = await confirm({
      title: `紙の写しの${place}枚目を消しますか?`,
      body: '消した写しは元に戻せません。',
      confirm: '消す',
      danger: true,
    })
    if (isSure) await attempt(() => remove.mutateAsync({ params: { stolenNoticePk: notice.id, id } }))
  }
  return (
    <Card>
      <h2>紙の写し</h2>
      {notice.pages.length === 0 && (
        <Muted>紙を写真に撮るか、JPEG・PNG でスキャンして加えます。紙そのものも期限まで保管します。</Muted>
      )}
      <Pages>
        {notice.pages.map((page, index) => (
          <li key={page.id}>
            <a href={page.url} target="_blank" rel="noreferrer">
              <img src={page.thumbnailUrl} alt={`紙の写し ${index + 1}枚目(大きく見る)`} />
            </a>
            <QuietButton size="small" onClick={() => void drop(page.id, index + 1)}>
              {index + 1}枚目を消す
            </QuietButton>
          </li>
        ))}
      </Pages>
      {problem && <ErrorText role="alert">{problem}</ErrorText>}
      {notice.pages.length < mostNoticePages && (
        <Row>
          <QuietButton ref={button} pending={add.isPending} onClick={() => input.current?.click()}>
            写しを加える
          </QuietButton>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={PHOTO_TYPES}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              void send(files)
            }}
          />
        </Row>
      )}
    </Card>
  )
}
