import { styled } from '@mui/material/styles'
import { type ChangeEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Photo } from '#web/lib/photo-queue.ts'
import { FieldGroup, type FieldProps } from './field.tsx'
import { ErrorText } from './field-style.tsx'
import { Icon } from './icons.tsx'
import { PhotoFrame } from './photo-frame.tsx'

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(${theme.okuru.variant === 'biz' ? 88 : 104}px, 1fr))`,
  gap: 8,
}))

const Tile = styled(PhotoFrame)(({ theme }) => ({
  position: 'relative',
  aspectRatio: '1',
  '& progress': {
    position: 'absolute',
    inset: 'auto 8px 8px',
    width: 'calc(100% - 16px)',
    height: 6,
    accentColor: theme.okuru.palette.primary.main,
  },
  '& .again': {
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: 2,
    border: 0,
    fontSize: 12,
    fontWeight: 700,
    color: theme.okuru.palette.error.main,
    background: 'rgb(255 255 255 / 0.88)',
  },
  '& button.again': { cursor: 'pointer' },
  '& .waits': {
    position: 'absolute',
    inset: 'auto 0 0',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 4,
    fontSize: 11,
    fontWeight: 700,
    color: theme.okuru.palette.warning.main,
    background: theme.okuru.palette.warning.bg,
  },
  '& .remove': {
    position: 'absolute',
    top: 0,
    right: 0,
    padding: 0,
    border: 0,
    background: 'none',
    cursor: 'pointer',
  },
  '& .remove > span': {
    display: 'grid',
    placeItems: 'center',
    width: 28,
    height: 28,
    // A target of 44 px around a small mark.
    margin: theme.okuru.variant === 'biz' ? 4 : 8,
    borderRadius: '50%',
    color: '#ffffff',
    background: 'rgb(0 0 0 / 0.6)',
  },
}))

const Add = styled('label')(({ theme }) => ({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 4,
  aspectRatio: '1',
  fontSize: 12,
  fontWeight: 700,
  lineHeight: 1.4,
  color: theme.okuru.palette.primary.main,
  background: theme.okuru.palette.bg.paper,
  border: `1.5px dashed ${theme.okuru.palette.border.strong}`,
  borderRadius: 12,
  cursor: 'pointer',
  '& input': { position: 'absolute', opacity: 0, width: 1, height: 1 },
  '&:has(input:focus-visible)': {
    outline: `3px solid ${theme.okuru.palette.primary.light}`,
    outlineOffset: 2,
  },
}))

/** Types the server can re-encode. For these, phones hand over JPEG instead of HEIC. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** One that waits can be taken out again, as can one that was refused. */
export const mayDiscard = ({ state }: Photo): boolean => state === 'failed' || state === 'waiting'

type Props = FieldProps & {
  photos: readonly Photo[]
  onAdd: (files: readonly File[]) => void
  onRetry: (key: string) => void
  onRemove?: (key: string) => void
  onDiscard?: (key: string) => void
  max?: number
  name?: string
}

/** Photos from camera or library, each with its own progress and retry. */
export function PhotoInput({ photos, onAdd, onRetry, onRemove, onDiscard, max = 10, name, ...frame }: Props) {
  const id = useId()
  const room = max - photos.length
  const [left, setLeft] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const noting = usePressedPhoto(grid, photos)
  const removalOf = (photo: Photo) => {
    const remove = onRemove ?? (mayDiscard(photo) ? onDiscard : undefined)
    return remove && noting('removed', remove)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    setLeft(Math.max(0, chosen.length - room))
    onAdd(chosen.slice(0, room))
    // Lets the same photo be chosen again after it was removed.
    event.target.value = ''
  }
  return (
    <FieldGroup {...frame}>
      <Grid ref={grid}>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.key}
            photo={photo}
            number={index + 1}
            onRetry={noting('sent', onRetry)}
            onRemove={removalOf(photo)}
          />
        ))}
        {room > 0 && (
          <>
            <Add htmlFor={`${id}-camera`}>
              <Icon name="camera" size={24} />
              写真を撮る
              <input
                id={`${id}-camera`}
                name={name}
                type="file"
                accept={PHOTO_TYPES}
                capture="environment"
                onChange={choose}
              />
            </Add>
            <Add htmlFor={`${id}-files`}>
              <Icon name="upload" size={24} />
              写真を選ぶ
              <input id={`${id}-files`} type="file" accept={PHOTO_TYPES} multiple onChange={choose} />
            </Add>
          </>
        )}
      </Grid>
      {left > 0 && (
        <ErrorText role="alert">{`写真は${max}枚までです。選んだ写真のうち${left}枚は入れていません。`}</ErrorText>
      )}
      <PhotoProblems photos={photos} />
    </FieldGroup>
  )
}

const tileOf = (grid: HTMLElement, photo: string | undefined) =>
  [...grid.querySelectorAll<HTMLElement>('[data-photo]')].find((tile) => tile.dataset.photo === photo)

/**
 * For the buttons of the tiles. One that was pressed may go away, once its photo has been sent or removed: the photo's
 * next button gets the focus, that of the photo after it, or the field for a new one.
 */
export function usePressedPhoto(place: { current: HTMLElement | null }, photos: readonly Photo[]) {
  const before = useRef(photos)
  const pressed = useRef<{ key: string; until: 'sent' | 'removed' }>(undefined)
  useLayoutEffect(() => {
    const { key, until } = pressed.current ?? {}
    const index = before.current.findIndex((photo) => photo.key === key)
    before.current = photos
    const photo = photos.find((one) => one.key === key)
    if (key === undefined || (photo && (until === 'removed' || photo.state !== 'done'))) return
    pressed.current = undefined
    const { current: grid } = place
    if (!grid || document.activeElement !== document.body) return
    const removals = grid.querySelectorAll<HTMLElement>('button.remove')
    const next = tileOf(grid, key)?.querySelector('button') ?? removals[Math.min(index, removals.length - 1)]
    ;(next ?? grid.querySelector('input'))?.focus({ preventScroll: true })
  }, [place, photos])
  return (until: 'sent' | 'removed', act: (key: string) => void) => (key: string) => {
    pressed.current = { key, until }
    act(key)
  }
}

/** One sentence for all photos that failed for the same reason. */
export function PhotoProblems({ photos, first = 1 }: { photos: readonly Photo[]; first?: number }) {
  const bySentence = new Map<string, number[]>()
  photos.forEach(({ state, problem }, index) => {
    if (state === 'done' || !problem) return
    bySentence.set(problem.sentence, [...(bySentence.get(problem.sentence) ?? []), index + first])
  })
  return [...bySentence].map(([sentence, numbers]) => (
    <ErrorText key={sentence} role="alert">{`写真${numbers.join('・')}: ${sentence}`}</ErrorText>
  ))
}

type TileProps = {
  photo: Photo
  number: number
  onRetry: (key: string) => void
  onRemove?: (key: string) => void
}

export function PhotoTile({ photo, number, onRetry, onRemove }: TileProps) {
  const { state, problem } = photo
  const isSending = state === 'sending'
  const isUseless = state === 'failed' && problem?.again === false
  // Stays while the photo is sent again, so that the focus does.
  const mayRetry =
    !isUseless && (state === 'failed' || (state !== 'done' && state !== 'held' && problem !== undefined))
  return (
    <Tile data-photo={photo.key}>
      <img
        src={photo.url}
        alt={`写真${number}`}
        onError={({ currentTarget }) => {
          currentTarget.style.visibility = 'hidden'
        }}
      />
      {state === 'waiting' && !mayRetry && (
        <span className="waits">
          <Icon name="offline" size={14} />
          未送信
        </span>
      )}
      {isUseless && (
        <span className="again">
          <Icon name="warning" />
          使えない写真
        </span>
      )}
      {mayRetry && (
        <button
          type="button"
          className="again"
          aria-disabled={isSending || undefined}
          onClick={() => !isSending && onRetry(photo.key)}
        >
          <Icon name={isSending ? 'upload' : 'warning'} />
          {isSending ? '送っています' : 'もう一度送る'}
        </button>
      )}
      {isSending && <progress aria-label={`写真${number}を送信中`} />}
      {onRemove && (
        <button
          type="button"
          className="remove"
          aria-label={`写真${number}を外す`}
          onClick={() => onRemove(photo.key)}
        >
          <span>
            <Icon name="close" size={16} />
          </span>
        </button>
      )}
    </Tile>
  )
}
