import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { formatYen } from '#contract/text'
import { Icon } from '#web/ui/icons.tsx'
import { MarkedPhoto } from '#web/ui/marked-photo.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { deductionName, itemName } from './item-words.ts'
import type { AssessedItem } from './shared/assessment-types.ts'
import { PhotoGallery } from './shared/photo-gallery.tsx'

const Stage = styled(PhotoFrame)(({ theme }) => ({
  position: 'relative',
  width: '100%',
  height: 'clamp(220px, 40vh, 420px)',
  borderRadius: 0,
  color: theme.okuru.palette.font.sub,
  background: '#e9e5dd',
  [theme.breakpoints.up('md')]: { height: 'clamp(320px, calc(100vh - 330px), 720px)', borderRadius: 16 },
  '& > .open': {
    position: 'absolute',
    inset: 0,
    padding: 0,
    border: 0,
    background: 'none',
    cursor: 'zoom-in',
  },
  '& > .open:focus-visible': { outline: `3px solid ${theme.okuru.palette.primary.light}`, outlineOffset: -4 },
  '& > .number': {
    position: 'absolute',
    left: 12,
    bottom: 12,
    padding: '0 10px',
    fontSize: 12,
    lineHeight: '24px',
    color: '#ffffff',
    background: 'rgb(16 32 63 / 0.78)',
    borderRadius: 12,
  },
  '& > .defects': {
    position: 'absolute',
    right: 12,
    bottom: 4,
    display: 'grid',
    justifyItems: 'end',
    maxWidth: 'calc(100% - 110px)',
  },
  '& > .defects button': {
    minHeight: 44,
    padding: 0,
    border: 0,
    background: 'none',
    cursor: 'pointer',
    color: theme.okuru.palette.font.main,
  },
  '& > .defects span': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    minHeight: 32,
    padding: '2px 12px',
    fontSize: 12,
    fontWeight: 700,
    lineHeight: 1.4,
    textAlign: 'left',
    background: theme.okuru.palette.bg.paper,
    borderRadius: 16,
    boxShadow: '0 2px 8px rgb(16 32 63 / 0.2)',
  },
}))

const Strip = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  padding: '8px 12px 0',
  overflowX: 'auto',
  '& button': {
    flex: 'none',
    width: 52,
    height: 60,
    padding: 0,
    border: '2px solid transparent',
    borderRadius: 10,
    overflow: 'hidden',
    background: 'none',
    cursor: 'pointer',
  },
  '& button[aria-current]': { borderColor: theme.okuru.palette.primary.main },
  '& button:focus-visible': { outline: `3px solid ${theme.okuru.palette.primary.light}`, outlineOffset: -2 },
  [theme.breakpoints.up('md')]: { padding: '10px 0 0' },
}))

const mostNamed = 2

type Props = {
  item: AssessedItem
  /** The photo shown large; undefined closes it. */
  open: number | undefined
  onOpen: (index: number | undefined) => void
  onAsk?: (() => void) | undefined
}

export function ItemPhotos({ item, open, onOpen, onAsk }: Props) {
  const [shown, setShown] = useState(0)
  const { images } = item
  const photo = images[shown]
  const name = itemName(item)
  const notes = images.map(({ id }) =>
    item.deductions
      .filter((line) => line.photo === id)
      .map((line) => ({
        mark: line.mark,
        title: deductionName(line),
        amount: `${formatYen(-line.amount)}`,
      })),
  )
  const defects = images
    .flatMap((_, index) => (notes[index] ?? []).map(({ title }) => ({ title, index })))
    .slice(0, mostNamed)
  const show = (index: number | undefined) => {
    if (index !== undefined) setShown(index)
    onOpen(index)
  }
  return (
    <div>
      <Stage>
        {photo ? (
          <button
            type="button"
            className="open"
            aria-label={`${name}の写真${shown + 1}を大きく見る`}
            onClick={() => show(shown)}
          >
            <MarkedPhoto marks={(notes[shown] ?? []).flatMap(({ mark }) => mark ?? [])}>
              <img src={photo.url} alt={photo.caption || `${name}の写真${shown + 1}`} />
            </MarkedPhoto>
          </button>
        ) : (
          <Icon name="hanger" size={64} />
        )}
        {images.length > 1 && <span className="number">{`写真 ${shown + 1} / ${images.length}`}</span>}
        {defects.length > 0 && (
          <div className="defects">
            {defects.map(({ title, index }) => (
              <button key={`${title}-${index}`} type="button" onClick={() => show(index)}>
                <span>
                  <Icon name="search" size={14} />
                  {title}
                </span>
              </button>
            ))}
          </div>
        )}
      </Stage>
      {images.length > 1 && (
        <Strip role="group" aria-label={`${name}の写真`}>
          {images.map((image, index) => (
            <button
              key={image.id}
              type="button"
              aria-current={index === shown ? 'true' : undefined}
              aria-label={`写真${index + 1} ${image.caption}`.trim()}
              onClick={() => setShown(index)}
            >
              <MarkedPhoto fit="cover" marks={(notes[index] ?? []).flatMap(({ mark }) => mark ?? [])}>
                <img src={image.thumbnailUrl || image.url} alt="" width={48} height={56} loading="lazy" />
              </MarkedPhoto>
            </button>
          ))}
        </Strip>
      )}
      <PhotoGallery
        photos={images}
        at={open}
        title={name}
        notes={notes}
        onAt={show}
        onClose={() => onOpen(undefined)}
        onAsk={onAsk}
      />
    </div>
  )
}
