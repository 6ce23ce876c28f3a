import { foldSearch } from '#contract/text'

export interface Question {
  id: string
  /** Readings, and what else people type for it. */
  words: string
  question: string
  answer: string
  /** Page that goes on from here. */
  to?: { path: string; label: string }
}

/** Only what holds at every shop; figures that differ by shop are on the page above. */
export const questions: readonly Question[] = [
  {
    id: 'one-item',
    words: 'いってん 最低 点数 少ない まとめて',
    question: '1点だけでも申し込めますか?',
    answer: 'はい。1点からお申し込みいただけます。点数による違いはありません。',
    to: { path: '/requests/new', label: '買取を申し込む' },
  },
  {
    id: 'box',
    words: 'はこ ダンボール だんぼーる 梱包 こんぽう 資材 キット 袋',
    question: '箱は用意してもらえますか?',
    answer:
      'お手持ちの丈夫な箱をお使いいただけます。通販の箱の使い回しでもかまいません。段ボールをお届けできるお店では、お申し込みの画面で大きさをお選びいただけます。無料で、着払いの送り状を入れて、3営業日ほどでお届けします。集荷日は、お届け予定の翌日からお選びください。',
  },
  {
    id: 'postage',
    words: 'そうりょう 料金 費用 ひよう てすうりょう 振込 ふりこみ 無料 ちゃくばらい',
    question: '送料や手数料はかかりますか?',
    answer:
      'かかりません。着払いでお送りください。集荷をご希望の日に伺うこともできます。お振込みの手数料もいただきません。',
  },
  {
    id: 'wash',
    words: 'せんたく くりーにんぐ 洗う 汚れ よごれ しみ アイロン',
    question: '洗濯やクリーニングをしてから送るほうがよいですか?',
    answer: 'そのままお送りください。洗い方によっては傷むことがあるため、ご無理なさらないでください。',
  },
  {
    id: 'change-pickup',
    words: 'しゅうか へんこう 予約 延期 えんき 日程 にってい 時間',
    question: '集荷の日時を変えたいのですが。',
    answer: '前日までは、お申し込みの画面から変更いただけます。当日のご都合は、お店へお電話ください。',
    to: { path: '/requests', label: 'お申し込みを見る' },
  },
  {
    id: 'arrived',
    words: 'とどいた 到着 とうちゃく 追跡 ついせき 配送 はいそう 開封',
    question: '荷物が届いたか、どこで分かりますか?',
    answer:
      'お店に届くと、点数とあわせてお知らせします。お申し込みの画面では、箱を開けたときの写真もご覧いただけます。',
    to: { path: '/requests', label: 'お申し込みを見る' },
  },
  {
    id: 'count-differs',
    words: 'てんすう 足りない たりない 数が違う 不足 紛失',
    question: '送った点数と、お店が数えた点数が違います。',
    answer:
      'お申し込みの画面の「点数が違うと知らせる」からお知らせください。お店が写真を見直してお返事します。',
  },
  {
    id: 'price-reason',
    words: 'ねだん りゆう 査定額 さていがく 金額 安い やすい 減額 げんがく 再査定 さいさてい',
    question: '値段の理由は教えてもらえますか?',
    answer:
      'はい。1点ごとに、状態、基準の額、減額とその写真をご覧いただけます。納得がいかないときは、1回だけ再査定をご依頼いただけます。',
  },
  {
    id: 'some-back',
    words: 'いちぶ 返送 へんそう 返却 へんきゃく へんぴん 返品 売らない',
    question: '一部だけ売って、残りを返してもらえますか?',
    answer: 'はい。1点ずつ、売るか返してもらうかをお選びいただけます。',
  },
  {
    id: 'silence',
    words: 'へんじ 期限 きげん わすれた 処分 しょぶん',
    question: '返事を忘れたら、売ったことになりますか?',
    answer:
      'なりません。期限を過ぎたお品物は、売却も処分もせずにお返しします。期限の前に、お知らせをお送りします。',
  },
  {
    id: 'cancel',
    words: 'きゃんせる とりけし 取消 やめたい クーリングオフ',
    question: '売ったあとで取り消せますか?',
    answer:
      '買取が成立してから24時間以内で、まだ商品にしていない品は取り消せます。お申し込みの画面からお手続きください。',
  },
  {
    id: 'identity-why',
    words: 'ほんにんかくにん 身分証 みぶんしょう 免許証 めんきょしょう 在留 書類 しょるい 写真 撮影',
    question: '本人確認はなぜ必要ですか?',
    answer:
      '古物営業法で、お店に義務があるためです。金額にかかわらず必要です。運転免許証、マイナンバーカード(表面だけ)、在留カードなどをお使いいただけます。',
    to: { path: '/profile/identity', label: '本人確認の状況を見る' },
  },
  {
    id: 'minor',
    words: 'みせいねん 年齢 ねんれい 18歳 高校生 学生 親 保護者',
    question: '未成年でも申し込めますか?',
    answer:
      '18歳からお申し込みいただけます。17歳までの方からは、保護者の同意があってもお買い取りできません。',
  },
  {
    id: 'when-paid',
    words: 'いつ お金 おかね 入金 にゅうきん 支払 しはらい 振り込み ふりこみ だいきん',
    question: '代金はいつ振り込まれますか?',
    answer:
      '買取が成立すると、すぐに残高に入ります。残高の画面からお振込みをご依頼いただけます。お手続きがないときは、7日後に自動でお振込みします。',
    to: { path: '/balance', label: '残高を見る' },
  },
  {
    id: 'whose-account',
    words: 'かぞく こうざ 夫 妻 別の名義 めいぎ 銀行 ぎんこう',
    question: '家族の口座に振り込んでもらえますか?',
    answer: 'お振込み先は、本人確認をしたお名前と同じ名義の口座に限ります。',
  },
  {
    id: 'failed-transfer',
    words: 'ふりこみ 失敗 しっぱい 組戻し エラー 入金されない 届かない',
    question: '振込みができなかったと連絡がありました。',
    answer:
      '代金は残高に戻っています。口座番号と名義(カナ)をお確かめのうえ、もう一度ご依頼ください。手数料はいただきません。',
    to: { path: '/profile/bank-account', label: '口座を確認する' },
  },
  {
    id: 'expired',
    words: 'きげん 期限切れ 期限後 180日 失効 しっこう なくなる 消える もらえない 受け取り忘れ',
    question: '代金を受け取らないまま、長くたってしまいました。',
    answer:
      '残高がなくなることはありません。代金が入ってから180日を過ぎたときは、残高の画面から「期限後のお支払い」をご依頼ください。運営の担当者2人が確認してから、全額をお振込みします。手数料はいただきません。',
    to: { path: '/balance', label: '残高を見る' },
  },
  {
    id: 'messages',
    words: 'めーる らいん 通知 つうち 配信 停止 解除 連携',
    question: 'メールやLINEでのお知らせを変えたいのですが。',
    answer: '「設定」の「お知らせの受け取り方」で、種類ごとにお選びいただけます。',
    to: { path: '/settings/notifications', label: '受け取り方を変える' },
  },
  {
    id: 'no-mail',
    words: 'めーる 届かない とどかない 迷惑 めいわく 確認コード',
    question: 'メールが届きません。',
    answer:
      '迷惑メールのフォルダーをご確認ください。どのお知らせも、ログインすると「あなたへのお知らせ」でご覧いただけます。',
    to: { path: '/notifications', label: 'あなたへのお知らせを見る' },
  },
  {
    id: 'home-screen',
    words: 'あぷり アプリ ほーむ ホーム画面 いんすとーる インストール 追加 ついか スマホ すまほ',
    question: 'アプリはありますか?',
    answer:
      'この画面をスマートフォンのホーム画面に置くと、アプリのようにお使いいただけます。iPhoneは共有のボタンから「ホーム画面に追加」、Androidはブラウザーのメニューから「ホーム画面に追加」をお選びください。',
  },
  {
    id: 'password',
    words: 'ぱすわーど ログインできない ろぐいん 忘れた わすれた 再設定 さいせってい 入れない',
    question: 'パスワードを忘れました。',
    answer: 'メールアドレスをご入力いただくと、再設定のご案内をメールでお送りします。',
    to: { path: '/password-reset', label: 'パスワードを再設定する' },
  },
  {
    id: 'statement',
    words:
      'りょうしゅうしょ 領収書 しょうめい 証明 かくていしんこく 税金 ぜいきん 履歴 りれき めいさい PDF CSV',
    question: '確定申告に使える明細はありますか?',
    answer: '入出金の明細を、年ごとに画面でご覧いただけます。PDFとCSVでも保存できます。',
    to: { path: '/balance/transactions', label: '入出金の明細を見る' },
  },
  {
    id: 'leave',
    words: 'たいかい 解約 かいやく アカウント 削除 さくじょ 登録をやめる',
    question: '退会したいのですが。',
    answer:
      '「設定」のいちばん下からお手続きいただけます。お取引中のお申し込みや残高があるときは、終わってからお願いします。',
    to: { path: '/leave', label: '退会のお手続き' },
  },
]

/** Every word of the search must occur in the question, its answer or its other words, in any width or kana. */
export function findQuestions(search: string): readonly Question[] {
  const words = search
    .split(/\s+/u)
    .map(foldSearch)
    .filter((word) => word !== '')
  if (words.length === 0) return questions
  return questions.filter((one) => {
    // A break between the parts, so that no word is found across them.
    const text = [one.question, one.answer, ...one.words.split(' ')].map(foldSearch).join('\n')
    return words.every((word) => text.includes(word))
  })
}
