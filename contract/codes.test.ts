import { describe, expect, it } from 'vitest'
import { carrierLabel, grades, gradeWords } from './codes.ts'

describe('codes in the words of a reader', () => {
  it('no grade shows its code', () => {
    expect(gradeWords('B_3')).toBe('B 一般的な使用感(下)')
    for (const grade of grades) expect(gradeWords(grade)).toMatch(/^[SABCD] [^_]+\([上中下]\)$/)
  })

  it('no carrier is a bare code', () => {
    for (const [code, name] of Object.entries(carrierLabel)) expect(name).not.toBe(code)
  })
})
