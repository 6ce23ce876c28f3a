import chroma from 'chroma-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brighten, contrast, darken, darkenUntilReadable, mostReadable, parseHex } from './color.ts'

const channel = fc.integer({ min: 0, max: 255 })
const hex = fc
  .tuple(channel, channel, channel)
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

const distance = (one: string, other: string): number =>
  Math.max(...parseHex(one).map((part, index) => Math.abs(part - (parseHex(other)[index] ?? 0))))

describe('colour arithmetic', () => {
  it('brightens and darkens as chroma.js does', () => {
    fc.assert(
      fc.property(hex, fc.double({ min: -1.5, max: 1.5, noNaN: true }), (colour, amount) => {
        const lightness = chroma(colour).lab()[0] + 18 * amount
        fc.pre(lightness > 0 && lightness < 100)
        expect(distance(brighten(colour, amount), chroma(colour).brighten(amount).hex())).toBeLessThanOrEqual(
          2,
        )
      }),
    )
    expect(distance(darken('#0b7f82'), chroma('#0b7f82').darken().hex())).toBeLessThanOrEqual(2)
  })

  it('measures contrast as chroma.js does', () => {
    fc.assert(
      fc.property(hex, hex, (one, other) => {
        expect(contrast(one, other)).toBeCloseTo(chroma.contrast(one, other), 1)
      }),
    )
  })

  it('chooses the candidate that reads best', () => {
    expect(mostReadable('#b9f53d', ['#ffffff', '#17181a'])).toBe('#17181a')
    expect(mostReadable('#10203f', ['#ffffff', '#17181a'])).toBe('#ffffff')
  })

  it('darkens any colour until it reads on the surfaces', () => {
    fc.assert(
      fc.property(hex, (colour) => {
        expect(
          contrast(darkenUntilReadable(colour, ['#ffffff', '#efece6']), '#efece6'),
        ).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('accepts the short form and refuses anything else', () => {
    expect(parseHex('#fa0')).toEqual([255, 170, 0])
    expect(() => parseHex('red')).toThrow('Not a hex colour')
  })
})
