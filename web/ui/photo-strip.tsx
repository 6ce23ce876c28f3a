import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { KeptImage } from './kept-image.tsx'

type StripPhoto = { id: number; thumbnailUrl: string }

const Place = styled('div')({ position: 'relative', '&[data-moving]': { zIndex: 1 } })

const Thumb = styled('button')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    position: 'relative',
    width: '100%',
    height: 66,
    padding: 0,
    border: 0,
    borderRadius: 8,
    overflow: 'hidden',
    background: palette.bg.sunken,
    cursor: 'pointer',
    touchAction: 'manipulation',
    '&[aria-current="true"]': { outline: `2.5px solid ${palette.primary.main}`, outlineOffset: 1 },
    '[data-moving] > &': { boxShadow: theme.okuru.shadow.card, cursor: 'grabbing' },
    '& img': { width: '100%', height: '100%', objectFit: 'cover', pointerEvents: 'none' },
    '& small': {
      position: 'absolute',
      inset: 'auto 0 0',
      fontSize: 10,
      lineHeight: '16px',
      fontWeight: 700,
      color: '#ffffff',
      background: 'rgb(0 0 0 / 0.62)',
    },
  }
})

/** Touch scrolls first; only a long press moves a photo. */
const FINGER = { delay: 220, tolerance: 8 }
const MOUSE = { distance: 6 }
/** Enter opens a photo like any button; Space lifts and drops it. */
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter', 'Tab'] }

const instructions = {
  draggable:
    'スペースキーで写真を持ち上げ、左右の矢印キーで動かし、もう一度スペースキーで置きます。Escでやめます。',
}

const placeOf = (over: { data: { current?: { sortable?: { index: number } } } } | null): string =>
  `${(over?.data.current?.sortable?.index ?? 0) + 1}番目`

const announcements: Announcements = {
  onDragStart: ({ active }) => `${placeOf(active)}の写真を持ち上げました。`,
  onDragOver: ({ over }) => (over ? `${placeOf(over)}に動かしています。` : undefined),
  onDragEnd: ({ over }) => (over ? `${placeOf(over)}に置きました。` : '元の場所に戻しました。'),
  onDragCancel: () => '元の場所に戻しました。',
}

type Props<Photo> = {
  photos: readonly Photo[]
  shown: number
  onShow: (index: number) => void
  onMove: ((from: number, to: number) => void) | undefined
  /** On each picture; usually which is the main one. */
  badge?: (photo: Photo, index: number) => ReactNode
  under?: (photo: Photo) => ReactNode
  /** Before the number. */
  name?: string
}

const mainBadge = (_: unknown, index: number) => index === 0 && <small>メイン</small>

/** Pictures in their order, which a hand, a finger or keys can change. */
export function PhotoStrip<Photo extends StripPhoto>(props: Props<Photo>) {
  const { photos, shown, onShow, onMove, badge = mainBadge, under, name = '写真' } = props
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: MOUSE }),
    useSensor(TouchSensor, { activationConstraint: FINGER }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, keyboardCodes: KEYS }),
  )
  const ids = photos.map(({ id }) => id)
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) onMove?.(ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
    >
      <SortableContext items={ids} strategy={horizontalListSortingStrategy} disabled={!onMove}>
        {photos.map((photo, index) => (
          <SortableThumb
            key={photo.id}
            photo={photo}
            index={index}
            current={index === shown}
            onShow={() => onShow(index)}
            badge={badge(photo, index)}
            under={under?.(photo)}
            name={name}
          />
        ))}
      </SortableContext>
    </DndContext>
  )
}

type ThumbProps = {
  photo: StripPhoto
  index: number
  current: boolean
  onShow: () => void
  badge: ReactNode
  under: ReactNode
  name: string
}

function SortableThumb({ photo, index, current, onShow, badge, under, name }: ThumbProps) {
  const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: photo.id,
  })
  return (
    <Place
      ref={setNodeRef}
      data-moving={isDragging ? '' : undefined}
      style={{ transform: transform ? `translate3d(${transform.x}px, 0, 0)` : undefined, transition }}
    >
      <Thumb
        type="button"
        {...listeners}
        aria-describedby={attributes['aria-describedby']}
        aria-label={`${name}${index + 1}を見る${index === 0 ? '(メインの写真)' : ''}`}
        aria-current={current}
        onClick={onShow}
      >
        <KeptImage src={photo.thumbnailUrl} alt="" />
        {badge}
      </Thumb>
      {under}
    </Place>
  )
}
