import type { StoreLookInput } from '#contract/store-look-input'
import type { Typeface } from '#contract/typeface'

export interface PictureLink {
  url: string
  width: number
  height: number
}

export interface DrawnPictures {
  icon: PictureLink
  icon_large: PictureLink
  touch: PictureLink
  share: PictureLink
}

type Paint = Omit<StoreLookInput, 'logo' | 'symbol' | 'typeface'> & { typeface: Typeface }

export interface VersionColumns extends Paint {
  logo: PictureLink | null
  symbol: PictureLink | null
  drawn: DrawnPictures | null
}

export interface VersionRow extends VersionColumns {
  number: number
  created_at: string
  created_by: string
}

/** Drafts are seen by nobody; a withdrawn store is closed. */
export const stateOf = (look: {
  published_number: number | null
  withdrawn_at: string | null
}): 'draft' | 'published' | 'withdrawn' =>
  look.withdrawn_at !== null ? 'withdrawn' : look.published_number === null ? 'draft' : 'published'
