import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, luminance } from './color.ts'
import { contrastPairs, deriveUiPalette, ratioOf, ratioText, unreadable } from './store-palette.ts'

const hex = fc
  .array(fc.integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 3 })
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

describe('derived colours', () => {
  it('read in every pair, whatever brand and accent are chosen', () => {
    fc.assert(
      fc.property(hex, hex, (brand, accent) => {
        const failed = unreadable({ brand, accent, colors: {} })
        expect(failed.map((pair) => [pair.label, ratioOf(pair)])).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('read on stated light grounds, and beside a stated link colour', () => {
    const light = hex.filter((colour) => luminance(colour) > 0.8)
    fc.assert(
      fc.property(hex, hex, light, light, (brand, accent, page, sunken) => {
        expect(unreadable({ brand, accent, colors: { bg: { page, sunken } } })).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('state the accent as text on the brand only where it reads', () => {
    fc.assert(
      fc.property(hex, hex, (brand, accent) => {
        const { onBrand } = deriveUiPalette({ brand, accent, colors: {} }).accent
        expect(contrast(onBrand, brand)).toBeGreaterThanOrEqual(4.5)
        if (contrast(accent, brand) >= 4.5) expect(onBrand).toBe(accent)
      }),
    )
  })

  it('go from light to dark', () => {
    const { primary } = deriveUiPalette({ brand: '#17181a', accent: '#b9f53d', colors: {} })
    const steps = [primary.lightest, primary.lighter, primary.light, primary.main, primary.dark].map(
      luminance,
    )
    expect(steps).toEqual([...steps].sort((one, other) => other - one))
    expect(new Set(steps).size).toBe(5)
  })
})

describe('stated colours', () => {
  const paint = { brand: '#17181a', accent: '#b9f53d' }

  it('win over derived ones, and what is no colour is ignored', () => {
    const derived = deriveUiPalette({ ...paint, colors: {} })
    const stated = deriveUiPalette({
      ...paint,
      colors: { primary: { main: '#123456' }, error: { main: 'crimson' } },
    })
    expect(stated.primary.main).toBe('#123456')
    expect(stated.primary.lightest).toBe(derived.primary.lightest)
    expect(stated.error.main).toBe(derived.error.main)
  })

  it('that do not read are found, with the colour that causes it', () => {
    const failed = unreadable({ ...paint, colors: { font: { sub: '#bbbbbb' } } })
    expect(failed.length).toBeGreaterThan(0)
    for (const pair of failed) expect(pair.colors).toContain('font.sub')
  })
})

it('a ratio that fails never reads as if it passed', () => {
  expect(ratioText(4.499)).toBe('4.4')
  expect(ratioText(21)).toBe('21.0')
})

it('names every pair once', () => {
  const labels = contrastPairs(deriveUiPalette({ brand: '#10203f', accent: '#d8f24a', colors: {} })).map(
    ({ label }) => label,
  )
  expect(new Set(labels).size).toBe(labels.length)
})
