import MuiDialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useId, useState } from 'react'
import { useCloseRequest } from '#web/ui/close-request.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { GalleryProps } from './photo-gallery.tsx'
import { ZoomedPhoto } from './zoomed-photo.tsx'

const Screen = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  height: '100dvh',
  color: '#ffffff',
  background: '#14161b',
  '& > header, & .turn': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    minHeight: 48,
    padding: '2px 8px',
    fontSize: 14,
    fontWeight: 700,
  },
  '& button:focus-visible': { outlineColor: '#ffffff' },
  '& .word': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 6,
    minHeight: 44,
    padding: '0 12px',
    border: 0,
    font: 'inherit',
    fontSize: 13,
    fontWeight: 700,
    color: 'inherit',
    background: 'none',
    borderRadius: 22,
    cursor: 'pointer',
  },
  '& footer': {
    width: '100%',
    maxWidth: 640,
    margin: '0 auto',
    padding: '8px 20px calc(14px + env(safe-area-inset-bottom))',
  },
  '& footer ul': { display: 'grid', gap: 2 },
  '& footer li': { display: 'flex', justifyContent: 'space-between', gap: 16, fontSize: 15, fontWeight: 700 },
  '& footer .caption, & footer .hint': { fontSize: 12, color: '#d5d9e2' },
  '& footer .hint': { textAlign: 'center' },
  '& footer .two': { display: 'flex', gap: 10, margin: '10px 0 6px' },
  '& footer .two .word': { flex: 1, border: '1.5px solid #8b93a5' },
  '& footer .two .word:last-of-type': { color: '#14161b', background: '#ffffff', borderColor: '#ffffff' },
  // On a low screen the photo keeps the room.
  '@media (max-height: 499.95px)': { '& footer .hint': { display: 'none' } },
  [theme.breakpoints.up('md')]: { '& > header': { padding: '4px 24px' } },
}))

export default function PhotoGalleryDialog(props: GalleryProps) {
  const { photos, at, title, notes = [], onAt, onClose, onAsk } = props
  const id = useId()
  // Keeps the last photo during the closing animation.
  const [last, setLast] = useState(0)
  const [whole, setWhole] = useState(0)
  const index = Math.min(at ?? last, photos.length - 1)
  const photo = photos[index]
  const close = () => {
    setLast(index)
    onClose()
  }
  useCloseRequest(at !== undefined, close)
  if (!photo) return null
  const shown = notes[index] ?? []
  const go = (step: number) => {
    const next = (index + step + photos.length) % photos.length
    setLast(next)
    onAt(next)
  }
  const leaf = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    if (event.key === 'ArrowLeft') go(-1)
  }
  return (
    <MuiDialog
      open={at !== undefined}
      onClose={close}
      fullScreen
      aria-labelledby={id}
      onKeyDown={leaf}
      slotProps={{ paper: { style: { borderRadius: 0 } } }}
    >
      <Screen>
        <VisuallyHidden id={id}>{`${title}の写真`}</VisuallyHidden>
        <header>
          <button type="button" className="word" onClick={close}>
            <Icon name="close" size={18} />
            閉じる
          </button>
          <span aria-live="polite">{`写真 ${index + 1} / ${photos.length}`}</span>
          <button type="button" className="word" onClick={() => setWhole((count) => count + 1)}>
            全体を見る
          </button>
        </header>
        <ZoomedPhoto
          key={photo.id}
          src={photo.url}
          alt={photo.caption || `${title}の写真${index + 1}`}
          marks={shown.flatMap(({ mark }) => mark ?? [])}
          whole={whole}
        />
        <footer>
          {photos.length > 1 && (
            <div className="turn">
              <IconButton label="前の写真" onClick={() => go(-1)} autoFocus>
                <Icon name="back" />
              </IconButton>
              <span className="caption">{photo.caption}</span>
              <IconButton label="次の写真" onClick={() => go(1)}>
                <Icon name="chevron" />
              </IconButton>
            </div>
          )}
          {photos.length === 1 && photo.caption && <p className="caption">{photo.caption}</p>}
          {shown.length > 0 && (
            <ul aria-label="この写真の減額">
              {shown.map(({ title: defect, amount }) => (
                <li key={defect}>
                  <span>{defect}</span>
                  <span>{amount}</span>
                </li>
              ))}
            </ul>
          )}
          {onAsk && (
            <div className="two">
              <button type="button" className="word" onClick={onAsk}>
                ここを質問する
              </button>
              <button type="button" className="word" onClick={close}>
                品に戻る
              </button>
            </div>
          )}
          <p className="hint">2本の指、または + と − で拡大できます</p>
        </footer>
      </Screen>
    </MuiDialog>
  )
}
