import { useState } from 'react'
import type { Mark } from '#web/ui/marked-photo.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

export type Photo = { id: number; url: string; thumbnailUrl: string; caption: string }

/** What a photo shows of a deduction. */
export type PhotoNote = { mark: Mark | null; title: string; amount: string }

export type GalleryProps = {
  photos: readonly Photo[]
  /** Index of the photo shown; undefined closes the gallery. */
  at: number | undefined
  title: string
  /** Of each photo. */
  notes?: readonly (readonly PhotoNote[])[]
  onAt: (index: number) => void
  onClose: () => void
  /** Asks about the article. */
  onAsk?: (() => void) | undefined
}

const PhotoGalleryDialog = onDemand(() => import('./photo-gallery-dialog.tsx'))

export function PhotoGallery(props: GalleryProps) {
  // Stays for the closing animation.
  const [wasOpen, setWasOpen] = useState(false)
  if (props.at !== undefined && !wasOpen) setWasOpen(true)
  return wasOpen ? <PhotoGalleryDialog {...props} /> : null
}
