import GlobalStyles from '@mui/material/GlobalStyles'
import type { CSSObject, Theme } from '@mui/material/styles'

const rules = (theme: Theme): Record<string, CSSObject> => ({
  '*, *::before, *::after': { boxSizing: 'border-box' },
  html: {
    WebkitTextSizeAdjust: '100%',
    scrollPaddingBottom: 'calc(var(--sticky-bar, 0px) + var(--shell-bottom, 0px) + 16px)',
    scrollPaddingTop: 'calc(var(--shell-top, 0px) + 16px)',
  },
  body: {
    margin: 0,
    fontFamily: theme.typography.fontFamily,
    fontSize: theme.okuru.font.body,
    lineHeight: theme.typography.body1.lineHeight,
    color: theme.okuru.palette.font.main,
    backgroundColor: theme.okuru.palette.bg.page,
    WebkitFontSmoothing: 'antialiased',
    overflowWrap: 'anywhere',
    lineBreak: 'strict',
    // Breaks lines between Japanese phrases where the browser supports it. Back office tables are too dense for it.
    ...(theme.okuru.variant === 'storefront' && { wordBreak: 'auto-phrase' }),
  },
  'h1, h2, h3, h4, p, dl, dd, ul, ol, figure': { margin: 0, padding: 0 },
  'h1, h2, h3': { textWrap: 'balance' },
  'p, li, dd': { textWrap: 'pretty' },
  'ul, ol': { listStyle: 'none' },
  'img, svg': { display: 'block', maxWidth: '100%' },
  fieldset: { border: 0, margin: 0, padding: 0, minWidth: 0 },
  a: { color: theme.okuru.palette.primary.main, textUnderlineOffset: 3 },
  'button, input, select, textarea': { font: 'inherit', color: 'inherit' },
  ':focus-visible': { outline: `3px solid ${theme.okuru.palette.primary.light}`, outlineOffset: 2 },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
    },
  },
})

/** A minimal reset; CssBaseline on top would exceed the limit of the first load. */
export const GlobalStyle = () => <GlobalStyles styles={rules} />
