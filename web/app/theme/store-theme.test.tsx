import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contrast, luminance } from './color.ts'
import { createOkuruTheme } from './create-okuru-theme.ts'
import { resolveStoreKey, STORE_KEY_ITEM } from './store-key.ts'
import { deriveUiPalette, type UiPalette } from './store-theme.ts'
import { StoreThemeProvider, useStoreTheme } from './store-theme-provider.tsx'
import { storeThemeOf, storeThemes } from './stores.ts'

function memory(start: Record<string, string> = {}) {
  const items = new Map(Object.entries(start))
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  return { items, storage: () => storage }
}

afterEach(() => {
  cleanup()
  window.sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

describe('which store a tab shows', () => {
  it('S01 what the session remembers wins over the address', () => {
    expect(resolveStoreKey({ ...memory({ [STORE_KEY_ITEM]: 'aoyama' }), search: '?store=umeda' })).toBe(
      'aoyama',
    )
  })

  it('S02 the address is used and remembered when the session is empty', () => {
    const { items, storage } = memory()
    expect(resolveStoreKey({ storage, search: '?store=umeda&x=1' })).toBe('umeda')
    expect(items.get(STORE_KEY_ITEM)).toBe('umeda')
  })

  it('S03 nothing at all is the default, and a later link to a store still works', () => {
    const { storage } = memory()
    expect(resolveStoreKey({ storage, search: '' })).toBe('default')
    expect(resolveStoreKey({ storage, search: '?store=sakae' })).toBe('sakae')
  })

  it('S07 blocked storage falls through to the address, then to the default', () => {
    const storage = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(resolveStoreKey({ storage, search: '?store=umeda' })).toBe('umeda')
    expect(resolveStoreKey({ storage, search: '' })).toBe('default')
  })

  it.each(['nowhere', '__proto__', 'constructor', 'toString'])(
    'S04 S08 the key %s gives the default look',
    (key) => {
      expect(storeThemeOf(key)).toBe(storeThemes.default)
    },
  )
})

function Shown() {
  const { storeKey, entry } = useStoreTheme()
  return <p>{`${storeKey} ${entry.assets.logo}`}</p>
}

describe('the provider', () => {
  it('S05 shows the placeholder until a key is set, then the children', () => {
    const page = (
      <StoreThemeProvider placeholder="まもなく">
        <Shown />
      </StoreThemeProvider>
    )
    expect(renderToString(page)).toBe('まもなく')
    window.history.replaceState(null, '', '/?store=umeda')
    render(page)
    expect(screen.getByText('umeda /logos/umeda.svg')).toBeTruthy()
  })

  it('S04 an unknown store does not break the page', () => {
    window.history.replaceState(null, '', '/?store=__proto__')
    render(
      <StoreThemeProvider>
        <Shown />
      </StoreThemeProvider>,
    )
    expect(screen.getByText('__proto__ /logos/default.svg')).toBeTruthy()
  })

  it('S07 survives a browser that forbids storage', () => {
    const denied = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    render(
      <StoreThemeProvider>
        <Shown />
      </StoreThemeProvider>,
    )
    expect(screen.getByText('default /logos/default.svg')).toBeTruthy()
    denied.mockRestore()
  })
})

describe('S06 palettes', () => {
  it.each(['aoyama', 'umeda', 'sakae'])('%s is near black with a lime accent and its own logo', (key) => {
    const { palette, assets } = storeThemeOf(key)
    expect(luminance(palette.brand)).toBeLessThan(0.02)
    expect(palette.accent).toBe('#b9f53d')
    expect(assets.logo).toBe(`/logos/${key}.svg`)
  })

  it('derives from the brand by brightening: the steps go from light to dark', () => {
    const { primary } = deriveUiPalette({ brand: '#17181a', accent: '#b9f53d' })
    const steps = [primary.lightest, primary.lighter, primary.light, primary.main, primary.dark].map(
      luminance,
    )
    expect(steps).toEqual([...steps].sort((a, b) => b - a))
    expect(new Set(steps).size).toBe(5)
  })

  it('lets the stated values win and ignores what is no colour', () => {
    const derived = deriveUiPalette({ brand: '#17181a', accent: '#b9f53d' })
    const stated = deriveUiPalette({
      brand: '#17181a',
      accent: '#b9f53d',
      primary: { main: '#123456' },
      error: { main: 'crimson' },
    })
    expect(stated.primary.main).toBe('#123456')
    expect(stated.primary.lightest).toBe(derived.primary.lightest)
    expect(stated.error.main).toBe(derived.error.main)
  })
})

const readable = (palette: UiPalette): Array<[string, string, string]> => {
  const surfaces = Object.entries(palette.bg)
  const inks = {
    font: palette.font.main,
    sub: palette.font.sub,
    primary: palette.primary.main,
    dark: palette.primary.dark,
    secondary: palette.secondary.main,
    success: palette.success.main,
    error: palette.error.main,
    warning: palette.warning.main,
  }
  return [
    ['on brand', palette.brand.contrastText, palette.brand.main],
    ['on accent', palette.accent.contrastText, palette.accent.main],
    ['on primary', palette.primary.contrastText, palette.primary.main],
    ['on secondary', palette.secondary.contrastText, palette.secondary.main],
    ['primary chip', palette.primary.main, palette.primary.lightest],
    ['sub on the lightest', palette.font.sub, palette.primary.lightest],
    ['success chip', palette.success.main, palette.success.bg],
    ['error chip', palette.error.main, palette.error.bg],
    ['warning chip', palette.warning.main, palette.warning.bg],
    ...Object.entries(inks).flatMap(([name, ink]) =>
      surfaces.map(([surface, bg]): [string, string, string] => [`${name} on ${surface}`, ink, bg]),
    ),
  ]
}

const looks = {
  ...storeThemes,
  'a pale brand somebody might enter': {
    palette: { brand: '#f3b6c8', accent: '#3a0ca3' },
    assets: { logo: '/logos/default.svg' },
  },
}

describe.each(Object.entries(looks))('contrast of %s', (_key, entry) => {
  const palette = deriveUiPalette(entry.palette)

  it.each(readable(palette))('%s reads', (_pair, ink, background) => {
    expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5)
  })

  it('draws field borders that can be seen', () => {
    expect(contrast(palette.border.strong, palette.bg.paper)).toBeGreaterThanOrEqual(3)
  })

  it('has its logo', () => {
    expect(existsSync(join(import.meta.dirname, '../../public', entry.assets.logo))).toBe(true)
  })
})

describe('the accent', () => {
  it.each(Object.keys(storeThemes))(
    'of %s is legible as text on the brand, the only place it may be text',
    (key) => {
      const { brand, accent } = deriveUiPalette(storeThemeOf(key).palette)
      expect(contrast(accent.main, brand.main)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accent.main, '#ffffff')).toBeLessThan(4.5)
    },
  )
})

describe('S09 the created theme', () => {
  const theme = createOkuruTheme(storeThemeOf('default'))

  it('has the five breakpoints, size 14, Noto Sans JP and full-width pills', () => {
    expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
    expect(theme.typography.fontSize).toBe(14)
    expect(theme.typography.fontFamily).toMatch(/^"Noto Sans JP",/)
    expect(theme.components?.MuiButton?.defaultProps?.fullWidth).toBe(true)
    expect(theme.components?.MuiButton?.styleOverrides?.root).toMatchObject({ borderRadius: 38 })
  })

  it('has no full-width pills and dense rows on the business side', () => {
    const biz = createOkuruTheme(storeThemeOf('default'), 'biz')
    expect(biz.components?.MuiButton?.defaultProps?.fullWidth).toBe(false)
    expect(biz.okuru.radius.button).toBeLessThan(38)
    expect(biz.okuru.size.row).toBe(32)
    expect(biz.typography.fontFamily).toBe(theme.typography.fontFamily)
  })
})
