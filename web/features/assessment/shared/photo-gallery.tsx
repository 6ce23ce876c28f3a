import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useState } from 'react'
import { QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'

export type Photo = { id: number; url: string; thumbnailUrl: string; caption: string }

const Stage = styled(PhotoFrame)({
  aspectRatio: '3 / 4',
  maxHeight: '62vh',
  width: '100%',
  '& > img': { objectFit: 'contain' },
})

const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginTop: 8,
  fontSize: 13,
})

const Caption = styled('p')(({ theme }) => ({ fontSize: 13, color: theme.okuru.palette.font.sub }))

type Props = {
  photos: readonly Photo[]
  /** Index of the photo shown; undefined closes the gallery. */
  at: number | undefined
  title: string
  onAt: (index: number) => void
  onClose: () => void
}

export function PhotoGallery({ photos, at, title, onAt, onClose }: Props) {
  const open = at !== undefined
  // Keeps the last photo during the closing animation.
  const [last, setLast] = useState(0)
  const index = Math.min(at ?? last, photos.length - 1)
  const photo = photos[index]
  if (!photo) return null
  const go = (step: number) => {
    const next = (index + step + photos.length) % photos.length
    setLast(next)
    onAt(next)
  }
  const leaf = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    if (event.key === 'ArrowLeft') go(-1)
  }
  const close = () => {
    setLast(index)
    onClose()
  }
  return (
    <Dialog
      open={open}
      title={title}
      onClose={close}
      actions={<QuietButton onClick={close}>閉じる</QuietButton>}
    >
      <Stage>
        <img src={photo.url} alt={photo.caption || `${title}の写真${index + 1}`} />
      </Stage>
      <Bar>
        <IconButton label="前の写真" onClick={() => go(-1)} onKeyDown={leaf} autoFocus>
          <Icon name="back" />
        </IconButton>
        <span aria-live="polite">
          写真{index + 1} / {photos.length}
        </span>
        <IconButton label="次の写真" onClick={() => go(1)} onKeyDown={leaf}>
          <Icon name="chevron" />
        </IconButton>
      </Bar>
      {photo.caption && <Caption>{photo.caption}</Caption>}
    </Dialog>
  )
}
