import { expect, it } from 'vitest'
import * as z from 'zod'
import { call } from '#contract/call'
import { maybeText, text, yenFrom } from '#contract/field'
import { bodyFrom, type FormRules, problemsOf } from './call-form.ts'

type Values = { shopName: string; place: { postalCode: string }; price: number | null; tags: string }

const rules: FormRules<Values> = {
  call: call('POST /api/sample/', {
    summary: 'A sample',
    may: 'anyone',
    changes: [],
    body: z.object({
      price: yenFrom(1, 100),
      tags: z.array(text(3)),
      shop_name: text(5),
      place: z.object({ postal_code: maybeText(8) }),
    }),
    ok: 'nothing',
  }),
  labels: { shopName: '店舗名', 'place.postalCode': '郵便番号', price: '金額', tags: 'タグ' },
  bodyOf: ({ tags, ...values }) => ({ ...values, tags: tags.split(',') }),
}
const typed: Values = { shopName: '銀座', place: { postalCode: '1040061' }, price: 10, tags: 'a,b' }

it('takes what the call takes', () => {
  expect(problemsOf(rules, typed)).toEqual({})
})

it('names each field in camelCase, in the order of the page, a list as the one field it is typed into', () => {
  const wrong = { ...typed, shopName: ' ', price: 101, tags: 'a,abcd,abcde' }
  expect(Object.entries(problemsOf(rules, wrong))).toEqual([
    ['shopName', '店舗名を入力してください。'],
    ['price', 'この値は100以下にしてください。'],
    ['tags', 'この項目が3文字より長くならないようにしてください。'],
  ])
})

it('asks for a blank field by its label, or in the words of the form', () => {
  const blank = { ...typed, shopName: '', price: null }
  expect(problemsOf(rules, blank)).toEqual({
    shopName: '店舗名を入力してください。',
    price: '金額を入力してください。',
  })
  const own = { ...rules, blank: { shopName: '店舗を選んでください。' }, words: { price: '1円から。' } }
  expect(problemsOf(own, blank)).toEqual({ shopName: '店舗を選んでください。', price: '1円から。' })
  expect(problemsOf(own, { ...typed, price: 0 })).toEqual({ price: '1円から。' })
})

it('adds the rules of the contract and of the form, which do not hide what the schema found', () => {
  const more = (body: { place: { postal_code: string } }) => ({
    place: { postal_code: body.place.postal_code === '' ? ['必須です。'] : ['7桁です。'] },
  })
  const also = () => ({ shopName: undefined, tags: 'タグが多すぎます。' })
  expect(problemsOf({ ...rules, more, also }, { ...typed, shopName: '長すぎる名前' })).toEqual({
    shopName: 'この項目が5文字より長くならないようにしてください。',
    'place.postalCode': '7桁です。',
    tags: 'タグが多すぎます。',
  })
  expect(problemsOf({ ...rules, more }, { ...typed, place: { postalCode: '' } })).toEqual({
    'place.postalCode': '郵便番号を入力してください。',
  })
})

it('finds the field of the form that stands in a list of the body', () => {
  const nested: FormRules<{ reason: string }> = {
    call: call('POST /api/sample/', {
      summary: 'A sample',
      may: 'anyone',
      changes: [],
      body: z.object({ returns: z.array(z.object({ line: z.int(), reason: text(5) })).min(1) }),
      ok: 'nothing',
    }),
    labels: { reason: '理由' },
    bodyOf: ({ reason }) => ({ returns: [{ line: 1, reason }] }),
  }
  expect(problemsOf(nested, { reason: ' ' })).toEqual({ reason: '理由を入力してください。' })
  expect(bodyFrom(nested, { reason: ' 解約 ' })).toEqual({ returns: [{ line: 1, reason: '解約' }] })
})
