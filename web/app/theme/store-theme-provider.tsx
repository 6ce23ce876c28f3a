import { ThemeContext } from '@emotion/react'
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider'
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { createOkuruTheme, type OkuruVariant } from './create-okuru-theme.ts'
import { GlobalStyle } from './global-style.tsx'
import { resolveStoreKey } from './store-key.ts'
import type { StoreThemeEntry } from './store-theme.ts'
import { storeThemeOf, storeThemes } from './stores.ts'
import { StyleCache } from './style-cache.tsx'

type StoreThemeState = { storeKey: string; entry: StoreThemeEntry }

const StoreThemeContext = createContext<StoreThemeState | undefined>(undefined)

const NO_DEFAULTS = {}

type Props = {
  children: ReactNode
  /** Shown until the key is known. */
  placeholder?: ReactNode
  themes?: Readonly<Record<string, StoreThemeEntry>>
  variant?: OkuruVariant
}

/** Finds out which store this tab shows and colours everything below; renders nothing before that. */
export function StoreThemeProvider({ children, placeholder = null, themes = storeThemes, variant }: Props) {
  const [storeKey, setStoreKey] = useState<string>()
  // Everything is drawn when the key is known. As a transition it is done in short pieces, like the first drawing.
  useEffect(() => startTransition(() => setStoreKey(resolveStoreKey())), [])
  const state = useMemo(
    () => (storeKey === undefined ? undefined : { storeKey, entry: storeThemeOf(storeKey, themes) }),
    [storeKey, themes],
  )
  useEffect(() => {
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    if (bar && state) bar.content = state.entry.palette.brand
  }, [state])
  if (!state) return placeholder
  return (
    <StoreThemeContext value={state}>
      <StyleCache>
        <OkuruTheme entry={state.entry} variant={variant}>
          <GlobalStyle />
          {children}
        </OkuruTheme>
      </StyleCache>
    </StoreThemeContext>
  )
}

/**
 * What the library's own provider does for a theme of fixed colours. That one also carries the code for colour
 * schemes that a person switches between, to every phone.
 */
function OkuruTheme(props: { entry: StoreThemeEntry; variant?: OkuruVariant; children: ReactNode }) {
  const theme = useMemo(() => createOkuruTheme(props.entry, props.variant), [props.entry, props.variant])
  return (
    <ThemeContext value={theme}>
      <DefaultPropsProvider value={theme.components ?? NO_DEFAULTS}>{props.children}</DefaultPropsProvider>
    </ThemeContext>
  )
}

/** The dense look of the back office, in the colours of the same store. */
export function BizTheme({ children }: { children: ReactNode }) {
  const { entry } = useStoreTheme()
  return (
    <OkuruTheme entry={entry} variant="biz">
      <GlobalStyle />
      {children}
    </OkuruTheme>
  )
}

export function useStoreTheme(): StoreThemeState {
  const state = useContext(StoreThemeContext)
  if (!state) throw new Error('useStoreTheme needs a StoreThemeProvider above it')
  return state
}
