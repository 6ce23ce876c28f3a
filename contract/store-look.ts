import * as z from 'zod'
import { call } from './call.ts'
import { count, countFrom, dateTime, id, maybeText, text, version, word } from './field.ts'
import { whole } from './put.ts'
import { typefaceLabel } from './typeface.ts'

const color = (description: string) => maybeText(9).meta({ description, example: '#17181a' })
const group = <const Names extends Readonly<Record<string, string>>>(what: string, names: Names) =>
  z
    .object(
      Object.fromEntries(
        Object.entries(names).map(([name, words]) => [name, color(words).optional()]),
      ) as Record<keyof Names, z.ZodOptional<ReturnType<typeof color>>>,
    )
    .describe(what)
    .optional()

const main = 'Text and lines.'
const onMain = 'Text on the main colour.'
const colors = z
  .object({
    primary: group('Links, headings, filled buttons.', {
      lightest: 'Ground of what is chosen.',
      lighter: 'Ground of what is pointed at.',
      light: 'Frame of what has the focus.',
      main,
      dark: 'Headings.',
      contrast_text: onMain,
    }),
    secondary: group('Marks.', { main, dark: 'Pressed.', contrast_text: onMain }),
    border: group('Lines.', { main: 'Of cards.', medium: 'Of what can be pressed.', strong: 'Of fields.' }),
    bg: group('Grounds.', {
      page: 'Of the page.',
      paper: 'Of cards.',
      sunken: 'Of the footer.',
      header: 'Of headers of tables.',
    }),
    font: group('Text.', { main: 'Text.', sub: 'Remarks.' }),
    success: group('Good news.', { main, bg: 'Ground.' }),
    error: group('Errors and what is late.', { main, bg: 'Ground.' }),
    warning: group('What needs care.', { main, bg: 'Ground.' }),
  })
  .describe('Colours that are stated; the others are derived from the brand and the accent.')

const edge = (description: string) => count.meta({ description, example: 240 })
const pictureFields = {
  url: z.string().meta({ description: 'Where it is.', example: '/store-pictures/3f1a….webp' }),
  width: edge('In pixels.'),
  height: edge('In pixels.'),
}
export const storePicture = z
  .object(pictureFields)
  .describe('A picture that anybody may load, under an address that never shows another one.')

const paint = {
  name: text(30).meta({ description: 'Name of the store.', example: 'AOYAMA' }),
  brand: color('Colour of the bar.').min(1),
  accent: color('Colour of the next step.').min(1),
  colors,
  typeface: word(typefaceLabel),
}
const words = {
  headline_start: maybeText(16).meta({
    description: 'First line of the top page; blank shows the usual one.',
    example: '青山の目利きが、',
  }),
  headline_end: maybeText(16).meta({
    description: 'Second line of the top page.',
    example: '1点ずつ拝見します。',
  }),
  lead: maybeText(120).meta({
    description: 'Sentence below the headline; blank shows the usual one.',
    example: '創業30年の古着店が、理由のわかる値段をお伝えします。',
  }),
  footer_note: maybeText(200).meta({
    description: 'Sentence above the licence in the footer.',
    example: '青山本店・渋谷店でもお持ち込みいただけます。',
  }),
}

const input = z.object({
  ...paint,
  ...words,
  logo: maybeText(80).meta({
    description: 'Address of an uploaded logo, or blank: then the name is shown.',
    example: '/store-pictures/3f1a….webp',
  }),
  symbol: maybeText(80).meta({
    description: 'Address of an uploaded square picture for icons, or blank: then the logo.',
    example: '/store-pictures/91bc….webp',
  }),
})

const logo = storePicture.nullable().describe('Null: the name is shown.')
const drawn = { logo, symbol: storePicture.nullable().describe('Square, for icons; null: the logo is used.') }

const storeKey = z.string().meta({ description: 'What its address names.', example: 'aoyama' })

export const publicStoreLook = z
  .object({ key: storeKey, ...paint, ...words, logo })
  .describe('How the pages of a store look.')

const number = count.meta({ description: 'Which version.', example: 3 })
const by = z
  .string()
  .meta({ description: 'Who did it; blank for what came with the site.', example: '佐藤 次郎' })

const lookVersion = z
  .object({ ...paint, ...words, ...drawn, number, created_at: dateTime, created_by: by })
  .describe('A version of a look; it never changes.')

const summary = {
  id,
  key: storeKey,
  name: paint.name,
  state: z.enum(['draft', 'published', 'withdrawn']).describe('Whether visitors see it.'),
  companies: z.array(z.string()).describe('Dealers whose own store this is.'),
  number,
  published_number: number.describe('The version that visitors see, or saw last.').nullable(),
  published_at: dateTime.describe('Since when; null before the first time.').nullable(),
  published_by: by,
  version,
}

export const storeLook = z
  .object({
    ...summary,
    newest: lookVersion,
    versions: z.array(lookVersion).describe('The newest first, at most fifty.'),
  })
  .describe('A store and the versions of its look.')

export const storeSummary = z.object({ ...summary, ...paint, ...drawn }).describe('A store in a list.')

export const uploadedPicture = z
  .object({
    ...pictureFields,
    ink: z.string().meta({ description: 'Average colour of what is drawn.', example: '#ffffff' }),
    is_opaque: z.boolean().describe('Nothing of it is transparent, so that it shows as a box on the bar.'),
  })
  .describe('A picture as it was drawn anew.')

export const about = 'How the storefronts look: colours, type, logos and words of each store.'

const may = 'operator.setup'
const reads = ['store_look'] as const
const changes = reads

export const storeLookCalls = {
  published: call('GET /api/stores/', {
    summary: 'The looks of all stores that are open, with an ETag',
    may: 'anyone',
    ignoresToken: true,
    reads,
    ok: z.array(publicStoreLook),
  }),
  list: call('GET /api/biz/stores/', {
    summary: 'Stores with a look, the common one first',
    may,
    reads: ['store_look', 'company'],
    ok: z.array(storeSummary),
  }),
  read: call('GET /api/biz/stores/{store_key}/', {
    summary: 'One store with the versions of its look',
    may,
    reads: ['store_look', 'company'],
    ok: storeLook,
  }),
  create: call('POST /api/biz/stores/', {
    summary: 'Begin the look of a store, seen by nobody yet',
    may,
    changes,
    idempotent: true,
    status: 201,
    body: input.extend({
      key: maybeText(32).meta({ description: 'What its address names.', example: 'aoyama' }),
    }),
    ok: storeLook,
    errors: ['idempotency_key_reused'],
  }),
  save: call('PUT /api/biz/stores/{store_key}/', {
    summary: 'Save a new version of a look, seen by nobody yet',
    may,
    changes,
    body: whole(input.extend({ version }), {}),
    ok: storeLook,
    errors: ['stale_version'],
  }),
  publish: call('POST /api/biz/stores/{store_key}/publish/', {
    summary: 'Show a version to visitors, the newest or an earlier one',
    may,
    changes,
    body: z.object({
      number: countFrom(1, 1_000_000).meta({ description: 'Which version.', example: 3 }),
      version,
    }),
    ok: storeLook,
    errors: ['stale_version'],
  }),
  withdraw: call('POST /api/biz/stores/{store_key}/withdraw/', {
    summary: 'Close a storefront: its address shows the common one',
    may,
    changes,
    body: z.object({ version }),
    ok: storeLook,
    errors: ['stale_version', 'illegal_transition'],
  }),
  upload: call('POST /api/biz/store-pictures/', {
    summary: 'Upload a logo or a square picture; it is drawn anew without its margin',
    may,
    changes: [],
    repeated: 'does it again',
    limit: 'upload',
    bodyLimit: 6_000_000,
    multipart: z.object({ use: z.enum(['logo', 'symbol']).describe('What it is for.') }),
    status: 201,
    ok: uploadedPicture,
    errors: ['file_type', 'file_heic', 'file_too_large'],
  }),
}
