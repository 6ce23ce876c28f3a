import { createHash } from 'node:crypto'
import { statedColors } from '#contract/store-look-input'
import { deriveUiPalette, type UiPalette } from '#contract/store-palette'
import type { Db } from '#server/platform/db'
import { publishedRows } from './store-look.queries.ts'
import { commonLook, type KeptLook } from './store-page.rules.ts'

export interface KeptLooks {
  looks: readonly KeptLook[]
  etag: string
}

// Every page of the site needs the looks, so they are read at most once a second, and a page never waits long for them.
const freshMs = 1_000
const patienceMs = 300

interface Kept {
  looks: KeptLooks | undefined
  readAt: number
  reading: Promise<KeptLooks> | undefined
}
const kept = new WeakMap<Db, Kept>()

function keptOf(db: Db): Kept {
  const known = kept.get(db) ?? { looks: undefined, readAt: Number.NEGATIVE_INFINITY, reading: undefined }
  kept.set(db, known)
  return known
}

async function read(db: Db): Promise<KeptLooks> {
  const rows = await publishedRows(db)
  const looks = rows.map(
    ({ number: _number, created_at: _at, created_by: _by, symbol: _symbol, ...row }) => ({
      ...row,
      shades: shadesOf(deriveUiPalette({ ...row, colors: statedColors(row.colors) })),
    }),
  )
  return { looks, etag: etagOf(looks) }
}

/** What the first paint is drawn with (web/app/first-paint.ts). */
const shadesOf = ({ brand, primary, font, border, bg }: UiPalette): Record<string, string> => ({
  'brand-main': brand.main,
  'primary-main': primary.main,
  'primary-dark': primary.dark,
  'font-main': font.main,
  'font-sub': font.sub,
  'border-main': border.main,
  'bg-page': bg.page,
  'bg-paper': bg.paper,
  'bg-sunken': bg.sunken,
})

const etagOf = (looks: readonly KeptLook[]): string =>
  `"${createHash('sha256').update(JSON.stringify(looks)).digest('base64url').slice(0, 22)}"`

/** The published looks; fails as the database does. */
export async function publishedLooks(db: Db): Promise<KeptLooks> {
  const known = keptOf(db)
  if (known.looks && performance.now() - known.readAt < freshMs) return known.looks
  if (known.reading) return known.reading
  const reading = read(db).then(
    (looks) => {
      // Read before something was published meanwhile: not kept.
      if (known.reading === reading)
        Object.assign(known, { looks, readAt: performance.now(), reading: undefined })
      return looks
    },
    (error: unknown) => {
      if (known.reading === reading) known.reading = undefined
      throw error
    },
  )
  known.reading = reading
  return reading
}

/** After something was published by this process; another one notices within a second. */
export function forgetLooks(db: Db): void {
  Object.assign(keptOf(db), { readAt: Number.NEGATIVE_INFINITY, reading: undefined })
}

/** For pages: while the database is away they show the looks as last known, or as shipped. */
export async function looksForPage(db: Db): Promise<readonly KeptLook[]> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs, undefined).unref())
  const found = await Promise.race([publishedLooks(db).catch(() => undefined), late])
  return (found ?? keptOf(db).looks)?.looks ?? [commonLook]
}
