import { atLightness, brighten, darkenUntilReadable, isHexColor, mostReadable } from './color.ts'

export type UiPalette = {
  brand: { main: string; contrastText: string }
  accent: { main: string; contrastText: string }
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

type UiPaletteOverrides = { [Group in keyof UiPalette]?: Partial<UiPalette[Group]> }

export type StoreThemeEntry = {
  name: string
  palette: { brand: string; accent: string } & Omit<UiPaletteOverrides, 'brand' | 'accent'>
  assets: { logo: string }
}

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
const SURFACES = [PAPER, PAGE, SUNKEN]

function derivePrimary(brand: string): UiPalette['primary'] {
  const dark = darkenUntilReadable(brand, SURFACES)
  const lightest = atLightness(brand, 96, 0.18)
  const main = darkenUntilReadable(brighten(dark, 0.65), [...SURFACES, lightest])
  return {
    lightest,
    lighter: atLightness(brand, 89.5, 0.35),
    light: atLightness(brand, 56, 0.9),
    main,
    dark,
    contrastText: mostReadable(main, [PAPER, '#000000']),
  }
}

function tone(own: Partial<UiPalette['success']>, colour: string, pale: string): UiPalette['success'] {
  const bg = own.bg ?? (own.main ? atLightness(own.main, 95, 0.16) : pale)
  return { main: own.main ?? darkenUntilReadable(colour, [...SURFACES, bg]), bg }
}

const defined = <Group extends object>(group: Group | undefined): Partial<Group> =>
  Object.fromEntries(
    Object.entries(group ?? {}).filter(([, value]) => typeof value === 'string' && isHexColor(value)),
  ) as Partial<Group>

/** Derives missing colours from brand and accent; text gets the candidate with the best contrast. */
export function deriveUiPalette(palette: StoreThemeEntry['palette']): UiPalette {
  const { brand, accent } = palette
  const ink = atLightness(brand, 13, 0.55)
  const secondary = darkenUntilReadable(TEAL, SURFACES)
  return {
    brand: { main: brand, contrastText: mostReadable(brand, [PAPER, ink]) },
    accent: { main: accent, contrastText: mostReadable(accent, [brand, ink, PAPER]) },
    primary: { ...derivePrimary(brand), ...defined(palette.primary) },
    secondary: {
      main: secondary,
      dark: brighten(secondary, -0.6),
      contrastText: mostReadable(secondary, [PAPER, ink]),
      ...defined(palette.secondary),
    },
    border: { ...WARM.border, ...defined(palette.border) },
    bg: { ...WARM.bg, ...defined(palette.bg) },
    font: {
      main: ink,
      sub: darkenUntilReadable(atLightness(brand, 42, 0.45), SURFACES),
      ...defined(palette.font),
    },
    success: tone(defined(palette.success), GREEN, PALE.success),
    error: tone(defined(palette.error), RED, PALE.error),
    warning: tone(defined(palette.warning), AMBER, PALE.warning),
  }
}
