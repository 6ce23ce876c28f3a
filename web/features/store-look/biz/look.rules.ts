import { contrast, isHexColor } from '#contract/color'
import { storeLookCalls } from '#contract/store-look'
import {
  statedColors,
  storeKeyProblems,
  storeLookProblems,
  tidyColor,
  tidyStoreLook,
} from '#contract/store-look-input'
import { ratioText, type StoreColors } from '#contract/store-palette'
import { type Typeface, typefaceLabel } from '#contract/typeface'
import type { StoreLook } from '#web/app/theme/stores.ts'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { toSnake } from '#web/lib/case.ts'
import type { FormRules } from '#web/ui/call-form.ts'

export type StoredLook = AskResult<typeof storeLookCalls.read>
export type LookVersion = StoredLook['versions'][number]
export type Picture = NonNullable<LookVersion['logo']>

export const colorGroups = {
  primary: {
    label: 'リンク・見出し・選択',
    names: {
      main: 'リンク',
      dark: '見出し',
      light: '選んでいる場所の枠',
      lighter: '指した所の地',
      lightest: '選ばれた札の地',
      contrastText: '塗りのボタンの文字',
    },
  },
  secondary: { label: 'しるし', names: { main: '色', dark: '濃い色', contrastText: '中の文字' } },
  font: { label: '文字', names: { main: '本文', sub: '補足' } },
  bg: { label: '地', names: { page: 'ページ', paper: 'カード', sunken: 'フッター', header: '表の見出し' } },
  border: { label: '線', names: { main: 'カードの枠', medium: 'ボタンの枠', strong: '入力欄の枠' } },
  success: { label: 'よい知らせ', names: { main: '文字', bg: '地' } },
  error: { label: '誤り・遅れ', names: { main: '文字', bg: '地' } },
  warning: { label: '注意', names: { main: '文字', bg: '地' } },
} as const
export type Group = keyof typeof colorGroups

export type ColorTexts = Record<Group, Record<string, string>>

export interface LookValues {
  key: string
  name: string
  brand: string
  accent: string
  typeface: Typeface
  logo: string
  symbol: string
  headlineStart: string
  headlineEnd: string
  lead: string
  footerNote: string
  colors: ColorTexts
}

const colorLabels = Object.fromEntries(
  Object.entries(colorGroups).flatMap(([group, { label, names }]) =>
    Object.entries(names).map(([name, words]) => [`colors.${group}.${name}`, `${label}の${words}`]),
  ),
)

const labels = {
  key: 'ストアのキー',
  name: 'ストアの名前',
  logo: 'ロゴ',
  symbol: 'アイコンの絵',
  brand: '帯の色',
  accent: '次へ進むボタンの色',
  typeface: '見出しの書体',
  headlineStart: '見出しの1行目',
  headlineEnd: '見出しの2行目',
  lead: '見出しの下の文',
  footerNote: 'フッターの文',
  ...colorLabels,
  colors: '細かい色',
}

const everyColor = (colors: StoreColors): ColorTexts =>
  Object.fromEntries(
    Object.entries(colorGroups).map(([group, { names }]) => {
      const stated = (colors[group as Group] ?? {}) as Record<string, string | undefined>
      return [group, Object.fromEntries(Object.keys(names).map((name) => [name, stated[name] ?? '']))]
    }),
  ) as ColorTexts

const starting = { brand: '#17181a', accent: '#b9f53d', typeface: 'gothic' } as const

export const valuesOfVersion = (key: string, version: LookVersion | undefined): LookValues => ({
  key,
  name: version?.name ?? '',
  brand: version?.brand ?? starting.brand,
  accent: version?.accent ?? starting.accent,
  typeface: version?.typeface ?? starting.typeface,
  logo: version?.logo?.url ?? '',
  symbol: version?.symbol?.url ?? '',
  headlineStart: version?.headlineStart ?? '',
  headlineEnd: version?.headlineEnd ?? '',
  lead: version?.lead ?? '',
  footerNote: version?.footerNote ?? '',
  colors: everyColor((version?.colors ?? {}) as StoreColors),
})

export const lookValuesOf = (stored: StoredLook | undefined): LookValues =>
  valuesOfVersion(stored?.key ?? '', stored?.newest)

type SaveBody = Omit<AskInput<typeof storeLookCalls.save>['body'] & object, 'version'>

export const lookBody = ({ key: _key, ...values }: LookValues) => values as SaveBody

const wireOf = (values: LookValues) =>
  tidyStoreLook(toSnake(lookBody(values)) as Parameters<typeof tidyStoreLook>[0])

export const lookRules = (isNew: boolean): FormRules<LookValues> => ({
  call: isNew ? storeLookCalls.create : storeLookCalls.save,
  labels,
  bodyOf: (values) =>
    isNew ? { ...lookBody(values), key: values.key } : { ...lookBody(values), version: 0 },
  more: (body: Parameters<typeof tidyStoreLook>[0] & { key?: string }) => ({
    ...(isNew ? storeKeyProblems(body.key ?? '') : {}),
    ...storeLookProblems(tidyStoreLook(body)),
  }),
})

const statedText = (colors: ColorTexts): string =>
  Object.entries(colors)
    .flatMap(([group, values]) =>
      Object.entries(values).flatMap(([name, value]) =>
        value ? [`${colorLabels[`colors.${group}.${name}`]} ${value}`] : [],
      ),
    )
    .join('、')

export const lookTexts = (values: LookValues): Record<string, string> => {
  const { colors, typeface, logo, symbol, ...texts } = values
  return {
    ...texts,
    typeface: typefaceLabel[typeface],
    logo: logo === '' ? 'なし' : logo,
    symbol: symbol === '' ? 'なし' : symbol,
    colors: statedText(colors),
  }
}

/** What was changed from the version before, as label and both values. */
export function changesOf(version: LookVersion, before: LookVersion | undefined): string[] {
  const now = lookTexts(valuesOfVersion('', version))
  const was = before && lookTexts(valuesOfVersion('', before))
  if (!was) return []
  return Object.keys(now).flatMap((name) => {
    if (now[name] === was[name]) return []
    const label = labels[name as keyof typeof labels]
    return name === 'logo' || name === 'symbol'
      ? [`${label}の画像`]
      : [`${label} ${was[name] || '—'} → ${now[name] || '—'}`]
  })
}

const orUsual = (typed: string, usual: string): string => {
  const colour = tidyColor(typed)
  return isHexColor(colour) ? colour : usual
}

/** What the preview shows: colours that are still being typed do not count yet. */
export function previewOf(values: LookValues, pictures: ReadonlyMap<string, Picture>): StoreLook {
  const { key, name, typeface, logo, headlineStart, headlineEnd, lead, footerNote } = values
  const { colors } = wireOf(values)
  const stated = statedColors(colors)
  return {
    ...{ key, name: name.trim() || 'ストアの名前', typeface, headlineStart, headlineEnd, lead, footerNote },
    brand: orUsual(values.brand, starting.brand),
    accent: orUsual(values.accent, starting.accent),
    colors: stated,
    logo: logo === '' ? null : (pictures.get(logo) ?? { url: logo, width: 120, height: 24 }),
  }
}

/** The logo's average colour on the bar; drawings need 3 : 1. */
export function logoRemark(
  { ink, isOpaque }: { ink: string; isOpaque: boolean },
  brand: string,
): string | undefined {
  if (isOpaque)
    return '背景が透明ではないので、帯の上では四角い箱に見えます。背景の透明な PNG をおすすめします。'
  const ratio = contrast(ink, orUsual(brand, starting.brand))
  if (ratio >= 3) return undefined
  return `ロゴの色と帯の色が近く、見分けにくくなっています(平均 ${ratioText(ratio)}:1。3:1以上をおすすめします)。`
}
