import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOkuruTheme } from './create-okuru-theme.ts'
import { resolveStoreKey, STORE_KEY_ITEM } from './store-key.ts'
import { StoreThemeProvider, useStoreTheme } from './store-theme-provider.tsx'
import { storeLookOf } from './stores.ts'
import { putLooks, testLook } from './test-looks.ts'

function memory(start: Record<string, string> = {}) {
  const items = new Map(Object.entries(start))
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  return { items, storage: () => storage }
}

beforeEach(() => putLooks([testLook('default'), testLook('umeda')]))
afterEach(() => {
  cleanup()
  putLooks([])
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
      expect(storeLookOf(key)).toEqual(storeLookOf('default'))
      expect(storeLookOf(key).logo?.url).toBe('/logos/default.svg')
    },
  )
})

function Shown() {
  const { storeKey, entry } = useStoreTheme()
  return <p>{`${storeKey} ${entry.logo?.url}`}</p>
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

describe('the looks that came with the page', () => {
  it('are completed where they state nothing', () => {
    putLooks([{ key: 'sakae', name: 'SAKAE', brand: '#17181a', accent: '#b9f53d', typeface: 'mincho' }])
    expect(storeLookOf('sakae')).toMatchObject({
      logo: null,
      headlineStart: '',
      colors: {},
      typeface: 'mincho',
    })
  })

  it('are not needed: without any, the pages are those of the site', () => {
    putLooks([])
    expect(storeLookOf('umeda')).toMatchObject({ key: 'default', name: 'okuru', brand: '#10203f' })
  })
})

describe('S09 the created theme', () => {
  const theme = createOkuruTheme(storeLookOf('default'))

  it('has the five breakpoints, size 14, Noto Sans JP and full-width pills', () => {
    expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
    expect(theme.typography.fontSize).toBe(14)
    expect(theme.typography.fontFamily).toMatch(/^"Noto Sans JP",/)
    expect(theme.components?.MuiButton?.defaultProps?.fullWidth).toBe(true)
    expect(theme.components?.MuiButton?.styleOverrides?.root).toMatchObject({ borderRadius: 38 })
  })

  it('has no full-width pills and dense rows on the business side', () => {
    const biz = createOkuruTheme(storeLookOf('default'), 'biz')
    expect(biz.components?.MuiButton?.defaultProps?.fullWidth).toBe(false)
    expect(biz.okuru.radius.button).toBeLessThan(38)
    expect(biz.okuru.size.row).toBe(32)
    expect(biz.typography.fontFamily).toBe(theme.typography.fontFamily)
  })
})
