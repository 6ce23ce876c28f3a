import { ThemeProvider } from '@mui/system'
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
import { DEFAULT_STORE_KEY, type StoreLook, storeLookOf } from './stores.ts'
import { StyleCache } from './style-cache.tsx'

/** What is put on the home screen is the store that is shown. */
const manifestHref = (key: string): string =>
  key === DEFAULT_STORE_KEY
    ? '/manifest.webmanifest'
    : `/manifest.webmanifest?store=${encodeURIComponent(key)}`

/** `looks`: of all stores; those in the document if not stated. */
type StoreThemeState = { storeKey: string; entry: StoreLook; looks?: readonly StoreLook[] }

export const StoreThemeContext = createContext<StoreThemeState | undefined>(undefined)

type Props = {
  children: ReactNode
  placeholder?: ReactNode
  looks?: readonly StoreLook[]
  variant?: OkuruVariant
}

export function StoreThemeProvider({ children, placeholder = null, looks, variant }: Props) {
  const [storeKey, setStoreKey] = useState<string>()
  // As a transition, the render runs in short tasks.
  useEffect(() => startTransition(() => setStoreKey(resolveStoreKey())), [])
  const state = useMemo(
    () => (storeKey === undefined ? undefined : { storeKey, entry: storeLookOf(storeKey, looks), looks }),
    [storeKey, looks],
  )
  useEffect(() => {
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    if (bar && state) bar.content = state.entry.brand
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
    if (manifest && state) manifest.href = manifestHref(state.storeKey)
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

// MUI's own provider adds 4 kB for colour schemes to the first load; with fixed colours it only passes the theme on.
function OkuruTheme(props: { entry: StoreLook; variant?: OkuruVariant; children: ReactNode }) {
  const theme = useMemo(() => createOkuruTheme(props.entry, props.variant), [props.entry, props.variant])
  return <ThemeProvider theme={theme}>{props.children}</ThemeProvider>
}

/** A part of a page in another look, for previews. */
export const LookTheme = ({ look, children }: { look: StoreLook; children: ReactNode }) => (
  <OkuruTheme entry={look} variant="storefront">
    {children}
  </OkuruTheme>
)

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

/** Of any store, as on the list of all shops. */
export const useLookOf = (key: string): StoreLook => storeLookOf(key, useContext(StoreThemeContext)?.looks)
