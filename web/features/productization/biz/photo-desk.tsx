import { styled } from '@mui/material/styles'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { labelOf } from '#contract/codes'
import { mostSalePhotos, photoRoleLabel } from '#contract/productization'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { Muted } from '#web/ui/page.tsx'
import { mayDiscard, PhotoProblems, PhotoTile, usePressedPhoto } from '#web/ui/photo-input.tsx'
import { PhotoStrip } from '#web/ui/photo-strip.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { droppedFiles, isPicture } from './dropped-files.ts'
import { LargePhoto } from './large-photo.tsx'
import { PhotoAdding } from './photo-adding.tsx'
import { PhotoCrop } from './photo-crop.tsx'
import { isEdited, type PhotoActs, PhotoTools, photoShortcuts } from './photo-tools.tsx'
import type { Product } from './product-types.ts'
import type { SalePhoto } from './sale-photo-edits.ts'
import { useSalePhotos } from './use-sale-photos.ts'

const Root = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gridTemplate: 'minmax(220px, 1fr) / minmax(0, 1fr)',
    gridAutoRows: 'auto',
    gap: 10,
    height: '100%',
    position: 'relative',
    '&[data-over]::after': {
      content: '"ここに置くと、この商品の写真になります"',
      position: 'absolute',
      inset: -6,
      zIndex: 3,
      display: 'grid',
      placeContent: 'center',
      fontSize: 16,
      fontWeight: 700,
      color: palette.primary.main,
      background: palette.primary.lightest,
      border: `2.5px dashed ${palette.primary.main}`,
      borderRadius: 16,
      opacity: 0.95,
      pointerEvents: 'none',
    },
    '& .strip': { display: 'flex', gap: 8, padding: 4, margin: -4, overflowX: 'auto' },
    '& .strip > *': { flex: 'none', width: 68, fontSize: 11, textAlign: 'center' },
    '& .strip > [data-photo]': { height: 66 },
    '& .strip b': {
      position: 'absolute',
      left: 4,
      top: 4,
      display: 'grid',
      placeContent: 'center',
      minWidth: 18,
      height: 18,
      padding: '0 4px',
      borderRadius: 9,
      fontSize: 11,
      color: '#ffffff',
      background: palette.primary.main,
    },
    '& .strip .alike': { color: palette.warning.main, fontWeight: 700 },
    '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', fontSize: 12 },
    '& .head strong': { fontSize: 13 },
    '& .head .keys': { marginLeft: 'auto', [BY_FINGER]: { display: 'none' } },
    '& .sending': { display: 'flex', alignItems: 'center', gap: 10, fontSize: 12 },
    '& .sending progress': { flex: 1, accentColor: palette.primary.main },
    [theme.breakpoints.down('md')]: {
      gridTemplateRows: 'none',
      '& > .large': { height: '86vw' },
      '& .adding': { order: -1 },
    },
  }
})

/** Pasted pictures, unless the paste is meant for a text. */
function usePaste(onAdd: (files: readonly File[]) => void, isOff: boolean): void {
  const latest = useRef(onAdd)
  latest.current = onAdd
  useEffect(() => {
    if (isOff) return
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(isPicture)
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [isOff])
}

function useDrop(onAdd: (files: readonly File[]) => void, isOff: boolean) {
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => !isOff && event.dataTransfer.types.includes('Files')
  return {
    'data-over': isOver ? '' : undefined,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      void droppedFiles(event.dataTransfer).then(onAdd)
    },
  }
}

type Props = {
  product: Pick<Product, 'slug' | 'brandName' | 'categoryName' | 'photos' | 'assessmentPhotos'>
  /** Held, sold or finished: the photos can be looked at. */
  readOnly: boolean
}

/** The photos of an article for its sale, with those of the assessment after them. */
export function PhotoDesk({ product, readOnly }: Props) {
  const sale = useSalePhotos(product.slug, product.photos)
  const { photos, uploads, room } = sale
  const [chosen, setChosen] = useState(0)
  const [originalOf, setOriginalOf] = useState<number>()
  const [isCropping, setCropping] = useState(false)
  const [left, setLeft] = useState(0)
  const camera = useRef<HTMLInputElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const noting = usePressedPhoto(strip, uploads)
  const all = [...photos, ...product.assessmentPhotos]
  const shown = Math.max(0, Math.min(chosen, all.length - 1))
  const photo: SalePhoto | undefined = photos[shown]
  const showsOriginal = photo !== undefined && originalOf === photo.id && isEdited(photo)
  const step = (by: number) => all.length > 0 && setChosen((shown + by + all.length) % all.length)
  const add = (files: readonly File[]) => setLeft(sale.add(files))
  const move = (from: number, to: number) => {
    if (sale.move(from, to)) setChosen(to)
  }
  usePaste(add, readOnly)
  const drop = useDrop(add, readOnly)
  const acts: PhotoActs = {
    edit: (change) => photo && sale.edit(photo, change),
    crop: () => photo && setCropping(true),
    toggleOriginal: () => photo && setOriginalOf(showsOriginal ? undefined : photo.id),
    remove: () => {
      if (!photo) return
      sale.remove(photo, shown + 1)
      // Not on to a photo of the assessment.
      if (shown === photos.length - 1) setChosen(Math.max(0, shown - 1))
    },
  }
  const hasPhoto = () => photo !== undefined
  useShortcuts([
    { code: 'Comma', label: '前の写真', run: () => step(-1) },
    { code: 'Period', label: '次の写真', run: () => step(1) },
    ...(readOnly
      ? [{ code: 'KeyB', label: '元の写真と見比べる', run: acts.toggleOriginal, when: hasPhoto }]
      : [
          { code: 'KeyP', label: '写真を撮る', run: () => camera.current?.click() },
          {
            ...{ code: 'ArrowLeft', alt: true, label: '写真を前へ', repeats: true, when: hasPhoto },
            run: () => move(shown, shown - 1),
          },
          {
            ...{ code: 'ArrowRight', alt: true, label: '写真を後ろへ', repeats: true, when: hasPhoto },
            run: () => shown < photos.length - 1 && move(shown, shown + 1),
          },
          ...photoShortcuts(acts, () => sale.editsOf(photo as SalePhoto)).map((one) => ({
            ...one,
            when: hasPhoto,
          })),
        ]),
  ])
  return (
    <Root {...drop}>
      <LargePhoto
        photo={photo ?? product.assessmentPhotos[shown - photos.length]}
        alt={`${product.brandName || product.categoryName}の${photo ? `写真${shown + 1} ${labelOf(photoRoleLabel, photo.role)}` : `査定の写真${shown - photos.length + 1}`}`}
        showsOriginal={showsOriginal}
        said={saidOf(photo, photos, { isBusy: photo !== undefined && sale.isBusy(photo), showsOriginal })}
        emptyText={
          readOnly ? '写真がありません。' : 'まだ写真がありません。撮るか、ここに写真を置いてください。'
        }
      />
      {photo && !readOnly && (
        <PhotoTools photo={photo} edits={sale.editsOf(photo)} showsOriginal={showsOriginal} acts={acts} />
      )}
      <PhotoHead count={photos.length} assessed={product.assessmentPhotos.length} readOnly={readOnly} />
      <div className="strip" ref={strip}>
        <PhotoStrip
          photos={photos}
          shown={shown}
          onShow={setChosen}
          onMove={readOnly ? undefined : move}
          badge={(_, index) => <b>{index + 1}</b>}
          under={(one) => <Role photo={one} />}
        />
        {uploads.map((upload, index) => (
          <PhotoTile
            key={upload.key}
            photo={upload}
            number={photos.length + index + 1}
            onRetry={noting('sent', sale.retry)}
            {...(mayDiscard(upload) ? { onRemove: noting('removed', sale.discard) } : {})}
          />
        ))}
        <PhotoStrip
          name="査定の写真"
          photos={product.assessmentPhotos}
          shown={shown - photos.length}
          onShow={(index) => setChosen(photos.length + index)}
          onMove={undefined}
          badge={() => null}
          under={() => <Muted>査定</Muted>}
        />
      </div>
      {uploads.length > 0 && <Sending {...sale} />}
      <PhotoProblems photos={uploads} first={photos.length + 1} />
      {left > 0 && (
        <p role="alert">{`写真は${mostSalePhotos}枚までです。選んだ写真のうち${left}枚は入れていません。`}</p>
      )}
      {sale.notice}
      {!readOnly && room > 0 && (
        <div className="adding">
          <PhotoAdding camera={camera as RefObject<HTMLInputElement>} onAdd={add} />
        </div>
      )}
      {photo && isCropping && (
        <PhotoCrop
          key={photo.id}
          url={photo.originalUrl}
          turn={photo.edits.turn}
          crop={photo.edits.crop}
          onApply={(crop) => {
            setCropping(false)
            acts.edit({ edits: { crop } })
          }}
          onClose={() => setCropping(false)}
        />
      )}
    </Root>
  )
}

function saidOf(
  photo: SalePhoto | undefined,
  photos: readonly SalePhoto[],
  { isBusy, showsOriginal }: { isBusy: boolean; showsOriginal: boolean },
) {
  if (!photo) return []
  const alike = photos.findIndex(({ id }) => id === photo.looksLike)
  const done = [
    photo.edits.isCutOut ? '背景を白くしました' : '',
    photo.edits.isBalanced ? '色合いを整えました' : '',
  ].filter(Boolean)
  return [
    ...(isBusy ? [{ text: '写真を直しています…', isWait: true }] : []),
    ...(showsOriginal ? [{ text: '元の写真' }] : done.map((text) => ({ text }))),
    ...(alike >= 0 ? [{ text: `写真${alike + 1}と同じに見えます`, isWait: true }] : []),
  ]
}

const Role = ({ photo }: { photo: SalePhoto }) => (
  <>
    {labelOf(photoRoleLabel, photo.role)}
    {photo.looksLike !== null && <div className="alike">同じ写真?</div>}
    {!photo.isReady && (
      <div>
        <Muted>準備中</Muted>
      </div>
    )}
  </>
)

function PhotoHead({ count, assessed, readOnly }: { count: number; assessed: number; readOnly: boolean }) {
  return (
    <div className="head">
      <strong>{`写真 ${count}枚`}</strong>
      {assessed > 0 && <Muted>{`査定の写真 ${assessed}枚`}</Muted>}
      <span className="keys">
        {!readOnly && (
          <>
            順番 <Kbd>Alt</Kbd> <Kbd>←</Kbd> <Kbd>→</Kbd>{' '}
          </>
        )}
        前後 <Kbd>,</Kbd> <Kbd>.</Kbd>
      </span>
    </div>
  )
}

function Sending({
  uploads,
  sent,
  retryAll,
}: Pick<ReturnType<typeof useSalePhotos>, 'uploads' | 'sent' | 'retryAll'>) {
  const waiting = uploads.filter(({ state }) => state === 'waiting').length
  const total = uploads.length + sent
  return (
    <div className="sending" role="status">
      <progress max={total} value={sent} aria-label="写真の送信" />
      {`${total}枚のうち ${sent}枚を送りました`}
      {waiting > 0 && <TextButton type="button" onClick={retryAll}>{`未送信 ${waiting}枚を送る`}</TextButton>}
    </div>
  )
}
