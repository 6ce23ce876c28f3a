import { type Load, open, own } from './pages.ts'

/** `inspector`: police who inspect the antique ledger. */
export type Who = 'dealer' | 'admin' | 'operator' | 'inspector'

export type Menu = {
  group?: string
  label: string
  /** Its kana, for search while an IME is composing. */
  reading: string
  /** After G. There are fewer keys than pages: seldom visited ones have none. */
  code?: string
  station?: string
  /** For a page about one box: the menu opens the list of its station. */
  view?: string
}

const work = (visitors: readonly Who[], load: Load, menu?: Menu) => ({ ...own(load), for: visitors, menu })

const shops = ['dealer', 'admin'] as const
const everybody = ['dealer', 'admin', 'operator'] as const
const admin = ['admin'] as const
const operator = ['operator'] as const

export const bizPages = {
  '/biz/login': open(() => import('#web/features/account/biz/biz-login.page.tsx')),
  '/biz/password-reset': open(() => import('#web/features/account/biz/biz-password-reset.page.tsx')),
  '/biz/security': work(everybody, () => import('#web/features/account/biz/security.page.tsx')),
  '/biz': work(everybody, () => import('#web/features/purchase-request/biz/today.page.tsx'), {
    label: '今日',
    reading: 'きょう',
    code: 'KeyT',
    station: 'late',
  }),
  '/biz/requests': work(shops, () => import('#web/features/purchase-request/biz/requests.page.tsx'), {
    label: '申し込み',
    reading: 'もうしこみ',
    code: 'KeyR',
  }),
  '/biz/requests/$id': work(shops, () => import('#web/features/purchase-request/biz/request.page.tsx')),
  '/biz/requests/$id/statement': work(
    shops,
    () => import('#web/features/purchase-request/biz/statement.page.tsx'),
  ),
  '/biz/kits': work(shops, () => import('#web/features/request-kit/biz/kits.page.tsx'), {
    label: '段ボールの発送',
    reading: 'だんぼーるのはっそう',
    code: 'KeyG',
    station: 'kits',
  }),
  '/biz/pickups': work(shops, () => import('#web/features/carrier-label/biz/pickups.page.tsx'), {
    label: '集荷',
    reading: 'しゅうか',
    code: 'KeyX',
  }),
  '/biz/intake': work(shops, () => import('#web/features/purchase-request/biz/intake.page.tsx'), {
    label: '受け取り',
    reading: 'うけとり',
    code: 'KeyI',
    station: 'arriving',
  }),
  '/biz/unannounced-boxes': work(
    shops,
    () => import('#web/features/unannounced-box/biz/unannounced-boxes.page.tsx'),
    { label: '予定外の箱', reading: 'よていがいのはこ', code: 'KeyY' },
  ),
  '/biz/tracking-imports': work(
    shops,
    () => import('#web/features/tracking-import/biz/tracking-imports.page.tsx'),
    { label: '配送状況の取り込み', reading: 'はいそうじょうきょうのとりこみ', code: 'KeyW' },
  ),
  '/biz/pre-assessments': work(
    shops,
    () => import('#web/features/pre-assessment/biz/pre-assessments.page.tsx'),
    { group: '事前査定', label: '事前査定', reading: 'じぜんさてい みつもり', code: 'KeyZ' },
  ),
  '/biz/pre-assessments/$id': {
    ...work(shops, () => import('#web/features/pre-assessment/biz/entry.page.tsx')),
    rail: true,
  },
  '/biz/bench/$id': work(shops, () => import('#web/features/item/biz/bench.page.tsx'), {
    label: '査定',
    reading: 'さてい',
    code: 'KeyA',
    station: 'assessing',
    view: 'assessing',
  }),
  '/biz/requests/$id/result': work(shops, () => import('#web/features/assessment/biz/result.page.tsx'), {
    label: '確認・公開',
    reading: 'かくにん こうかい',
    code: 'KeyK',
    station: 'to_publish',
    view: 'to_publish',
  }),
  '/biz/second-looks': work(shops, () => import('#web/features/purchase-request/biz/second-looks.page.tsx'), {
    label: '再査定',
    reading: 'さいさてい',
    code: 'KeyS',
    station: 'second_look',
  }),
  '/biz/questions': work(shops, () => import('#web/features/assessment/biz/questions.page.tsx'), {
    label: 'ご質問',
    reading: 'ごしつもん',
    code: 'KeyQ',
    station: 'questions',
  }),
  '/biz/returns': work(shops, () => import('#web/features/purchase-request/biz/returns.page.tsx'), {
    label: '返送',
    reading: 'へんそう',
    code: 'KeyB',
    station: 'returning',
  }),
  '/biz/price-templates': work(
    admin,
    () => import('#web/features/pre-assessment/biz/masters/templates.page.tsx'),
    {
      group: '事前査定',
      label: '価格テンプレート',
      reading: 'かかくてんぷれーと ますた きじゅんがく',
      code: 'Digit8',
    },
  ),
  '/biz/price-brands': work(
    admin,
    () => import('#web/features/pre-assessment/biz/masters/brand-factors.page.tsx'),
  ),
  '/biz/price-categories': work(
    admin,
    () => import('#web/features/pre-assessment/biz/masters/category-factors.page.tsx'),
  ),
  '/biz/price-conditions': work(
    admin,
    () => import('#web/features/pre-assessment/biz/masters/conditions.page.tsx'),
  ),
  '/biz/price-seasons': work(
    admin,
    () => import('#web/features/pre-assessment/biz/masters/seasons.page.tsx'),
  ),
  '/biz/price-operators': work(
    admin,
    () => import('#web/features/pre-assessment/biz/masters/operators.page.tsx'),
  ),
  '/biz/price-uploads': work(
    admin,
    () => import('#web/features/pre-assessment/biz/masters/uploads.page.tsx'),
  ),
  '/biz/prospects': work(shops, () => import('#web/features/pre-assessment/biz/masters/prospects.page.tsx'), {
    group: '事前査定',
    label: '見込みのお客さま',
    reading: 'みこみのおきゃくさま',
    code: 'Digit6',
  }),
  '/biz/price-accuracy': work(
    shops,
    () => import('#web/features/pre-assessment/biz/masters/accuracy.page.tsx'),
    { group: '事前査定', label: '事前査定の精度', reading: 'じぜんさていのせいど', code: 'Digit0' },
  ),
  '/biz/custody': work(shops, () => import('#web/features/custody/biz/custody.page.tsx'), {
    group: '商品',
    label: '保管と移動',
    reading: 'ほかんといどう おきば',
    code: 'KeyE',
  }),
  '/biz/custody/counts': work(shops, () => import('#web/features/custody/biz/counts.page.tsx'), {
    group: '商品',
    label: '棚卸し',
    reading: 'たなおろし',
    code: 'KeyD',
  }),
  '/biz/custody/discrepancies': work(
    shops,
    () => import('#web/features/custody/biz/discrepancies.page.tsx'),
    {
      group: '商品',
      label: '点数の不一致',
      reading: 'てんすうのふいっち',
      code: 'Digit5',
      station: 'discrepancies',
    },
  ),
  '/biz/custody/counts/new': work(shops, () => import('#web/features/custody/biz/new-count.page.tsx')),
  '/biz/custody/counts/$id': work(shops, () => import('#web/features/custody/biz/count.page.tsx')),
  '/biz/items': work(shops, () => import('#web/features/item/biz/items.page.tsx'), {
    group: '商品',
    label: '商品一覧',
    reading: 'しょうひんいちらん',
    code: 'KeyM',
  }),
  '/biz/productization': work(
    shops,
    () => import('#web/features/productization/biz/productization.page.tsx'),
    { group: '商品', label: '商品化', reading: 'しょうひんか', code: 'KeyP', station: 'productization' },
  ),
  '/biz/next-engine': work(shops, () => import('#web/features/next-engine/biz/next-engine.page.tsx'), {
    group: '商品',
    label: 'ネクストエンジン',
    reading: 'ねくすとえんじん しゅっぴん ざいこ',
    code: 'Digit9',
  }),
  '/biz/sales': work(shops, () => import('#web/features/sale/biz/sales.page.tsx'), {
    group: '商品',
    label: '販売',
    reading: 'はんばい',
    code: 'Digit7',
  }),
  '/biz/productization/$slug': {
    ...work(shops, () => import('#web/features/productization/biz/desk.page.tsx')),
    rail: true,
  },
  '/biz/customers': work(shops, () => import('#web/features/customer/biz/customers.page.tsx'), {
    group: 'お客さま',
    label: 'お客さま',
    reading: 'おきゃくさま',
    code: 'KeyC',
  }),
  '/biz/identity': work(shops, () => import('#web/features/identity/biz/reviews.page.tsx'), {
    group: 'お客さま',
    label: '本人確認',
    reading: 'ほんにんかくにん',
    code: 'KeyH',
    station: 'identity',
  }),
  '/biz/line-messages': work(shops, () => import('#web/features/line/biz/messages.page.tsx'), {
    group: 'お客さま',
    label: 'LINEの記録',
    reading: 'らいんのきろく',
    code: 'KeyJ',
  }),
  '/biz/identity/$id': work(shops, () => import('#web/features/identity/biz/review.page.tsx')),
  '/biz/customers/$shop/$id': work(shops, () => import('#web/features/customer/biz/customer.page.tsx')),
  '/biz/ledger': work(shops, () => import('#web/features/antique-ledger/biz/ledger.page.tsx'), {
    group: '帳簿とお金',
    label: '古物台帳',
    reading: 'こぶつだいちょう',
    code: 'KeyL',
  }),
  '/biz/inspection': work(
    ['inspector'],
    () => import('#web/features/antique-ledger/biz/inspection.page.tsx'),
    { label: '古物台帳の閲覧', reading: 'こぶつだいちょうのえつらん', code: 'KeyL' },
  ),
  '/biz/notices': work(shops, () => import('#web/features/stolen-notice/biz/notices.page.tsx'), {
    group: '帳簿とお金',
    label: '品触れ',
    reading: 'しなぶれ',
    code: 'KeyN',
    station: 'notices',
  }),
  '/biz/notices/new': work(shops, () => import('#web/features/stolen-notice/biz/notice-form.page.tsx')),
  '/biz/notices/$id': work(shops, () => import('#web/features/stolen-notice/biz/notice.page.tsx')),
  '/biz/notices/$id/edit': work(shops, () => import('#web/features/stolen-notice/biz/notice-form.page.tsx')),
  '/biz/holds': work(shops, () => import('#web/features/hold/biz/holds.page.tsx'), {
    group: '帳簿とお金',
    label: '保留',
    reading: 'ほりゅう',
    code: 'KeyO',
  }),
  '/biz/holds/$id/report': work(shops, () => import('#web/features/hold/biz/police-report.page.tsx')),
  '/biz/payouts': work(operator, () => import('#web/features/transfer/biz/payouts.page.tsx'), {
    group: '帳簿とお金',
    label: '振込',
    reading: 'ふりこみ',
    code: 'KeyF',
  }),
  '/biz/payouts/$id': work(operator, () => import('#web/features/transfer/biz/payout.page.tsx')),
  '/biz/payout-lines': work(admin, () => import('#web/features/transfer/biz/payout-lines.page.tsx'), {
    group: '帳簿とお金',
    label: '振込の記録',
    reading: 'ふりこみのきろく',
    code: 'KeyF',
  }),
  '/biz/money': work(operator, () => import('#web/features/book/biz/money.page.tsx'), {
    group: '帳簿とお金',
    label: '残高と証明',
    reading: 'ざんだかとしょうめい',
    code: 'KeyZ',
  }),
  '/biz/brands': work(['admin', 'operator'], () => import('#web/features/catalogue/biz/brands.page.tsx'), {
    group: '商品',
    label: '商品マスタ',
    reading: 'しょうひんますた ぶらんど きじゅんひょう',
    code: 'Digit1',
  }),
  '/biz/brands/new': work(operator, () => import('#web/features/catalogue/biz/brand-form.page.tsx')),
  '/biz/brands/$id': work(operator, () => import('#web/features/catalogue/biz/brand-form.page.tsx')),
  '/biz/analysis-runs': work(shops, () => import('#web/features/analysis/biz/runs.page.tsx'), {
    group: '商品',
    label: '画像分析の履歴',
    reading: 'がぞうぶんせきのりれき',
  }),
  '/biz/comment-templates': work(
    ['admin', 'operator'],
    () => import('#web/features/catalogue/biz/comment-templates.page.tsx'),
    { group: '商品', label: '定型コメント', reading: 'ていけいこめんと', code: 'Digit2' },
  ),
  '/biz/comment-templates/new': work(
    ['admin', 'operator'],
    () => import('#web/features/catalogue/biz/comment-template-form.page.tsx'),
  ),
  '/biz/comment-templates/$id': work(
    ['admin', 'operator'],
    () => import('#web/features/catalogue/biz/comment-template-form.page.tsx'),
  ),
  '/biz/categories': work(operator, () => import('#web/features/catalogue/biz/categories.page.tsx')),
  '/biz/categories/new': work(operator, () => import('#web/features/catalogue/biz/category-form.page.tsx')),
  '/biz/categories/$id': work(operator, () => import('#web/features/catalogue/biz/category-form.page.tsx')),
  '/biz/category-attributes': work(
    operator,
    () => import('#web/features/catalogue/biz/category-attributes.page.tsx'),
  ),
  '/biz/category-attributes/new': work(
    operator,
    () => import('#web/features/catalogue/biz/category-attribute-form.page.tsx'),
  ),
  '/biz/category-attributes/$id': work(
    operator,
    () => import('#web/features/catalogue/biz/category-attribute-form.page.tsx'),
  ),
  '/biz/amounts': work(admin, () => import('#web/features/catalogue/biz/amounts.page.tsx')),
  '/biz/campaigns': work(admin, () => import('#web/features/catalogue/biz/campaigns.page.tsx')),
  '/biz/campaigns/new': work(admin, () => import('#web/features/catalogue/biz/campaign-form.page.tsx')),
  '/biz/campaigns/$id': work(admin, () => import('#web/features/catalogue/biz/campaign-form.page.tsx')),
  '/biz/money/proposals': work(operator, () => import('#web/features/book/biz/proposals.page.tsx'), {
    group: '帳簿とお金',
    label: '調整と手数料',
    reading: 'ちょうせいとてすうりょう',
    code: 'KeyA',
  }),
  '/biz/money/months': work(operator, () => import('#web/features/book/biz/months.page.tsx'), {
    group: '帳簿とお金',
    label: '月次締め',
    reading: 'げつじしめ',
    code: 'KeyM',
  }),
  '/biz/companies': work(operator, () => import('#web/features/company/biz/companies.page.tsx'), {
    group: 'サイト',
    label: '会社',
    reading: 'かいしゃ',
    code: 'KeyD',
  }),
  '/biz/companies/new': work(operator, () => import('#web/features/company/biz/company-form.page.tsx')),
  '/biz/companies/$id': work(operator, () => import('#web/features/company/biz/company.page.tsx')),
  '/biz/companies/$id/edit': work(operator, () => import('#web/features/company/biz/company-form.page.tsx')),
  '/biz/companies/$id/shops/new': work(
    operator,
    () => import('#web/features/company/biz/shop-form.page.tsx'),
  ),
  '/biz/companies/$id/shops/$shop': work(
    operator,
    () => import('#web/features/company/biz/shop-form.page.tsx'),
  ),
  '/biz/stores': work(operator, () => import('#web/features/store-look/biz/stores.page.tsx'), {
    group: 'サイト',
    label: 'ストアの見た目',
    reading: 'すとあのみため',
    code: 'KeyE',
  }),
  '/biz/stores/new': work(operator, () => import('#web/features/store-look/biz/store.page.tsx')),
  '/biz/stores/$key': work(operator, () => import('#web/features/store-look/biz/store.page.tsx')),
  '/biz/announcements': work(
    ['admin', 'operator'],
    () => import('#web/features/announcement/biz/announcements.page.tsx'),
    { group: '会社', label: 'お知らせ', reading: 'おしらせ', code: 'Digit4' },
  ),
  '/biz/announcements/new': work(
    ['admin', 'operator'],
    () => import('#web/features/announcement/biz/announcement-form.page.tsx'),
  ),
  '/biz/announcements/$id': work(
    ['admin', 'operator'],
    () => import('#web/features/announcement/biz/announcement-form.page.tsx'),
  ),
  '/biz/news': work(everybody, () => import('#web/features/announcement/biz/staff-news.page.tsx')),
  '/biz/terms': work(operator, () => import('#web/features/terms/biz/terms-versions.page.tsx'), {
    group: 'サイト',
    label: '利用規約',
    reading: 'りようきやく',
    code: 'KeyY',
  }),
  '/biz/terms/new': work(operator, () => import('#web/features/terms/biz/terms-new.page.tsx')),
  '/biz/terms/$version': work(operator, () => import('#web/features/terms/biz/terms-version.page.tsx')),
  '/biz/payout-originator': work(operator, () => import('#web/features/transfer/biz/originator.page.tsx'), {
    group: '設定',
    label: '振込元',
    reading: 'ふりこみもと',
    code: 'KeyO',
  }),
  '/biz/users': work(everybody, () => import('#web/features/company/biz/users.page.tsx'), {
    group: '会社',
    label: '担当者',
    reading: 'たんとうしゃ',
    code: 'KeyU',
  }),
  '/biz/inspections': work(admin, () => import('#web/features/inspection/biz/inspections.page.tsx'), {
    group: '会社',
    label: '立入検査',
    reading: 'たちいりけんさ',
  }),
  '/biz/api-keys': work(admin, () => import('#web/features/api-key/biz/api-keys.page.tsx'), {
    group: '設定',
    label: 'APIキー',
    reading: 'えーぴーあいきー れんけい',
  }),
  '/biz/webhooks': work(admin, () => import('#web/features/webhook/biz/webhooks.page.tsx'), {
    group: '設定',
    label: 'Webhook',
    reading: 'うぇぶふっく れんけい つうち',
  }),
  '/biz/background-work': work(
    ['admin', 'operator'],
    () => import('#web/features/background-work/biz/background-work.page.tsx'),
    { group: '設定', label: '処理の状況', reading: 'しょりのじょうきょう じょぶ そうしん' },
  ),
  '/biz/places': work(admin, () => import('#web/features/custody/biz/places.page.tsx'), {
    group: '会社',
    label: '置き場',
    reading: 'おきば',
    code: 'Digit3',
  }),
  '/biz/audit': work(['admin', 'operator'], () => import('#web/features/activity/biz/audit.page.tsx'), {
    group: '会社',
    label: '操作の記録',
    reading: 'そうさのきろく かんさ',
    code: 'Period',
  }),
  '/biz/insight': work(shops, () => import('#web/features/insight/biz/insight.page.tsx'), {
    group: '会社',
    label: '分析',
    reading: 'ぶんせき',
    code: 'KeyV',
  }),
}
