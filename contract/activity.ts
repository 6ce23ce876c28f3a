import * as z from 'zod'
import { call } from './call.ts'
import { dateTime, id, page, paged, query } from './field.ts'

/** What the acts of a group are about: the part of an action before the dot. */
export const activityGroupLabel = {
  account: 'ログイン',
  second_factor: '2段階認証',
  business_user: '担当者',
  company: '会社',
  shop: '店舗',
  request: '申し込み',
  item: '商品',
  product: '商品化',
  deal: '契約',
  hold: '保留',
  customer: 'お客さま',
  bank_account: '口座',
  identity_session: '本人確認の提出',
  identity_check: '本人確認の照合',
  identity_review: '本人確認の審査',
  identification: '本人確認の記録',
  ledger: '古物台帳',
  ledger_person: '古物台帳の相手方',
  inspection: '立入検査',
  transfer: '振込の受付',
  payout: '振込データ',
  book: '帳簿',
  amount: '基準額',
  brand: 'ブランド',
  comment_template: '定型コメント',
  category: 'カテゴリ',
  category_attribute: '商品の項目',
  campaign: 'キャンペーン',
  catalogue: '商品マスタ',
  insight: '分析',
  carrier_label: '送り状',
  stolen_notice: '品触れ',
  next_engine: 'ネクストエンジン',
  custody: '置き場',
  unannounced_box: '予定外の箱',
  saved_view: '保存した表示',
  activity: '操作の記録',
  announcement: 'お知らせ',
  terms: '利用規約',
  store_look: 'ストアの見た目',
  contact: 'お問い合わせ',
} as const

export type ActivityGroup = keyof typeof activityGroupLabel

/** Every act that is recorded, as `group.verb`. A new act needs its line here, a new group one above. */
export const activityLabel = {
  'account.sign_up': '会員登録した',
  'account.sign_in': 'ログインした',
  'account.reauthenticate': 'パスワードなどで本人であることを確かめた',
  'account.end_device': '端末を1台ログアウトした',
  'account.end_other_devices': 'ほかの端末をすべてログアウトした',
  'account.change_password': 'パスワードを変えた',
  'account.ask_change_email': 'メールアドレスの変更を申し込んだ',
  'account.change_email': 'メールアドレスを変えた',
  'account.link_provider': '外部サービスのログインをつないだ',
  'account.unlink_provider': '外部サービスのログインを外した',
  'account.link_line': 'LINEをつないだ',
  'account.unlink_line': 'LINEを外した',
  'account.copy_own_data': '自分のデータを保存した',

  'second_factor.totp_added': '認証アプリを設定した',
  'second_factor.totp_removed': '認証アプリを解除した',
  'second_factor.passkey_added': 'パスキーを登録した',
  'second_factor.passkey_renamed': 'パスキーの名前を変えた',
  'second_factor.passkey_removed': 'パスキーを削除した',
  'second_factor.codes_renewed': '回復コードを作り直した',
  'second_factor.code_used': '回復コードでログインした',
  'second_factor.ask_reset': '2段階認証の解除を頼んだ',
  'second_factor.reset': '2段階認証を解除した',

  'business_user.invite': '担当者を招待した',
  'business_user.invite_again': '招待を送り直した',
  'business_user.confirm': '担当者の利用開始を承認した',
  'business_user.confirm_raise': '管理者にすることを承認した',
  'business_user.vouch': '担当者を保証した',
  'business_user.rename': '担当者の名前を変えた',
  'business_user.change_rights': '役割・担当の店舗を変えた',
  'business_user.activate': '担当者の利用を再開した',
  'business_user.deactivate': '担当者の利用を停止した',
  'business_user.export': '担当者の一覧をCSVで保存した',

  'company.create': '会社を登録した',
  'company.replace': '会社の内容を変えた',
  'shop.create': '店舗を登録した',
  'shop.replace': '店舗の内容を変えた',
  'shop.set_brands': '取り扱うブランドを変えた',

  'request.create': '申し込みを受け付けた',
  'request.update': '申し込みの内容を変えた',
  'request.move': '申し込みを進めた',
  'request.export': '申し込みの一覧をCSVで保存した',
  'request.publish': '査定結果を公開した',
  'request.photo_remove': '開封の写真を消した',
  'request.object': '異議を受け付けた',
  'request.answer_objection': '異議に答えた',
  'request.kit_sent': '段ボールの発送を記録した',
  'request.kit_numbered': '段ボールの送り状番号を記録した',
  'request.kit_taken_back': '段ボールの発送の記録を取り消した',

  'item.add': '商品を加えた',
  'item.split': '商品を2点に分けた',
  'item.take_back': '複製・分けた商品を取り消した',
  'item.move': '商品を進めた',
  'item.change_held': '保留中の商品の内容を変えた',
  'item.change_bought': '買い取った商品の内容を変えた',
  'item.ask': 'ご質問を受け付けた',
  'item.answer_question': 'ご質問に答えた',
  'item.publish_outlier': 'これまでの買取から外れた値段で公開した',
  'item.photo_order': '写真の順番を変えた',
  'item.photo_remove': '写真を外した',
  'item.export': '商品一覧をCSVで保存した',

  'product.start': '商品化を始めた',
  'product.finish': '商品化を終えた',
  'product.reopen': '商品化をやり直した',
  'product.price': '販売価格を変えた',
  'product.channel_cost': '販路の費用を変えた',

  'deal.confirm_statement': '計算書を確認した',
  'deal.rescind': '契約を解除した',
  'hold.place': '保留にした',
  'hold.first_release': '保留の解除を申し出た',
  'hold.release': '保留を解除した',
  'hold.report': '保留の届け出を記録した',
  'hold.report_draft': '届け出の下書きを開いた',
  'stolen_notice.register': '品触れを登録した',
  'stolen_notice.replace': '品触れの内容を変えた',
  'stolen_notice.page_remove': '品触れの画像を外した',
  'stolen_notice.erase': '保存期間の過ぎた品触れを消した',
  'stolen_notice.confirm': '品触れの品と認めて保留にした',
  'stolen_notice.dismiss': '品触れの品ではないと記録した',

  'next_engine.connect': 'ネクストエンジンと接続した',
  'next_engine.disconnect': 'ネクストエンジンとの接続を解除した',

  'custody.place_create': '置き場を作った',
  'custody.place_change': '置き場の内容を変えた',
  'custody.explain': '点数が合わない理由を記録した',
  'unannounced_box.take_in': '予定外の箱を受け取った',
  'unannounced_box.photo_remove': '予定外の箱の写真を消した',
  'unannounced_box.link': '予定外の箱を申し込みに結び付けた',
  'unannounced_box.return': '予定外の箱を返送した',
  'unannounced_box.keep': '予定外の箱を保管すると決めた',

  'customer.create': 'お客さまの情報を登録した',
  'customer.view': 'お客さまの情報を見た',
  'customer.change': 'お客さまの情報を変えた',
  'customer.export': 'お客さまの一覧をCSVで保存した',
  'customer.stop_purchases': '新しい買取を止めた',
  'customer.resume_purchases': '買取を再開した',
  'customer.leave': '退会した',
  'customer.erase': 'お客さまの情報を消した',
  'customer.balance_expired': '残高の期限が過ぎた',
  'bank_account.view': '口座を見た',
  'bank_account.create': '口座を登録した',
  'bank_account.change': '口座を変えた',
  'bank_account.remove': '口座を消した',

  'identity_session.open': '本人確認を始めた',
  'identity_session.submit': '本人確認を提出した',
  'identity_session.close': '本人確認を終えた',
  'identity_check.approve': '照合に合格した',
  'identity_check.reject': '照合から差し戻した',
  'identity_check.fail': '照合に失敗した',
  'identity_review.view': '本人確認の書類を開いた',
  'identity_review.view_image': '本人確認の画像を見た',
  'identity_review.approve': '本人確認を承認した',
  'identity_review.return': '本人確認を差し戻した',
  'identification.record': '本人確認を記録した',
  'identification.clear': '本人確認を無効にした',
  'identification.erase': '本人確認の記録を消した',

  'ledger.view': '古物台帳を見た',
  'ledger.print': '古物台帳を印刷した',
  'ledger.download': '古物台帳をCSVで保存した',
  'ledger.correct': '古物台帳に訂正を加えた',
  'ledger.change_mail': '古物台帳の控えの送り先を変えた',
  'inspection.begin': '立入検査用の閲覧を始めた',
  'inspection.end': '立入検査用の閲覧を終了した',
  'ledger_person.erase': '保存期間の過ぎた相手方を消した',

  'transfer.request': '振込を受け付けた',
  'transfer.refuse': '振込を断った',
  'transfer.check': '期限後のお支払いを確かめた',
  'transfer.expiry_reminder': '残高の期限をお知らせした',
  'payout.create': '振込データを作った',
  'payout.view': '振込データを見た',
  'payout.approve': '振込データを承認した',
  'payout.export': '振込ファイルを作った',
  'payout.export_list': '振込データの一覧をCSVで保存した',
  'payout.download': '振込ファイルを保存した',
  'payout.send': '銀行へ送ったことを記録した',
  'payout.record_results': '振込の結果を記録した',
  'payout.record_returns': '資金返却を記録した',
  'payout.cancel': '振込データを取り消した',
  'payout.change_originator': '振込元を変えた',
  'book.prove': '帳簿を検算した',
  'book.settle': '精算を記録した',
  'book.propose': '仕訳を申し出た',
  'book.approve_proposal': '申し出の仕訳を承認した',
  'book.refuse_proposal': '申し出の仕訳を断った',
  'book.close_month': '月を締めた',
  'book.export': '帳簿をCSVで保存した',

  'amount.set': '基準額を変えた',
  'amount.load': '基準額を取り込んだ',
  'amount.export': '基準額をCSVで保存した',
  'brand.create': 'ブランドを登録した',
  'brand.replace': 'ブランドの内容を変えた',
  'brand.merge': 'ブランドをまとめた',
  'brand.set_private': 'ブランドの公開を変えた',
  'comment_template.create': '定型コメントを登録した',
  'comment_template.replace': '定型コメントを変えた',
  'comment_template.shift': '定型コメントの順番を変えた',
  'category.create': 'カテゴリを登録した',
  'category.replace': 'カテゴリの内容を変えた',
  'category_attribute.create': '商品の項目を登録した',
  'category_attribute.replace': '商品の項目を変えた',
  'campaign.create': 'キャンペーンを登録した',
  'campaign.replace': 'キャンペーンを変えた',
  'campaign.delete': 'キャンペーンを取りやめた',
  'catalogue.load': '商品マスタを取り込んだ',
  'insight.export': '分析をCSVで保存した',
  'carrier_label.download': '送り状の発行用ファイルを保存した',
  'carrier_label.print_returns': '返送票を印刷した',
  'saved_view.create': '表示を保存した',
  'saved_view.change': '保存した表示を変えた',
  'saved_view.remove': '保存した表示を消した',
  'activity.export': '操作の記録をCSVで保存した',

  'announcement.create': 'お知らせを作った',
  'announcement.replace': 'お知らせを変えた',
  'announcement.withdraw': 'お知らせを取り下げた',
  'announcement.delete': 'お知らせを消した',
  'terms.publish': '利用規約を公開した',
  'terms.withdraw': '利用規約の公開を取りやめた',
  'store_look.create': 'ストアを作った',
  'store_look.save': 'ストアの見た目を保存した',
  'store_look.publish': 'ストアの見た目を公開した',
  'store_look.withdraw': 'ストアの見た目の公開をやめた',
  'contact.send': 'お問い合わせを受け付けた',
} as const satisfies Readonly<Record<`${ActivityGroup}.${string}`, string>>

export type ActivityAction = keyof typeof activityLabel

/** What an act was done to. */
export const activityObjectLabel = {
  account: 'ログイン情報',
  announcement: 'お知らせ',
  antique_ledger: '古物台帳',
  antique_ledger_person: '古物台帳の相手方',
  book: '帳簿',
  book_month: '月の締め',
  book_proof: '帳簿の検算',
  book_proposal: '申し出の仕訳',
  brand: 'ブランド',
  category: 'カテゴリ',
  category_attribute: '商品の項目',
  campaign: 'キャンペーン',
  business_user: '担当者',
  comment_template: '定型コメント',
  company: '会社',
  custody_place: '置き場',
  customer: 'お客さま',
  inspection: '立入検査',
  item: '商品',
  payout_batch: '振込データ',
  payout_originator: '振込元',
  request: '申し込み',
  saved_view: '保存した表示',
  shop: '店舗',
  stolen_notice: '品触れ',
  store_look: 'ストア',
  terms: '利用規約',
  transfer: '振込',
  unannounced_box: '予定外の箱',
} as const

export type ActivityObject = keyof typeof activityObjectLabel

/** More rows than these are reached by a shorter period, or in the file. */
export const mostActivities = 10_000

const filter = {
  person: query.int.describe('Somebody of the own company.').meta({ example: 12 }),
  group: query
    .choice(Object.keys(activityGroupLabel) as [ActivityGroup, ...ActivityGroup[]])
    .describe('What the acts are about.'),
  object: query
    .choice(Object.keys(activityObjectLabel) as [ActivityObject, ...ActivityObject[]])
    .describe('What they were done to.'),
  date_from: query.date,
  date_to: query.date,
  q: query.text.describe('Number of an object, number or code of an item, code of a badge.'),
}

const activityRow = z.object({
  id,
  at: dateTime,
  who: z
    .object({
      kind: z
        .enum(['own', 'house', 'system'])
        .describe('Somebody of the reader’s company, of the operator’s, or nobody in person.'),
      name: z.string().describe('Of somebody of the own company; otherwise blank.'),
    })
    .describe('Who did it.'),
  action: z
    .string()
    .describe('The act, by the words of the program.')
    .meta({ example: 'business_user.change_rights' }),
  label: z.string().describe('What was done, in words.'),
  object: z
    .object({
      type: z.string().describe('What it is.').meta({ example: 'request' }),
      id: z.string().describe('Its key as text; blank where an act concerns no single object.'),
      label: z.string().describe('What it was done to, in words.'),
      request: id.nullable().describe('Of an item: its request.'),
      shop: id.nullable().describe('Of a customer: a shop of the company that has had a box of theirs.'),
    })
    .describe('What it was done to.'),
  changes: z
    .array(
      z.object({
        label: z.string(),
        before: z.string().describe('What it was.').meta({ example: 'すべての店舗' }),
        after: z.string().describe('What it is since.').meta({ example: '渋谷店' }),
      }),
    )
    .describe('What was before and after; both in words.'),
  facts: z
    .array(z.object({ label: z.string(), text: z.string() }))
    .describe('What else was recorded, in words.'),
  lacks_values: z.boolean().describe('Names what was changed without the values: none were recorded.'),
})

export const about = 'The trail of what people of a company did.'

export const activityCalls = {
  list: call('GET /api/biz/activities/', {
    summary: 'What people of the company did, newest first; the newest ten thousand that match',
    may: 'biz.activity.read',
    reads: [],
    sensitive: true,
    query: z.object({ ...filter, ...paged }),
    ok: page(activityRow),
    errors: ['permission_denied'],
  }),
  csv: call('GET /api/biz/activities/csv/', {
    summary: 'All that match as CSV, newest first; each download is recorded',
    may: 'biz.activity.read',
    reads: [],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: z.object(filter),
    ok: 'csv',
    errors: ['reauthentication_required', 'permission_denied'],
  }),
  people: call('GET /api/biz/activities/people/', {
    summary: 'People whose acts the reader may see, whether or not they still work there',
    may: 'biz.activity.read',
    reads: ['user'],
    ok: z.array(z.object({ id, name: z.string(), is_active: z.boolean() })),
    errors: ['permission_denied'],
  }),
}
