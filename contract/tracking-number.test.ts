import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasValidCheckDigit, normalizeTrackingNumber, trackingUrl } from './tracking-number.ts'

const elevenDigits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 11, maxLength: 11 })

describe('the check digit', () => {
  it.each(['123456789013', '564841939476', '600097281033', '600092368315'])('of %s is right', (number) => {
    expect(hasValidCheckDigit(number)).toBe(true)
  })

  it.each(['123456789014', '564841939477', '12345678901', '1234567890130', '', '12345678901x'])(
    'of %j is not',
    (number) => {
      expect(hasValidCheckDigit(number)).toBe(false)
    },
  )

  it('is exactly one of ten for any number', () => {
    fc.assert(
      fc.property(elevenDigits, (start) => {
        const right = [...'0123456789'].filter((digit) => hasValidCheckDigit(start + digit))
        expect(right).toEqual([String(BigInt(start) % 7n)])
      }),
    )
  })
})

describe('normalizeTrackingNumber', () => {
  it.each([
    ['YAMATO', '1234-5678-9013', '123456789013'],
    ['SAGAWA', '５６４８−４１９３−９４７６', '564841939476'],
    ['SAGAWA', ' 5648 4193 9476 ', '564841939476'],
    ['KLD', ' ＫＬＤ-12 ', 'ＫＬＤ-12'],
  ] as const)('%s %j is %s', (carrier, text, number) => {
    expect(normalizeTrackingNumber(carrier, text)).toEqual({ ok: true, number })
  })

  it.each([
    ['YAMATO', '1234-5678-9014', '送り状番号に間違いがあるようです。伝票の12桁を確かめてください。'],
    ['SAGAWA', '1234', '送り状番号は12桁の数字で入力してください。'],
    ['KLD', ' \u200B', '送り状番号を入力してください。'],
  ] as const)('%s %j is refused', (carrier, text, message) => {
    expect(normalizeTrackingNumber(carrier, text)).toEqual({ ok: false, message })
  })
})

describe('trackingUrl', () => {
  it('leads to the page of the carrier', () => {
    expect(trackingUrl('YAMATO', '1234-5678-9013')).toBe(
      'https://member.kms.kuronekoyamato.co.jp/parcel/detail?pno=123456789013',
    )
    expect(trackingUrl('SAGAWA', '564841939476')).toBe(
      'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=564841939476',
    )
  })

  it('is null where there is none, and never carries what a person typed beyond digits', () => {
    expect(trackingUrl('KLD', '123456789013')).toBeNull()
    expect(trackingUrl(null, '123456789013')).toBeNull()
    expect(trackingUrl('YAMATO', '')).toBeNull()
    expect(trackingUrl('YAMATO', 'javascript:1')).toBeNull()
    expect(trackingUrl('SAGAWA', '564841939476&x=1')).toBeNull()
  })
})
