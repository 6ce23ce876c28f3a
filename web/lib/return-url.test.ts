import { describe, expect, it } from 'vitest'
import { safeReturnUrl } from './return-url.ts'

describe('E06 where to go after signing in', () => {
  it.each(['/a?b=c', '/', '/mypage/requests/12?tab=items#top', '/search?q=%E3%82%B0%2F%2F', '/loginhelp'])(
    'E06 %s is followed',
    (path) => {
      expect(safeReturnUrl(path, '/mypage')).toBe(path)
    },
  )

  it.each([
    'https://evil.test',
    'https:evil.test',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/a\\..\\\\evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '%2f%2fevil.test',
    '/%2fevil.test',
    '/%5cevil.test',
    '/%2F%2Fevil.test',
    '/..//evil.test',
    '/./%2f/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\u0000/a',
    ' /a',
    '/a\u007f',
    'a/b',
    '?a=b',
    '/%',
    '',
    null,
    undefined,
  ])('E06 %j goes to the default page', (value) => {
    expect(safeReturnUrl(value, '/mypage')).toBe('/mypage')
  })

  it.each(['/login', '/login/?returnUrl=%2Fa', '/biz/login', '/x/../login'])(
    'E06 %s would come back to the sign-in page',
    (value) => {
      expect(safeReturnUrl(value, '/mypage')).toBe('/mypage')
    },
  )

  it('never leaves the site, whatever it is given', () => {
    const pieces = ['/', '\\', '//', '%2f', '%5c', '.', '..', '@', ':', '\t', 'evil.test', 'https:', '?', '#']
    for (const a of pieces) {
      for (const b of pieces) {
        for (const c of pieces) {
          const result = safeReturnUrl(`/${a}${b}${c}evil.test`, '/ok')
          expect(new URL(result, 'https://here.test').origin).toBe('https://here.test')
        }
      }
    }
  })
})
