import { expect, test } from 'vitest'
import { isStoreKey, normalizeLicenseNumber, publicSafetyCommissions } from './setup-input.ts'
import { articlesOf, isTermsVersion, termsProblem } from './terms-text.ts'

test('a licence number is twelve digits however they are typed', () => {
  for (const typed of ['第301012345678号', '301012345678', '第３０１０１２３４５６７８号', '3010-1234-5678'])
    expect(normalizeLicenseNumber(typed)).toBe('第301012345678号')
  for (const typed of ['', '30101234567', '第3010123456789号', 'T301012345678'])
    expect(normalizeLicenseNumber(typed)).toBeNull()
})

test('there is a commission for every prefecture, and four more for the areas of Hokkaido', () => {
  expect(publicSafetyCommissions).toHaveLength(51)
  expect(publicSafetyCommissions).toEqual(expect.arrayContaining(['東京都公安委員会', '函館方面公安委員会']))
})

test('keys of stores and names of versions can stand in addresses', () => {
  expect(['aoyama', 'shop-2', 'a'].every(isStoreKey)).toBe(true)
  expect(['', 'Aoyama', 'a b', '-a', 'a-', '青山', 'a/b', 'x'.repeat(33)].some(isStoreKey)).toBe(false)
  expect(['2026-12', '2026-12-01', 'v1.2'].every(isTermsVersion)).toBe(true)
  expect(['', '../x', '2026年12月', 'a b', 'x'.repeat(21)].some(isTermsVersion)).toBe(false)
})

test('terms are drawn by their articles, and what cannot be drawn is said', () => {
  expect(articlesOf('はじめに\n第1条(適用)\n本文1\n本文2\n第２条(変更)\n本文3')).toEqual([
    { heading: '', text: 'はじめに' },
    { heading: '第1条(適用)', text: '本文1\n本文2' },
    { heading: '第２条(変更)', text: '本文3' },
  ])
  expect(termsProblem('第1条(適用)\n本文\n\n第2条(変更)\n本文')).toBeUndefined()
  expect(termsProblem('本文だけ')).toContain('見出し')
  expect(termsProblem('第1条(適用)\n\n第2条(変更)\n本文')).toContain('「第1条(適用)」の本文')
  expect(termsProblem('第1条(適用)\n本文\n第１条(変更)\n本文')).toContain('第1条が2回')
})
