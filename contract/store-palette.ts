import { atLightness, brighten, contrast, darkenUntilReadable, isHexColor, mostReadable } from './color.ts'

export type UiPalette = {
  brand: { main: string; contrastText: string }
  /** `onBrand`: the accent as text on the brand colour, where it reads there. */
  accent: { main: string; contrastText: string; onBrand: string }
  primary: {
    lightest: string
    lighter: string
    light: string
    main: string
    dark: string
    contrastText: string
  }
  secondary: { main: string; dark: string; contrastText: string }
  border: { main: string; medium: string; strong: string }
  bg: { page: string; paper: string; sunken: string; header: string }
  font: { main: string; sub: string }
  success: { main: string; bg: string }
  error: { main: string; bg: string }
  warning: { main: string; bg: string }
}

/** Stated colours win over derived ones. */
export type StoreColors = {
  [Group in Exclude<keyof UiPalette, 'brand' | 'accent'>]?: Partial<UiPalette[Group]>
}

export interface StorePalette {
  brand: string
  accent: string
  colors: StoreColors
}

const LEAST_TEXT = 4.5
const LEAST_DRAWN = 3
const BLACK = '#000000'
const PAPER = '#ffffff'
const PAGE = '#f7f5f1'
const SUNKEN = '#efece6'
const WARM = {
  border: { main: '#e3e0d9', medium: '#cfcabf', strong: '#8f897c' },
  bg: { page: PAGE, paper: PAPER, sunken: SUNKEN, header: '#faf9f6' },
}
const TEAL = '#0b7f82'
const GREEN = '#0b7a6b'
const RED = '#c2302d'
const AMBER = '#8a5a00'
const PALE = { success: '#e6f4f1', error: '#fbeceb', warning: '#fdf3dc' }

type Grounds = readonly string[]

function derivePrimary(brand: string, grounds: Grounds): Omit<UiPalette['primary'], 'contrastText'> {
  const dark = darkenUntilReadable(brand, grounds)
  const lightest = atLightness(brand, 96, 0.18)
  return {
    lightest,
    lighter: atLightness(brand, 89.5, 0.35),
    light: darkenUntilReadable(atLightness(brand, 56, 0.9), grounds, LEAST_DRAWN),
    main: darkenUntilReadable(brighten(dark, 0.65), [...grounds, lightest]),
    dark,
  }
}

type Tone = UiPalette['success']

function tone(own: Partial<Tone>, colour: string, pale: string, grounds: Grounds): Tone {
  const bg = own.bg ?? (own.main ? atLightness(own.main, 95, 0.16) : pale)
  return { main: own.main ?? darkenUntilReadable(colour, [...grounds, bg]), bg }
}

const defined = <Group extends object>(group: Group | undefined): Partial<Group> =>
  Object.fromEntries(
    Object.entries(group ?? {}).filter(([, value]) => typeof value === 'string' && isHexColor(value)),
  ) as Partial<Group>

/** The first candidate that reads, else the one that reads best: black or white reads on every colour. */
const firstReadable = (background: string, candidates: readonly string[]): string =>
  candidates.find((candidate) => contrast(background, candidate) >= LEAST_TEXT) ??
  mostReadable(background, [PAPER, BLACK])

/** Derives missing colours from brand and accent, so that text reads on all of them. */
export function deriveUiPalette({ brand, accent, colors }: StorePalette): UiPalette {
  const bg = { ...WARM.bg, ...defined(colors.bg) }
  const grounds = Object.values(bg)
  const ink = darkenUntilReadable(atLightness(brand, 13, 0.55), grounds)
  const onBrand = firstReadable(brand, [mostReadable(brand, [PAPER, ink])])
  const primary = { ...derivePrimary(brand, grounds), ...defined(colors.primary) }
  const secondary = { main: darkenUntilReadable(TEAL, grounds), ...defined(colors.secondary) }
  return {
    brand: { main: brand, contrastText: onBrand },
    accent: {
      main: accent,
      contrastText: firstReadable(accent, [mostReadable(accent, [brand, ink, PAPER])]),
      onBrand: firstReadable(brand, [accent, onBrand]),
    },
    primary: { contrastText: firstReadable(primary.main, [PAPER]), ...primary },
    secondary: {
      dark: brighten(secondary.main, -0.6),
      contrastText: firstReadable(secondary.main, [PAPER]),
      ...secondary,
    },
    border: { ...WARM.border, ...defined(colors.border) },
    bg,
    font: {
      main: ink,
      sub: darkenUntilReadable(atLightness(brand, 42, 0.45), [...grounds, primary.lightest]),
      ...defined(colors.font),
    },
    success: tone(defined(colors.success), GREEN, PALE.success, grounds),
    error: tone(defined(colors.error), RED, PALE.error, grounds),
    warning: tone(defined(colors.warning), AMBER, PALE.warning, grounds),
  }
}

export interface ContrastPair {
  /** What is read where, in the words of the editor. */
  label: string
  ink: string
  ground: string
  least: number
  /** The stated colours that decide it, as `group.name`. */
  colors: readonly string[]
}

const text = (label: string, ink: string, ground: string, ...colors: string[]): ContrastPair => ({
  label,
  ink,
  ground,
  least: LEAST_TEXT,
  colors,
})
const drawn = (label: string, ink: string, ground: string, ...colors: string[]): ContrastPair => ({
  ...text(label, ink, ground, ...colors),
  least: LEAST_DRAWN,
})

/** All pairs of text and ground on the pages of a store, with the contrast they need (WCAG 2.2, 1.4.3 and 1.4.11). */
export function contrastPairs(palette: UiPalette): ContrastPair[] {
  const { brand, accent, primary, secondary, success, error, warning, font, bg, border } = palette
  const inks = [
    ['本文', font.main, 'font.main'],
    ['補足の文', font.sub, 'font.sub'],
    ['リンク', primary.main, 'primary.main'],
    ['見出し', primary.dark, 'primary.dark'],
    ['しるしの文字', secondary.main, 'secondary.main'],
    ['よい知らせ', success.main, 'success.main'],
    ['誤り・遅れ', error.main, 'error.main'],
    ['注意', warning.main, 'warning.main'],
  ] as const
  const grounds = [
    ['白い面', bg.paper, 'bg.paper'],
    ['ページの地', bg.page, 'bg.page'],
    ['沈んだ面', bg.sunken, 'bg.sunken'],
    ['表の見出し', bg.header, 'bg.header'],
  ] as const
  return [
    text('帯の文字', brand.contrastText, brand.main, 'brand'),
    text('帯の上の目立つ文字', accent.onBrand, brand.main, 'brand', 'accent'),
    text('次へ進むボタン', accent.contrastText, accent.main, 'accent'),
    text('塗りのボタン', primary.contrastText, primary.main, 'primary.contrastText', 'primary.main'),
    text(
      'しるしの中の文字',
      secondary.contrastText,
      secondary.main,
      'secondary.contrastText',
      'secondary.main',
    ),
    text('選ばれた札のリンク', primary.main, primary.lightest, 'primary.main', 'primary.lightest'),
    text('選ばれた札の補足', font.sub, primary.lightest, 'font.sub', 'primary.lightest'),
    text('よい知らせの札', success.main, success.bg, 'success.main', 'success.bg'),
    text('誤りの札', error.main, error.bg, 'error.main', 'error.bg'),
    text('注意の札', warning.main, warning.bg, 'warning.main', 'warning.bg'),
    ...inks.flatMap(([name, ink, one]) =>
      grounds.map(([ground, colour, other]) => text(`${name} / ${ground}`, ink, colour, one, other)),
    ),
    drawn('入力欄の枠', border.strong, bg.paper, 'border.strong', 'bg.paper'),
    drawn('選んでいる場所の枠', primary.light, bg.paper, 'primary.light', 'bg.paper'),
  ]
}

export const ratioOf = ({ ink, ground }: ContrastPair): number => contrast(ink, ground)

/** To two digits and never upwards, so that what fails does not read as if it passed. */
export const ratioText = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1)

export const unreadable = (palette: StorePalette): ContrastPair[] =>
  contrastPairs(deriveUiPalette(palette)).filter((pair) => ratioOf(pair) < pair.least)
