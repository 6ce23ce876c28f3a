import type { Audience } from '#contract/announcement'

export const operatorCompany = {
  name: '株式会社おくる',
  representative: '大手 進',
  postal_code: '1000004',
  address: '東京都千代田区大手町1-5-2',
  phone: '0398765432',
  license_number: '',
  public_safety_commission: '',
  store_key: '',
  reply_business_days: 7,
  return_cost: 0,
}

export const termsBody = `第1条(この規約について)
この規約は、${operatorCompany.name}(以下「当社」)が運営する買取サービス「おくる」を、お客さまがご利用になるときの約束ごとです。お品物を買い取るのは、お客さまがお選びになったお店を営む古物商(以下「お店」)です。

第2条(ご利用いただける方)
1. 18歳以上の個人の方にご利用いただけます。
2. ご自身が所有するお品物だけをお送りください。他の方のお品物、法令で売買が禁じられた品、偽造品はお取り扱いできません。
3. 登録内容は、ご本人の最新のものにしてください。

第3条(お申し込みと発送)
1. お申し込みの時点では、売買の契約は成立しません。
2. 集荷または自己発送の方法で、お申し込みから14日を目安にお送りください。発送が確認できないときは、ご案内のうえ取り消すことがあります。
3. 発送の送料はお店が負担します。輸送中の事故は、運送会社の補償に従います。

第4条(受け取りと査定)
1. お店は、届いた箱を開封し、点数と状態を写真とともに記録します。
2. 査定額は、基準額から状態による減額を差し引き、実施中のキャンペーンがあるときは加算して決めます。内訳はお客さまの画面に1点ずつ表示します。
3. 値段をつけられなかったお品物には、理由を表示します。

第5条(査定結果へのお返事)
1. お客さまは、査定結果をご覧のうえ、1点ずつ「売る」「返してもらう」をお選びいただけます。
2. お返事の期限は、結果をお知らせした日から7営業日目の23時59分です。
3. 期限までにお返事がないときは、売却せずにお返しします。お返事がないことを売却への同意とみなすことはありません。
4. 査定に疑問があるときは、お申し込み1件につき1回、再査定を依頼できます。そのあいだ期限は止まります。

第6条(自動で売却するお選び)
お申し込みのときに、合計額がご指定の金額以上なら自動で売却することをお選びいただけます。指定額に満たないときは、結果をご覧になってからお決めいただきます。

第7条(本人確認)
1. 古物営業法に基づき、契約の前に、お店がお客さまの本人確認を行います。金額にかかわらず必要です。
2. 氏名・住所・生年月日が変わったときは、あらためて確認をお願いします。
3. お返事から30日のあいだに本人確認が終わらないときは、お品物をお返しします。

第8条(契約の成立と取り消し)
1. 売買の契約は、お客さまの同意と本人確認がそろったときに成立し、代金を残高に入れます。
2. 契約の成立から24時間は、商品化を始めていないお品物について、売却を取り消せます。費用はかかりません。

第9条(お支払い)
1. 残高は、お客さまご本人名義の口座へお振込みします。振込手数料は当社が負担します。
2. 自動振込を設定されているときは、契約の7日後に手続きを始めます。
3. 180日のあいだお受け取りがないときは、通常のお手続きを止めますが、代金がなくなることはありません。確認のうえ、お支払いします。

第10条(お返し)
1. 売却しなかったお品物は、お店の負担、または着払いでお返しします。費用は査定結果の画面に表示します。
2. 同意をいただいたお品物に限り、リサイクルに出します。

第11条(お預かりを続ける場合)
警察からの要請、盗品の届け出の照会などがあるときは、確認が終わるまで、お品物をお預かりすることがあります。

第12条(個人情報)
お客さまの情報は、プライバシーポリシーに従って取り扱います。法令で保存が定められた記録は、期間が終わるまで消すことができません。

第13条(規約の変更)
規約を変えるときは、内容と始める日を事前にお知らせします。お申し込みには、そのときの規約が最後まで適用されます。

第14条(準拠法)
この規約には日本法を適用します。`

interface News {
  /** Negative: later; null: a draft. */
  daysAgo: number | null
  level: 'info' | 'important'
  audience: Audience
  /** The dealer that wrote it. */
  dealer?: number
  title: string
  body: string
}

export const announcements: readonly News[] = [
  {
    daysAgo: 3,
    level: 'important',
    audience: 'everyone',
    title: '年末年始のお振込みについて',
    body: '12月31日から1月3日までは銀行がお休みのため、お振込みができません。12月29日までにお申し込みいただいた分は、年内にお振込みします。',
  },
  {
    daysAgo: 12,
    level: 'info',
    audience: 'everyone',
    title: '冬物アウターの買取キャンペーンを始めました',
    body: 'コート、ダウン、ニットなどの冬物を、対象のお店で10%アップで買い取ります。査定結果の画面で、加算額を1点ずつご確認いただけます。',
  },
  {
    daysAgo: 40,
    level: 'info',
    audience: 'everyone',
    title: '査定結果に「値段の理由」を表示しています',
    body: '同じブランド・同じ状態のお品物を、これまでいくらで買い取ってきたかを、査定結果の画面でご覧いただけるようになりました。',
  },
  {
    daysAgo: 75,
    level: 'info',
    audience: 'everyone',
    title: '箱の集荷は、翌日からお申し込みいただけます',
    body: '集荷の日時は、お申し込みの翌日から14日後までお選びいただけます。前日までは、画面から変更できます。',
  },
  {
    daysAgo: 1,
    level: 'important',
    audience: 'business',
    title: '12月の本人確認の強化について',
    body: '12月1日から、顔写真のない書類での本人確認は受け付けません。審査の画面で選べなくなります。',
  },
  {
    daysAgo: 6,
    level: 'info',
    audience: 'business',
    title: '年末の振込の締め切り',
    body: '12月29日(火)の正午までに公開した査定結果が、年内のお振込みの対象です。',
  },
  {
    daysAgo: 2,
    level: 'info',
    audience: 'under_way',
    dealer: 0,
    title: '雪のため、お荷物の到着が1日ほど遅れています',
    body: '北海道・東北からの集荷が遅れています。届きしだい、いつもどおり2日以内に査定します。最新の状況は https://www.kuronekoyamato.co.jp/ をご覧ください。',
  },
  {
    daysAgo: 9,
    level: 'info',
    audience: 'customers',
    dealer: 0,
    title: '青山本店は11月30日にお休みします',
    body: '棚卸しのため、査定と発送をお休みします。集荷は通常どおりです。',
  },
  {
    daysAgo: 4,
    level: 'info',
    audience: 'business',
    dealer: 0,
    title: '査定の写真は3枚以上でお願いします',
    body: '全体、ブランドのタグ、減額の理由の3枚を、必ず撮ってください。',
  },
  {
    daysAgo: -5,
    level: 'info',
    audience: 'customers',
    dealer: 0,
    title: '年末年始の営業について',
    body: '12月31日から1月3日まで、査定をお休みします。集荷のお申し込みは、いつでもお受けします。',
  },
  {
    daysAgo: null,
    level: 'info',
    audience: 'customers',
    dealer: 0,
    title: '春物の買い取りを始めます',
    body: '2月から、春物のコートとジャケットの買い取りを始めます。',
  },
]

export const handledBrands = [
  'COMME des GARÇONS',
  'ISSEY MIYAKE',
  'PLEATS PLEASE',
  'Yohji Yamamoto',
  'UNDERCOVER',
  'sacai',
  'TOGA',
  'mina perhonen',
  'JOURNAL STANDARD',
  'UNITED ARROWS',
  'BEAMS',
  'THE NORTH FACE',
  'Patagonia',
  'MACKINTOSH',
  'BURBERRY',
  'Maison Margiela',
  'JIL SANDER',
  'ACNE STUDIOS',
  'A.P.C.',
  'MONCLER',
  'GUCCI',
  'PRADA',
  'LOUIS VUITTON',
  'CHANEL',
  'HERMÈS',
  'CELINE',
  'LOEWE',
  'BOTTEGA VENETA',
  'SEIKO',
  'OMEGA',
  'Tiffany & Co.',
  'Dr. Martens',
] as const

export const lowPriceReasons = [
  '傷みの補修を見込んだ金額です。',
  '同じ型の在庫が多く、販売までに時間がかかる見込みのためです。',
  '季節の終わりで、次の季節までお預かりするためです。',
] as const

/** Besides those that serve all; one takes the place of a shipped one, one is not used any more. */
export const ownTemplates = [
  {
    short_code: 're',
    title: 'お礼',
    body: '{ブランド}の{カテゴリ}をお送りいただき、ありがとうございます。\n状態は「{状態}」として拝見しました。',
    category: '共通',
  },
  {
    short_code: 'ts',
    title: 'タグの確認',
    body: '{ブランド}の内側のタグと縫製を確かめました。サイズは{サイズ}です。',
    category: '衣類',
  },
  {
    short_code: 'ks',
    title: '角スレ(バッグ)',
    body: '四隅と持ち手の付け根に軽いスレがあり、{素材}の手入れを見込んでいます。',
    category: 'バッグ',
  },
  {
    short_code: 'ha',
    title: '春の買取強化',
    body: '春物の買取を強化しているため、高めに評価しました。',
    category: '共通',
    is_active: false,
  },
]

export const secondLookReasons = [
  'コートは今年の春に購入したもので、2回しか着ていません。もう一度見ていただけますか。',
  '箱と保存袋も一緒に入れました。査定に含まれているか確認をお願いします。',
] as const

export const shops = [
  {
    dealer: 0,
    name: '青山本店',
    tags: ['デザイナーズ', 'レディース', '予約なしで集荷'],
    description:
      '国内デザイナーズブランドを中心に、洋服を20年お取り扱いしてきました。1点ずつ状態を写真に残して査定します。',
    place: ['1070062', '東京都', '港区', '南青山3-14-8', '0312340101'],
    delivering_option: 'PICKUP_AND_SELF',
    kit_sizes: [80, 120, 140],
  },
  {
    dealer: 0,
    name: '渋谷店',
    tags: ['ストリート', 'メンズ', 'アウトドア'],
    description:
      'メンズとストリート、アウトドアの洋服に強いお店です。まとめて送っていただくほどお得な時期もあります。',
    place: ['1500001', '東京都', '渋谷区', '神宮前6-19-3', '0312340102'],
    delivering_option: 'PICKUP_AND_SELF',
    kit_sizes: [120],
  },
  {
    dealer: 1,
    name: '梅田店',
    tags: ['ブランドバッグ', '財布・小物', 'レディース'],
    description: 'バッグと革小物の専門スタッフが査定します。角スレや型崩れのあるお品物もご相談ください。',
    place: ['5300001', '大阪府', '大阪市北区', '梅田2-5-11', '0661230201'],
    delivering_option: 'PICKUP_AND_SELF',
    kit_sizes: [],
  },
  {
    dealer: 1,
    name: '神戸三宮店',
    tags: ['時計・アクセサリー', 'ブランドバッグ'],
    description: '時計とアクセサリーを中心にお取り扱いしています。自己発送のみ承ります。',
    place: ['6500021', '兵庫県', '神戸市中央区', '三宮町1-9-1', '0783310202'],
    delivering_option: 'SELF_ONLY',
    kit_sizes: [],
  },
  {
    dealer: 2,
    name: '名古屋栄店',
    tags: ['レディース', 'フォーマル', '予約なしで集荷'],
    description:
      'レディースの洋服全般と、フォーマルウェアをお取り扱いしています。東海地方は翌日に集荷できます。',
    place: ['4600008', '愛知県', '名古屋市中区', '栄3-6-1', '0522420301'],
    delivering_option: 'PICKUP_AND_SELF',
    kit_sizes: [100, 140],
  },
] as const

export const dealers = [
  {
    name: '株式会社アオヤマ',
    store_key: 'aoyama',
    license_number: '第301061507824号',
    public_safety_commission: '東京都公安委員会',
    representative: '青山 一郎',
    postal_code: '1070062',
    address: '東京都港区南青山3-14-8',
    phone: '0312340100',
  },
  {
    name: '株式会社ウメダ',
    store_key: 'umeda',
    license_number: '第621112403596号',
    public_safety_commission: '大阪府公安委員会',
    representative: '梅田 次郎',
    postal_code: '5300001',
    address: '大阪府大阪市北区梅田2-5-11',
    phone: '0661230200',
  },
  {
    name: '株式会社サカエ',
    store_key: 'sakae',
    license_number: '第541031908215号',
    public_safety_commission: '愛知県公安委員会',
    representative: '栄 三枝',
    postal_code: '4600008',
    address: '愛知県名古屋市中区栄3-6-1',
    phone: '0522420300',
  },
] as const

/** Dealer (null: operator), name, role, address. */
export const employees = [
  [0, '鈴木 健一', 'staff', 'staff@aoyama.example'],
  [0, '青山 一郎', 'admin', 'admin@aoyama.example'],
  [0, '青山 二葉', 'admin', 'admin2@aoyama.example'],
  [0, '原田 由紀', 'staff', 'harada@aoyama.example'],
  [0, '西野 颯', 'staff', 'nishino@aoyama.example'],
  [1, '中津 渚', 'staff', 'staff@umeda.example'],
  [1, '梅田 次郎', 'admin', 'admin@umeda.example'],
  [2, '大須 光', 'staff', 'staff@sakae.example'],
  [2, '栄 三枝', 'admin', 'admin@sakae.example'],
  [null, '大手 進', 'admin', 'operator@okuru.example'],
  [null, '内幸 望', 'admin', 'approver@okuru.example'],
] as const

/** Further people of the lists: limited to shops, invited, gone. */
export const colleagues = [
  { dealer: 0, name: '小田切 真央', role: 'staff', email: 'odagiri@aoyama.example', shops: ['渋谷店'] },
  { dealer: 0, name: '三浦 大地', role: 'admin', email: 'miura@aoyama.example', shops: ['渋谷店'] },
  { dealer: 0, name: '長谷川 栞', role: 'staff', email: 'hasegawa@aoyama.example', shops: ['青山本店'] },
  { dealer: 0, name: '松永 陽向', role: 'staff', email: 'matsunaga@aoyama.example', state: 'invited' },
  { dealer: 0, name: '片桐 圭', role: 'staff', email: 'katagiri@aoyama.example', state: 'expired' },
  { dealer: 0, name: '古川 沙耶', role: 'staff', email: 'furukawa@aoyama.example', state: 'inactive' },
  { dealer: 1, name: '桜井 悠斗', role: 'staff', email: 'sakurai@umeda.example', shops: ['神戸三宮店'] },
  { dealer: 1, name: '福島 千景', role: 'admin', email: 'fukushima@umeda.example' },
  { dealer: 1, name: '天満 慎', role: 'staff', email: 'tenma@umeda.example', state: 'inactive' },
  { dealer: 2, name: '今池 朔', role: 'staff', email: 'imaike@sakae.example', state: 'invited' },
  { dealer: null, name: '神田 結衣', role: 'staff', email: 'kanda@okuru.example' },
  { dealer: null, name: '日比谷 岳', role: 'staff', email: 'hibiya@okuru.example', state: 'waiting' },
] as const satisfies readonly Colleague[]

interface Colleague {
  dealer: 0 | 1 | 2 | null
  name: string
  role: 'staff' | 'admin'
  email: string
  shops?: readonly string[]
  state?: 'invited' | 'expired' | 'inactive' | 'waiting'
}
