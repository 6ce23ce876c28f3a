import { describe, expect, it } from 'vitest'
import { rankCharacters } from '../../../scripts/font-subset.ts'
import { fontFaceCss } from './font-faces.ts'

describe('the storefront font', () => {
  it('keeps the characters of the first screens before those of any other page', () => {
    const files = [
      { path: 'web/features/leave/leave.page.tsx', text: '退会' },
      { path: 'web/features/account/profile.page.tsx', text: '退職' },
      { path: 'web/features/home/top.page.tsx', text: '服' },
    ]
    expect(rankCharacters(files)).toEqual(['服', '退', '会', '職'])
  })

  it('leaves ASCII out, which is always there', () => {
    expect(rankCharacters([{ path: 'web/a.ts', text: 'const a = "円"' }])).toEqual(['円'])
  })

  it('shows text at once in a local font with the same line box', () => {
    const css = fontFaceCss([{ weight: 400, href: '/assets/a.woff2' }])
    expect(css).toContain('font-display:swap;font-weight:400;src:url(/assets/a.woff2)')
    expect(css).toMatch(/"Noto Sans JP Fallback";font-weight:400;src:local\(.*ascent-override/)
  })
})
