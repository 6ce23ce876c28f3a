import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { mostParcelPhotos, unannouncedBoxCalls } from '#contract/unannounced-box'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { PHOTO_TYPES } from '#web/ui/photo-input.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { UnannouncedBox } from './unannounced-dialogs.tsx'

const Photos = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
  gap: 8,
  '& img': {
    width: '100%',
    aspectRatio: '1',
    objectFit: 'cover',
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: 6,
  },
}))

/** How the parcel looked when it came; more are taken until it is settled. */
export function ParcelPhotos({ box }: { box: UnannouncedBox }) {
  const add = useMutationOf(unannouncedBoxCalls.addPhoto)
  const remove = useMutationOf(unannouncedBoxCalls.removePhoto)
  const confirm = useConfirm()
  const input = useRef<HTMLInputElement>(null)
  const [failed, setFailed] = useState<{ files: readonly File[]; problem: string }>()
  const mayAdd = box.state === 'waiting' && box.photos.length < mostParcelPhotos
  useShortcuts([{ code: 'KeyP', label: '箱の写真を加える', run: () => input.current?.click() }], {
    enabled: mayAdd && !add.isPending,
  })
  const send = async (files: readonly File[]) => {
    setFailed(undefined)
    for (const file of files) {
      const form = new FormData()
      form.append('file', file, file.name)
      try {
        await add.mutateAsync({ params: { id: box.id }, body: form })
      } catch (error) {
        setFailed((before) => ({ files: [...(before?.files ?? []), file], problem: sentenceFor(error) }))
      }
    }
  }
  const drop = async (id: number, place: number) => {
    const isSure = await confirm({
      title: `届いたときの写真の${place}枚目を消しますか?`,
      body: '消した写真は元に戻せません。',
      confirm: '消す',
      danger: true,
    })
    // The error is shown below the photos.
    if (isSure) await remove.mutateAsync({ params: { unannouncedBoxPk: box.id, id } }).catch(() => undefined)
  }
  if (!mayAdd && box.photos.length === 0) return null
  return (
    <div>
      {box.photos.length === 0 && (
        <Muted>
          届いたときの箱と伝票を、開ける前に写真に残してください。伝票の記録と一緒に、解決してから1年で消えます。
        </Muted>
      )}
      <Photos aria-label="届いたときの写真">
        {box.photos.map((photo, index) => (
          <li key={photo.id}>
            <a href={photo.url} target="_blank" rel="noreferrer">
              <img src={photo.thumbnailUrl} alt={`届いたときの写真 ${index + 1}枚目(大きく見る)`} />
            </a>
            {box.state === 'waiting' && (
              <QuietButton
                size="small"
                disabled={remove.isPending}
                onClick={() => void drop(photo.id, index + 1)}
              >
                {index + 1}枚目を消す
              </QuietButton>
            )}
          </li>
        ))}
      </Photos>
      {remove.error && <ErrorText role="alert">{sentenceFor(remove.error)}</ErrorText>}
      {failed && (
        <ErrorText role="alert">{`送れなかった写真が${failed.files.length}枚あります。${failed.problem}`}</ErrorText>
      )}
      {mayAdd && (
        <Row style={{ marginTop: 8 }}>
          <QuietButton pending={add.isPending} onClick={() => input.current?.click()} endIcon={<Kbd>P</Kbd>}>
            箱の写真を加える
          </QuietButton>
          {failed && (
            <QuietButton onClick={() => void send(failed.files)} disabled={add.isPending}>
              もう一度送る
            </QuietButton>
          )}
          <input
            ref={input}
            type="file"
            hidden
            multiple
            capture="environment"
            accept={PHOTO_TYPES}
            aria-label="箱の写真"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              void send(files)
            }}
          />
        </Row>
      )}
    </div>
  )
}
