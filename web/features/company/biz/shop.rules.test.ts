import { expect, it } from 'vitest'
import { problemsOf } from '#web/ui/call-form.ts'
import { addressText, shopBody, shopRules, shopValuesOf, tagsOf } from './shop.rules.ts'

const address = {
  postalCode: '4600008',
  prefecture: '愛知県',
  city: '名古屋市中区',
  address1: '栄3-6-1',
  address2: '栄ビル2階',
}
const typed = { ...shopValuesOf(undefined, 'sakae'), name: '栄店', address, phone: '052-242-0300' }

it('reads tags however they are separated, each once', () => {
  expect(tagsOf(' コート、バッグ,コート ，靴\n')).toEqual(['コート', 'バッグ', '靴'])
  expect(tagsOf(' 、 ')).toEqual([])
  expect(shopBody({ ...typed, tags: 'コート、バッグ' }).tags).toEqual(['コート', 'バッグ'])
})

it('begins with the look of its company, open', () => {
  expect(typed).toMatchObject({ storeKey: 'sakae', isOpen: true, deliveringOption: 'PICKUP_AND_SELF' })
  expect(problemsOf(shopRules, typed)).toEqual({})
})

it('names the parts of the address that are missing', () => {
  const blank = shopValuesOf(undefined)
  expect(Object.keys(problemsOf(shopRules, { ...blank, tags: 'あ'.repeat(21), storeKey: '' }))).toEqual([
    'name',
    'address.postalCode',
    'address.prefecture',
    'address.city',
    'address.address1',
    'phone',
    'tags',
    'storeKey',
  ])
})

it('writes an address in one line', () => {
  expect(addressText(address)).toBe('〒460-0008 愛知県名古屋市中区栄3-6-1 栄ビル2階')
})
