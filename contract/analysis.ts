import * as z from 'zod'
import { call } from './call.ts'
import {
  count,
  dateTime,
  grade,
  id,
  maybeText,
  page,
  paged,
  query,
  ratio,
  text,
  wordShown,
  yen,
} from './field.ts'

/** What is suggested of an article; `size` only as a choice. */
export const analysisFieldLabel = {
  brand: 'ブランド',
  category: 'カテゴリ',
  color: '色',
  material: '素材',
  product_number: '品番',
  size: 'サイズ',
} as const
export type AnalysisField = keyof typeof analysisFieldLabel

export const analysisKindLabel = { images: '写真', product_number: '品番', staff_review: '商品説明' } as const
export type AnalysisKind = keyof typeof analysisKindLabel

export const analysisEngineLabel = {
  local: '本体',
  openai: '外部(OpenAI互換)',
  anthropic: '外部(Anthropic)',
} as const
export type AnalysisEngine = keyof typeof analysisEngineLabel

/** Why the engine of the house answered although another one is configured. */
export const analysisFallbackLabel = {
  timeout: '外部サービスが時間内に応答しませんでした',
  refused: '外部サービスが接続を受け付けませんでした。設定をご確認ください',
  limited: '外部サービスの利用が制限されています',
  failed: '外部サービスにつながりませんでした',
  unusable: '外部サービスの応答を読み取れませんでした',
  budget: '本日の外部サービスの利用回数が上限に達しました',
} as const
export type AnalysisFallback = keyof typeof analysisFallbackLabel

const sourceLabel = {
  label: 'タグの文字',
  pixels: '写真の色',
  own_article: '自社の商品',
  look_alike: '似た商品',
  pattern: '品番の形',
  remote: '外部サービス',
} as const
export type AnalysisSource = keyof typeof sourceLabel

/** Less is never filled in without a person. */
export const sureEnough = 0.9

export const unreadable = '読み取れませんでした'

export const mostPictures = 12
const mostCharacters = 28_000_000

const candidateBox = z
  .object({
    x: count.describe('From the left.').meta({ example: 320 }),
    y: count.describe('From the top.').meta({ example: 410 }),
    width: count.describe('Of the box.').meta({ example: 260 }),
    height: count.describe('Of the box.').meta({ example: 40 }),
  })
  .describe('Thousandths of the picture.')

export const analysisCandidate = z
  .object({
    field: wordShown(analysisFieldLabel),
    value: z.string().describe('As it would be written into the field.').meta({ example: 'IM01FG120' }),
    id: id.nullable().describe('Of the brand or category, where it is one of ours.'),
    confidence: ratio.describe('From 0 to 1.').meta({ example: 0.93 }),
    source: wordShown(sourceLabel),
    picture: count.nullable().describe('Place in the list of pictures, from 0.').meta({ example: 0 }),
    box: candidateBox.nullable(),
  })
  .describe('One of the likely values of a field, the likeliest of each field first.')
export type AnalysisCandidate = z.output<typeof analysisCandidate>

const answered = {
  run: id.describe('For confirming what was suggested.').meta({ example: 81 }),
  engine: wordShown(analysisEngineLabel),
  fallback: z
    .object({ code: wordShown(analysisFallbackLabel), message: z.string() })
    .nullable()
    .describe('Why another engine than the configured one answered.'),
}

const certain = z.string().describe('Empty unless it is certain enough to be filled in.')

const suggested = z.object({
  brand: certain.meta({ example: 'GUCCI' }),
  category: certain.meta({ example: 'ジャケット' }),
  color: certain.meta({ example: '黒' }),
  material: certain.meta({ example: '毛100%' }),
  product_number: certain.meta({ example: 'IM01FG120' }),
  confidence: ratio.describe('The least of the values above; 0 when all are empty.').meta({ example: 0.93 }),
  candidates: z.array(analysisCandidate),
  message: z.string().describe('What to tell a person; empty when there are candidates.'),
  ...answered,
})

const sentPicture = z.object({
  filename: maybeText(200).describe('Not kept.').default('').meta({ example: 'tag.jpg' }),
  content_type: maybeText(100)
    .describe('Not relied on: the bytes say what they are.')
    .default('')
    .meta({ example: 'image/jpeg' }),
  data: z
    .string()
    .min(1)
    .max(mostCharacters)
    .describe('Base64, with or without a data: prefix.')
    .meta({ example: '/9j/4AAQ' }),
})

const attributes = {
  brand: maybeText(120).describe('By its name.').meta({ example: 'GUCCI' }).optional(),
  category: maybeText(60).optional(),
  name: maybeText(120).optional(),
  color: maybeText(40).optional(),
  material: maybeText(60).optional(),
  size: maybeText(40).optional(),
  product_number: maybeText(60).optional(),
  features: maybeText(500).optional(),
  grade: grade.nullish(),
  deductions: z
    .array(z.object({ label: text(60), place: maybeText(60).default('') }))
    .max(20)
    .optional(),
}

const runRow = z.object({
  id,
  kind: wordShown(analysisKindLabel),
  slug: z.string().nullable().describe('Of the article; null for pictures and numbers of none.'),
  item_name: z.string(),
  engine: wordShown(analysisEngineLabel),
  fallback: wordShown(analysisFallbackLabel).nullable(),
  ms: count.describe('Milliseconds it took.').meta({ example: 1200 }),
  candidates: z.array(analysisCandidate),
  review: z.string(),
  confirmed: z
    .array(
      z.object({
        field: wordShown(analysisFieldLabel),
        suggested: z.string().describe('What stood first.').meta({ example: 'GUCCI' }),
        confidence: ratio.nullable().describe('Of what stood first.').meta({ example: 0.93 }),
        chosen: z.string().describe('Empty: none of them.').meta({ example: 'GUCCI' }),
        by: z.string(),
        at: dateTime,
      }),
    )
    .describe('What a person made of it, by field.'),
  written: z
    .array(
      z.object({
        field: wordShown(analysisFieldLabel),
        value: z.string().describe('As it stands in the article.').meta({ example: 'PRADA' }),
      }),
    )
    .describe('Of an assessed article, what it says of the fields suggested, whoever wrote it and how.'),
  asked_by: z.string().describe('Who asked for it.').meta({ example: '佐藤 次郎' }),
  asked_at: dateTime,
})
export type AnalysisRun = z.output<typeof runRow>

export const lookAlike = z
  .object({
    slug: z.string(),
    name: z.string(),
    brand_name: z.string(),
    category_name: z.string(),
    grade: grade.nullable(),
    price: yen.nullable().describe('What it was assessed for.'),
    purchased_at: dateTime.nullable(),
    outcome: z.enum(['bought', 'assessed', 'not_bought']).describe('What came of it so far.'),
    likeness: ratio.describe('1: the same picture.').meta({ example: 0.88 }),
    thumbnail_url: z.string(),
  })
  .describe('An article of the company whose photo looks like one of the article asked for.')
export type LookAlike = z.output<typeof lookAlike>

export const about =
  'Suggestions from photos and numbers. A person confirms them; what is less certain than 0.9 is only offered as a choice.'

export const analysisCalls = {
  images: call('POST /api/biz/analyze_images/', {
    summary:
      'Suggest brand, category, colour, material and product number from pictures or from photos of an article',
    may: 'biz.analysis.use',
    changes: ['analysis'],
    repeated: 'does it again',
    limit: 'upload',
    bodyLimit: 30_000_000,
    body: z.object({
      images: z.array(sentPicture).max(mostPictures).optional(),
      slug: z.string().max(40).optional(),
      photos: z.array(id).max(mostPictures).optional(),
    }),
    ok: suggested,
    errors: ['file_type', 'file_heic', 'file_too_large', 'busy'],
  }),
  productNumber: call('POST /api/biz/analyze_product_number/', {
    summary:
      'Likely product numbers for what was typed or read, from the forms of brands and from own articles',
    may: 'biz.analysis.use',
    changes: ['analysis'],
    repeated: 'does it again',
    body: z.object({
      product_number: text(60),
      brand: maybeText(120)
        .describe('A name; without it, all brands.')
        .meta({ example: 'ISSEY MIYAKE' })
        .optional(),
    }),
    ok: z.object({
      candidates: z.array(analysisCandidate),
      message: z.string().describe('What to tell a person; empty when there are candidates.'),
      ...answered,
    }),
  }),
  staffReview: call('POST /api/biz/generate_staff_review/', {
    summary: 'Draft a sale text from the attributes of an article, or from attributes that are sent',
    may: 'biz.analysis.use',
    changes: ['analysis'],
    repeated: 'does it again',
    body: z.object({ slug: z.string().max(40).optional(), ...attributes }),
    ok: z.object({ review: z.string(), ...answered }),
  }),
  lookAlikes: call('GET /api/biz/purchase-items/{slug}/look-alikes/', {
    summary: 'Articles of the company whose photos look like those of an article, with what came of them',
    may: 'biz.analysis.use',
    reads: ['item'],
    limit: 'search',
    ok: z.array(lookAlike).describe('The most alike first.'),
  }),
  runs: call('GET /api/biz/analysis-runs/', {
    summary: 'What was analysed, with what was suggested and what a person chose',
    may: 'biz.analysis.use',
    reads: ['analysis'],
    query: z.object({
      kind: query.choice(Object.keys(analysisKindLabel)),
      engine: query.choice(Object.keys(analysisEngineLabel)).describe('Which one answered.'),
      is_confirmed: query.bool.describe('Whether a person made anything of it.'),
      is_fallback: query.bool.describe('Those that the engine of the house answered in place of another.'),
      slug: query.text.describe('Of one article.'),
      asked_from: query.date.describe('First day.'),
      asked_to: query.date.describe('Last day.'),
      ...paged,
    }),
    ok: page(runRow),
  }),
  confirm: call('POST /api/biz/analysis-runs/{id}/confirm/', {
    summary: 'Record which value a person chose for a field, or that none was right',
    may: 'biz.analysis.use',
    changes: ['analysis'],
    repeated: 'changes nothing',
    body: z.object({
      field: z.enum(Object.keys(analysisFieldLabel) as [AnalysisField, ...AnalysisField[]]),
      chosen: maybeText(120).describe('Empty: none of them.').meta({ example: 'GUCCI' }),
    }),
    ok: runRow,
  }),
}
