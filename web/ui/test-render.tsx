import { ThemeProvider } from '@mui/material/styles'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createOkuruTheme, type OkuruVariant } from '../app/theme/create-okuru-theme.ts'
import { storeLookOf } from '../app/theme/stores.ts'

export function renderThemed(
  children: ReactNode,
  { store = 'default', variant = 'storefront' as OkuruVariant } = {},
) {
  const theme = createOkuruTheme(storeLookOf(store), variant)
  const wrap = (inner: ReactNode) => <ThemeProvider theme={theme}>{inner}</ThemeProvider>
  const rendered = render(wrap(children))
  return { ...rendered, rerenderThemed: (next: ReactNode) => rendered.rerender(wrap(next)) }
}
