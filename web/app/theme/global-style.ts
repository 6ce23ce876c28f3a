import type { CSSObject } from '@mui/material/styles'
import type { OkuruTokens } from './create-okuru-theme.ts'

/** The few rules every page starts from; the rest of the look belongs to components. */
export const globalStyle = ({ variant, palette }: OkuruTokens): Record<string, CSSObject> => ({
  html: {
    scrollPaddingBottom: 'calc(var(--sticky-bar, 0px) + var(--shell-bottom, 0px) + 16px)',
    scrollPaddingTop: 'calc(var(--shell-top, 0px) + 16px)',
  },
  body: {
    overflowWrap: 'anywhere',
    lineBreak: 'strict',
    // Breaks lines between Japanese phrases where the browser supports it. Back office tables are too dense for it.
    ...(variant === 'storefront' && { wordBreak: 'auto-phrase' }),
  },
  'h1, h2, h3, h4, p, dl, dd, ul, ol, figure': { margin: 0, padding: 0 },
  'h1, h2, h3': { textWrap: 'balance' },
  'p, li, dd': { textWrap: 'pretty' },
  'ul, ol': { listStyle: 'none' },
  'img, svg': { display: 'block', maxWidth: '100%' },
  fieldset: { border: 0, margin: 0, padding: 0, minWidth: 0 },
  a: { color: palette.primary.main, textUnderlineOffset: 3 },
  'button, input, select, textarea': { font: 'inherit', color: 'inherit' },
  ':focus-visible': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 2 },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
    },
  },
})
