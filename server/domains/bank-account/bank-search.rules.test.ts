import { expect, test } from 'vitest'
import { bankSearchText, branchSearchText, foldBank, fullBankName } from './bank-search.rules.ts'

test('every way to type a bank folds to one form', () => {
  const ways = ['ミツビシユ－エフジエイ', 'ミツビシユーエフジェイ', 'ﾐﾂﾋﾞｼﾕｰｴﾌｼﾞｪｲ', 'みつびしゆーえふじぇい']
  expect(new Set(ways.map(foldBank))).toEqual(new Set(['ミツビシユエフジエイ']))
  expect(foldBank(' ＵＦＪ ')).toBe('ufj')
})

test('the kind of an institution follows from its code, or from how the list shortens it', () => {
  expect(fullBankName('0001', 'みずほ')).toBe('みずほ銀行')
  expect(fullBankName('0036', '楽天')).toBe('楽天銀行')
  expect(fullBankName('9900', 'ゆうちょ')).toBe('ゆうちょ銀行')
  expect(fullBankName('0289', 'みずほ信託')).toBe('みずほ信託銀行')
  expect(fullBankName('1503', '浜松磐田信金')).toBe('浜松磐田信用金庫')
  expect(fullBankName('2011', '北央信組')).toBe('北央信用組合')
  expect(fullBankName('2951', '北海道労金')).toBe('北海道労働金庫')
  expect(fullBankName('5077', '世田谷目黒農協')).toBe('世田谷目黒農業協同組合')
  expect(fullBankName('0220', 'ワイズ・ペイメンツ・ジャパン')).toBe('ワイズ・ペイメンツ・ジャパン')
  expect(fullBankName('1000', '信金中央金庫')).toBe('信金中央金庫')
})

test('search text holds the full name, the short one, kana and romaji', () => {
  const bank = {
    code: '1503',
    name: '浜松磐田信金',
    kana: 'ハママツイワタシンキン',
    roma: 'hamamatsuiwatashinkin',
  }
  expect(bankSearchText(bank).split('\n')).toEqual([
    '浜松磐田信用金庫',
    '浜松磐田信金',
    'ハママツイワタシンキン',
    'hamamatsuiwatashinkin',
  ])
})

test('a branch is found with and without 支店', () => {
  const lines = (name: string) =>
    branchSearchText({ name, kana: 'シンジユク', roma: 'shinjiyuku' }).split('\n')
  expect(lines('新宿')).toContain('新宿支店')
  expect(lines('本店営業部')).not.toContain('本店営業部支店')
})
