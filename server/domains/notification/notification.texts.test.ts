import { describe, expect, it } from 'vitest'
import { type LetterLook, letterHtml, letterText } from '#server/platform/letter'
import { letterOf } from './notification.letter.ts'
import { dayJa, transferMessage } from './notification.texts.ts'
import { identityMissingMessage, reminderMessage } from './reminder.texts.ts'
import { type RequestNews, requestMessage, rescindedMessage } from './request.texts.ts'

const look: LetterLook = { name: 'SAKURA & Co.', brand: '#f3b6c8', onBrand: '#17181a', link: '#8a2a4a' }

const base: RequestNews = {
  is_corporate: false,
  id: 10_001,
  customer_name: '山田 花子',
  shop_name: '青山本店',
  store_key: 'aoyama',
  delivering_option: 'PICKUP_ONLY',
  carrier: 'YAMATO',
  pickup_date: '2026-11-25',
  pickup_time_slot: 'AM',
  shop_phone: '0312345678',
  status: 3,
  kit: null,
  boxes: [{ seq: 1, arrived_at: '2026-11-22T10:00:00+09:00' }],
  declared_count: 9,
  arrived_count: 9,
  priced: 8,
  bought: 8,
  back: 1,
  offer_total: 12_400,
  offered_at: '2026-11-20T15:00:00+09:00',
  is_second_look: false,
  second_look_answer: '',
  offer_expires_at: '2026-12-01T23:59:59+09:00',
  answered_at: '2026-11-24T10:00:00+09:00',
  contracted_at: '2026-11-24T10:00:05+09:00',
  is_invoice_issuer: false,
  bought_total: 12_400,
  set_off: 0,
  is_verified: true,
  is_in_review: false,
  is_auto_accepted: false,
  auto_transfer: true,
  has_bank_account: true,
  return_carrier: 'SAGAWA',
  return_tracking_number: '123456789012',
  parcel_count: 1,
  return_cost: 0,
  abort_reason: '',
  promised_on: '2026-11-27',
}
const move = (from: number | null, to: number, by: 'customer' | 'business' | 'system' = 'business') => ({
  from,
  to,
  by,
  reason: '',
  is_reason_public: false,
})

describe('what a customer reads', () => {
  it('says the amount, the day with its weekday and what silence means', () => {
    expect(requestMessage(base, move(10, 11))).toEqual({
      kind: 'deal',
      title: '査定結果をご確認ください',
      body: '査定が終わりました。8点で ¥12,400 です。12月1日(火)までにお選びください。お返事がないときは、売却せずにお返しします。',
      link: '/requests/10001/result',
      mail: true,
    })
    expect(requestMessage({ ...base, priced: 0, offer_total: 0 }, move(10, 11))?.body).toBe(
      '査定が終わりました。今回は値段をつけられた品がありませんでした。理由をご覧のうえ、12月1日(火)までにお返事ください。',
    )
  })

  it('says who comes when', () => {
    expect(requestMessage(base, move(null, 0))?.body).toBe(
      '青山本店への買取のお申し込みを受け付けました。11月25日(水)の午前中に、ヤマト運輸が集荷に伺います。お品物を箱に入れて、お待ちください。',
    )
    expect(requestMessage({ ...base, delivering_option: 'SELF_ONLY' }, move(null, 0))?.body).toContain(
      '送り状番号を入力いただくと',
    )
  })

  it('tells a deadline that passed from a wish to have things back', () => {
    const late = requestMessage(base, move(11, 22, 'system'))?.body
    expect(late).toContain('お返事の期限を過ぎたため')
    expect(late).toContain('売却にはなりません')
    expect(requestMessage(base, move(11, 22, 'customer'))?.body).not.toContain('期限')
  })

  it('asks for the identity check with its last day, and only who still owes it', () => {
    const asked = requestMessage({ ...base, is_verified: false }, move(11, 13))
    expect(asked).toMatchObject({ link: '/profile/identity', mail: true })
    expect(asked?.body).toContain('12月24日(木)までに終わらないときは、売却せずにお返しします。')
    expect(requestMessage(base, move(11, 13))?.mail).toBe(false)
  })

  it('asks for nothing while the shop looks at the papers', () => {
    const told = requestMessage({ ...base, is_verified: false, is_in_review: true }, move(11, 13))
    expect(told).toMatchObject({ title: 'お返事を承りました', mail: true })
    expect(told?.link).not.toContain('identity')
    expect(told?.body).toContain('お客さまのお手続きはありません')
  })

  it('leads from the contract to the money', () => {
    const news = requestMessage(base, move(13, 20))
    expect(news?.link).toBe('/balance')
    expect(news?.body).toBe(
      '8点の代金 ¥12,400 を残高に入れました。7日後に、ご登録の口座へ自動でお振込みします。すぐに受け取りたいときは、残高のページからご依頼いただけます。残りの1点は、お店からお返しします。11月25日(水) 10:00までは、売却を取り消せます。',
    )
    expect(requestMessage({ ...base, has_bank_account: false }, move(13, 20))?.body).toContain('口座を登録')
  })

  it('keeps the words of staff that were not meant for the customer', () => {
    const secret = { ...move(13, 12), reason: '真贋をもう一人で確かめる' }
    expect(requestMessage(base, secret)?.body).not.toContain('真贋')
    expect(requestMessage(base, { ...secret, is_reason_public: true })?.body).toContain('真贋')
  })

  it('says nothing twice: an end that follows at once, and an offer that was accepted in advance', () => {
    expect(requestMessage(base, move(20, 21))).toBeNull()
    expect(requestMessage({ ...base, is_auto_accepted: true }, move(10, 11))).toBeNull()
    expect(requestMessage({ ...base, is_auto_accepted: true }, move(11, 13))?.body).toContain('¥12,400')
    expect(requestMessage(base, move(3, 10))).toBeNull()
  })

  it('asks a corporation for its papers, and a person for three minutes', () => {
    const unknown = { ...base, is_verified: false, answered_at: '2026-11-24T01:00:00Z' }
    const said = (is_corporate: boolean) => [
      requestMessage({ ...unknown, is_corporate }, move(11, 13))?.body,
      identityMissingMessage({ ...unknown, is_corporate }, unknown.answered_at).body,
    ]
    for (const body of said(false)) expect(body).toContain('約3分')
    for (const body of said(true)) {
      expect(body).toContain('お店に書類をお送りください')
      expect(body).not.toContain('約3分')
    }
  })

  it('reminds with the same figures', () => {
    expect(reminderMessage(base, 'offer', '2026-12-08').body).toBe(
      '査定の結果は、8点で ¥12,400 です。12月1日(火)までにお選びください。お返事がないときは、売却せずにお返しします。',
    )
    const unsent = (delivering_option: string) =>
      reminderMessage({ ...base, delivering_option }, 'unsent', '2026-12-08').body
    expect(unsent('SELF_ONLY')).toContain('12月8日(火)までに発送がないとき')
    expect(unsent('SELF_ONLY')).not.toContain('集荷')
    expect(unsent('PICKUP_ONLY')).toContain('集荷に伺えていないときは')
    expect(reminderMessage(base, 'not_arrived', '2026-12-08').body).not.toContain('取り消し')
  })

  it('names what the bank said and that nothing is charged', () => {
    const transfer = {
      amount: 12_400,
      scheduled_on: '2026-11-25',
      kind: 'automatic',
      settled_at: null,
      failed_reason: '口座名義相違',
      is_by_bank: true,
      set_off: 0,
      has_left: false,
    }
    expect(transferMessage(transfer, 'requested').body).toContain('11月25日(水)')
    const bounced = transferMessage(transfer, 'bounced')
    expect(bounced.body).toContain('銀行からの理由は「口座名義相違」です。')
    expect(transferMessage({ ...transfer, is_by_bank: false }, 'bounced').body).not.toContain('銀行からの')
    expect(bounced.body).toContain('手数料はいただきません')
    const returned = transferMessage(transfer, 'returned').body
    expect(returned).toContain('お振込みした ¥12,400 が、銀行から戻ってきました。')
    expect(returned).toContain('代金は残高に戻しました')
    const left = transferMessage({ ...transfer, has_left: true }, 'returned')
    expect(left).toMatchObject({ link: '/contact', mail: true })
    expect(left.body).not.toContain('もう一度')
    const special = { ...transfer, kind: 'special' }
    expect(transferMessage(special, 'checked').body).toContain('11月25日(水)に、ご登録の口座へ')
    expect(bounced.body).toContain('お振込みをもう一度ご依頼ください。')
    expect(transferMessage(special, 'bounced').body).toContain('期限後のお支払いをもう一度ご依頼ください。')
    expect(transferMessage(special, 'returned').body).toContain('お振込みをもう一度ご依頼ください。')
  })

  it('says plainly what was set off, and what will be', () => {
    const body = (message: { body: string } | null) => message?.body ?? ''
    expect(body(requestMessage(base, move(13, 20, 'system')))).not.toContain('差し引き')
    expect(body(requestMessage({ ...base, set_off: 3_000 }, move(13, 20, 'system')))).toContain(
      'このうち ¥3,000 は、前に売却を取り消したお品物の返金分として差し引きました。',
    )
    const taken = { count: 1, total: 5_000, is_by_dealer: false, reason: '', receivable: 0 }
    expect(rescindedMessage(base, taken).body).not.toContain('差し引き')
    expect(rescindedMessage(base, { ...taken, receivable: 2_000 }).body).toContain(
      'すでにお振込みした ¥2,000 は、同じ会社のお店に次にお売りいただくときの代金から差し引きます。',
    )
  })

  it('tells of another number of articles at once: both numbers, where to see it, and whom to tell', () => {
    expect(requestMessage({ ...base, declared_count: 12, arrived_count: 4 }, move(2, 3))).toMatchObject({
      title: '届いた点数が、お申し込みと違います',
      body: '青山本店にお荷物が届きました。お申し込みでは12点、お店で数えたのは4点です。箱を開けたときの写真を、申し込みのページでご覧いただけます。お心当たりと違うときは、同じページの「点数が違うと知らせる」から、またはお電話(03-1234-5678)で、青山本店へお知らせください。査定の結果は、11月27日(金)までにお知らせします。',
      mail: true,
    })
    for (const declared_count of [9, null])
      expect(requestMessage({ ...base, declared_count }, move(2, 3))?.title).toBe('お荷物が届きました')
  })

  it('answers a second look together with its result', () => {
    const answered = { ...base, is_second_look: true, second_look_answer: '袖口は減額を外しました。' }
    expect(requestMessage(answered, move(12, 11))).toMatchObject({
      title: '再査定の結果をご確認ください',
      body: '再査定が終わりました。8点で ¥12,400 です。青山本店からのお返事: 袖口は減額を外しました。12月1日(火)までにお選びください。お返事がないときは、売却せずにお返しします。',
    })
    expect(requestMessage(answered, move(11, 13))?.body).not.toContain('減額')
    expect(requestMessage({ ...answered, is_auto_accepted: true }, move(11, 13))?.body).toContain('減額')
  })

  it('names who took a deal back, with the reason of the shop', () => {
    const taken = {
      count: 1,
      total: 5_000,
      is_by_dealer: true,
      reason: '別のお客さまの品でした。',
      receivable: 0,
    }
    expect(rescindedMessage(base, taken)).toMatchObject({
      title: '買取を取り消しました',
      body: '青山本店の申し出により、1点、¥5,000 の買取を取り消しました。理由: 別のお客さまの品でした。代金は残高から差し引きました。青山本店がお品物をお返しします。発送したら、送り状番号をお知らせします。',
    })
    expect(rescindedMessage(base, { ...taken, is_by_dealer: false }).body).not.toContain('申し出')
  })

  it('writes days on the clock of Tokyo', () => {
    expect(dayJa('2026-11-30T15:30:00Z')).toBe('12月1日(火)')
  })
})

describe('a letter', () => {
  const origin = 'https://okuru.example'
  const offered = requestMessage(base, move(10, 11))
  if (!offered) throw new Error('no message')

  it('says to whom, which request, what happened, what comes next, where, and whom to ask', () => {
    const { mail, lineText } = letterOf(offered, base.customer_name, base, origin)
    expect(mail.subject).toBe('【おくる】査定結果をご確認ください（お申し込み番号 10001）')
    expect(letterText({ ...mail, look, signature: mail.notes })).toBe(`山田 花子 さま

査定が終わりました。
8点で ¥12,400 です。
12月1日(火)までにお選びください。
お返事がないときは、売却せずにお返しします。

お申し込み番号: 10001
お店: 青山本店

▼ 査定結果を見る
https://okuru.example/requests/10001/result

ご不明な点は、お申し込み番号を添えて、青山本店（電話 03-1234-5678）へお問い合わせください。

────────────────────
おくる
お知らせの受け取り方は、こちらで変更できます。
https://okuru.example/settings/notifications
`)
    expect(lineText).toBe(`山田 花子 さま

査定が終わりました。
8点で ¥12,400 です。
12月1日(火)までにお選びください。
お返事がないときは、売却せずにお返しします。

お申し込み番号 10001
青山本店`)
  })

  it('about money names the contact page, and greets nobody whose name is not known yet', () => {
    const paid = transferMessage(
      {
        amount: 12_400,
        scheduled_on: '2026-11-25',
        kind: 'manual',
        settled_at: null,
        failed_reason: '',
        is_by_bank: true,
        set_off: 0,
        has_left: false,
      },
      'paid',
    )
    const { mail } = letterOf(paid, '', undefined, origin)
    expect(mail.subject).toBe('【おくる】お振込みしました')
    const text = letterText({ ...mail, look, signature: [] })
    expect(text.startsWith('¥12,400 を')).toBe(true)
    expect(text).toContain('お問い合わせ窓口へご連絡ください。\nhttps://okuru.example/contact')
  })

  it('holds the same words as HTML, in the colours of the store, and nothing that was typed becomes markup', () => {
    const { mail } = letterOf(offered, '<b>花子</b> & "山"', base, origin)
    const html = letterHtml({ ...mail, look, signature: mail.notes })
    expect(html).toContain('&lt;b&gt;花子&lt;/b&gt; &amp; &quot;山&quot; さま')
    expect(html).not.toContain('<b>')
    expect(html).toContain('8点で ¥12,400 です。<br>12月1日(火)までに')
    expect(html).toContain(`href="${origin}/requests/10001/result"`)
    expect(html).toContain('background-color:#f3b6c8')
    expect(html).toContain('color:#17181a;text-decoration:none')
    expect(html).toContain('>SAKURA &amp; Co.</td>')
    expect(mail.store).toBe('aoyama')
    const common = letterHtml({ ...mail, look: { ...look, name: '' }, signature: [] })
    expect(common).not.toContain('SAKURA')
    expect(common).toContain('>おくる</td>')
    // Nothing is loaded from anywhere: opening a mail tells nobody.
    expect(html).not.toMatch(/<img|<script|<link|url\(/)
  })
})
