import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles'
import { deriveUiPalette, type UiPalette } from '#contract/store-palette'
import { houseFonts, type Typeface, typefaceVoice } from '#contract/typeface'
import type { StoreLook } from './stores.ts'

export type OkuruVariant = 'storefront' | 'biz'

export type OkuruTokens = {
  variant: OkuruVariant
  palette: UiPalette
  /** Of the store, as in the titles of its pages. */
  name: string
  typeface: Typeface
  radius: { card: number; pill: number; field: number; button: number }
  size: { field: number; button: number; row: number }
  shadow: { card: string; raised: string; bar: string }
  font: { field: number; body: number }
}

declare module '@mui/material/styles' {
  interface Theme {
    okuru: OkuruTokens
  }
  interface ThemeOptions {
    okuru?: OkuruTokens
  }
}

const BUTTON_RADIUS = 38

/** What a theme takes of a look; its words are elsewhere. */
export type LookPaint = Pick<StoreLook, 'name' | 'brand' | 'accent' | 'colors' | 'typeface'>

function tokensOf(entry: LookPaint, variant: OkuruVariant): OkuruTokens {
  const palette = deriveUiPalette(entry)
  const biz = variant === 'biz'
  return {
    variant,
    palette,
    name: entry.name,
    typeface: biz ? 'gothic' : entry.typeface,
    radius: {
      card: biz ? 12 : 16,
      pill: BUTTON_RADIUS,
      field: biz ? 8 : 10,
      button: biz ? 8 : BUTTON_RADIUS,
    },
    size: { field: biz ? 36 : 48, button: biz ? 36 : 52, row: biz ? 32 : 48 },
    shadow: {
      card: '0 1px 2px rgb(16 24 40 / 0.06), 0 8px 24px rgb(16 24 40 / 0.06)',
      raised: '0 1px 3px rgb(16 24 40 / 0.14)',
      bar: '0 6px 18px rgb(16 24 40 / 0.18)',
    },
    font: { field: biz ? 13 : 16, body: biz ? 13 : 14 },
  }
}

function typographyOf(tokens: OkuruTokens): ThemeOptions['typography'] {
  const biz = tokens.variant === 'biz'
  const { family, weight, spacing } = typefaceVoice[tokens.typeface]
  const heading = {
    fontFamily: family,
    fontWeight: weight,
    lineHeight: 1.4,
    letterSpacing: spacing,
    fontFeatureSettings: '"palt"',
  }
  return {
    fontFamily: houseFonts,
    fontSize: 14,
    fontWeightMedium: 600,
    h1: { ...heading, fontSize: biz ? 20 : 26 },
    h2: { ...heading, fontSize: biz ? 17 : 22 },
    h3: { ...heading, fontSize: biz ? 14 : 16 },
    body1: { fontSize: tokens.font.body, lineHeight: biz ? 1.6 : 1.75 },
    body2: { fontSize: biz ? 12 : 13, lineHeight: 1.65 },
    caption: { fontSize: 12, lineHeight: 1.6 },
    button: { fontWeight: 700, fontSize: biz ? 13 : 16, lineHeight: 1.4, textTransform: 'none' },
  }
}

function componentsOf({ palette, radius, size, variant }: OkuruTokens): ThemeOptions['components'] {
  return {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true, fullWidth: variant === 'storefront' },
      styleOverrides: {
        root: {
          borderRadius: radius.button,
          minHeight: size.button,
          padding: variant === 'biz' ? '4px 16px' : '8px 24px',
        },
      },
    },
    MuiDialog: {
      styleOverrides: { paper: { borderRadius: radius.card, backgroundImage: 'none' } },
    },
    MuiTooltip: {
      styleOverrides: { tooltip: { backgroundColor: palette.font.main, fontSize: 12, fontWeight: 400 } },
    },
  }
}

export function createOkuruTheme(entry: LookPaint, variant: OkuruVariant = 'storefront'): Theme {
  const okuru = tokensOf(entry, variant)
  const { palette } = okuru
  return createTheme({
    okuru,
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    shape: { borderRadius: okuru.radius.field },
    palette: {
      primary: { ...palette.primary },
      secondary: palette.secondary,
      success: { main: palette.success.main, contrastText: '#ffffff' },
      error: { main: palette.error.main, contrastText: '#ffffff' },
      warning: { main: palette.warning.main, contrastText: '#ffffff' },
      text: { primary: palette.font.main, secondary: palette.font.sub },
      divider: palette.border.main,
      background: { default: palette.bg.page, paper: palette.bg.paper },
    },
    typography: typographyOf(okuru),
    components: componentsOf(okuru),
    transitions: {
      duration: {
        shortest: 100,
        shorter: 120,
        short: 160,
        standard: 180,
        complex: 190,
        enteringScreen: 180,
        leavingScreen: 140,
      },
    },
  })
}
