interface ErrorEntry {
  status: 400 | 401 | 403 | 404 | 406 | 413 | 429 | 500 | 502 | 503
  /** Key of the message in the body; `detail` gives `{"detail": "…"}` instead of a list. */
  field: string
  message: string
  /** Sent without `code`: clients would read it as a token error. */
  nameless?: true
}

export const errors = {
  // Texts of simplejwt stay English: clients read `code`, never `detail`.
  no_active_account: {
    status: 401,
    field: 'detail',
    message: 'No active account found with the given credentials',
    nameless: true,
  },
  token_not_valid: { status: 401, field: 'detail', message: 'Given token not valid for any token type' },
  user_not_found: { status: 401, field: 'detail', message: 'User not found' },
  user_inactive: { status: 401, field: 'detail', message: 'User is inactive' },
  bad_authorization_header: {
    status: 401,
    field: 'detail',
    message: 'Authorization header must contain two space-delimited values',
  },
  api_key_invalid: { status: 401, field: 'detail', message: 'このAPIキーは使えません。' },
  api_key_expired: { status: 401, field: 'detail', message: 'このAPIキーは期限が切れています。' },
  not_acceptable: {
    status: 406,
    field: 'detail',
    message: 'ご指定の形式ではお答えできません。',
  },
  not_authenticated: { status: 401, field: 'detail', message: '認証情報が含まれていません。' },
  reauthentication_required: {
    status: 403,
    field: 'detail',
    message: '安全のため、もう一度パスワードを入力してください。入力した内容はそのまま残っています。',
  },
  second_factor_setup_required: {
    status: 403,
    field: 'detail',
    message:
      '管理者と運営の担当者は、2段階認証を設定してから業務画面をお使いいただけます。パスワードが知られても、ほかの人がログインできないようにするためです。',
  },
  second_factor_required: {
    status: 400,
    field: 'second_factor_code',
    message:
      'このアカウントには2段階認証が設定されています。パスキー、認証アプリの6桁のコード、回復コードのどれかで確認してください。',
  },
  second_factor_wrong: {
    status: 400,
    field: 'second_factor_code',
    message:
      'コードが違うか、すでに使われています。認証アプリに新しいコードが表示されたら、もう一度入力してください。',
  },
  totp_code_wrong: {
    status: 400,
    field: 'totp_code',
    message:
      'コードが違います。いま認証アプリに表示されている6桁を入力してください。合わないときは、端末の時刻が自動で設定されているかお確かめください。',
  },
  totp_not_begun: {
    status: 400,
    field: 'non_field_errors',
    message:
      '設定をはじめからやり直してください。設定用のコードの期限が切れたか、ほかの画面で設定されています。',
  },
  second_factor_missing: {
    status: 400,
    field: 'non_field_errors',
    message: '先に、パスキーか認証アプリを設定してください。',
  },
  passkeys_not_here: {
    status: 400,
    field: 'non_field_errors',
    message: 'このアドレスではパスキーを使えません。認証アプリを設定してください。',
  },
  too_many_passkeys: {
    status: 400,
    field: 'non_field_errors',
    message: 'パスキーは20個までです。使っていないものを削除してください。',
  },
  passkey_not_taken: {
    status: 400,
    field: 'non_field_errors',
    message: 'パスキーを登録できませんでした。はじめからもう一度お試しください。',
  },
  last_second_factor: {
    status: 400,
    field: 'non_field_errors',
    message:
      '管理者と運営の担当者には2段階認証が必要なため、最後の1つは解除できません。先に、別の方法を設定してください。',
  },
  own_second_factor: {
    status: 400,
    field: 'non_field_errors',
    message:
      'ご自身の2段階認証は、この方法では解除できません。回復コードを使うか、別の管理者にご依頼ください。',
  },
  second_factor_of_host: {
    status: 403,
    field: 'detail',
    message: 'ご自身を招待した人の2段階認証は解除できません。別の管理者にご依頼ください。',
  },
  permission_denied: {
    status: 403,
    field: 'detail',
    message: 'このアクションを実行する権限がありません。',
    nameless: true,
  },
  not_found: { status: 404, field: 'detail', message: '見つかりませんでした。', nameless: true },
  invalid_page: { status: 404, field: 'detail', message: '不正なページです。', nameless: true },
  email_taken: { status: 400, field: 'email', message: 'このメールアドレスは既に登録されています。' },
  invalid_link: {
    status: 400,
    field: 'token',
    message:
      'このリンクは使えません。期限が切れたか、すでに使われています。もう一度メールをお受け取りください。',
  },
  invalid_reset: { status: 400, field: 'token', message: 'Invalid token for given user.' },
  invalid_uid: { status: 400, field: 'uid', message: "Invalid user id or user doesn't exist." },
  sign_in_code_required: {
    status: 400,
    field: 'one_time_code',
    message:
      'ログインの失敗が続いているため、確認コードが必要です。ご登録のメールアドレスに届くコードを入力してください。',
  },
  sign_in_code_wrong: {
    status: 400,
    field: 'one_time_code',
    message: '確認コードが違うか、期限が切れています。いちばん新しいメールのコードを入力してください。',
  },
  wrong_password: { status: 400, field: 'current_password', message: 'Invalid password.' },
  password_mismatch: {
    status: 400,
    field: 'non_field_errors',
    message: "The two password fields didn't match.",
  },
  customer_exists: {
    status: 400,
    field: 'non_field_errors',
    message: 'お客さま情報はすでに登録されています。',
  },
  customer_has_open_business: {
    status: 400,
    field: 'non_field_errors',
    message: '取引中の申し込み、残高、または手続き中のお振込みがあるため、退会できません。',
  },
  customer_incomplete: {
    status: 400,
    field: 'non_field_errors',
    message: 'お申し込みの前に、お客さま情報(お名前・ご住所・生年月日・ご職業・電話番号)をご登録ください。',
  },
  under_age: { status: 400, field: 'non_field_errors', message: '18歳未満の方からはお買い取りできません。' },
  corporate_not_supported: {
    status: 400,
    field: 'non_field_errors',
    message:
      '法人のお客さまは、この画面での本人確認はご利用いただけません。登記事項証明書などの書類をお店へお送りいただき、確認します。',
  },
  purchase_disabled: {
    status: 400,
    field: 'non_field_errors',
    message:
      '新しいお申し込みをお受けできない状態です。お問い合わせ窓口へご連絡ください。残高のお振込みはこれまでどおりご利用いただけます。',
  },
  invalid_postal_code: {
    status: 400,
    field: 'postal_code',
    message: '郵便番号は7桁の数字で入力してください。',
  },
  bank_account_exists: {
    status: 400,
    field: 'non_field_errors',
    message: '振込先の口座はすでに登録されています。',
  },
  unknown_bank: { status: 400, field: 'bank_code', message: 'この銀行コードは見つかりません。' },
  unknown_branch: { status: 400, field: 'branch_code', message: 'この支店コードは見つかりません。' },
  transfer_in_progress: {
    status: 400,
    field: 'non_field_errors',
    message: '手続き中のお振込みがあります。完了してからもう一度お試しください。',
  },
  bank_account_missing: {
    status: 400,
    field: 'non_field_errors',
    message: '振込先の口座を登録してください。',
  },
  bank_account_unusable: {
    status: 400,
    field: 'non_field_errors',
    message:
      'ご登録の口座へはお振込みできません。銀行や支店が統合などで変わっていることがあります。口座を登録し直してください。',
  },
  holder_name_differs: {
    status: 400,
    field: 'non_field_errors',
    message: '口座名義(カナ)が、本人確認したお名前と違うようです。口座名義をご確認ください。',
  },
  amount_exceeds_balance: { status: 400, field: 'amount', message: '残高を超える金額は振り込めません。' },
  balance_empty: { status: 400, field: 'non_field_errors', message: '振り込める残高がありません。' },
  transfer_expired: {
    status: 400,
    field: 'non_field_errors',
    message:
      'お支払いの期限を過ぎた残高です。「期限後のお支払い」からご依頼ください。残高がなくなることはありません。',
  },
  transfer_not_expired: {
    status: 400,
    field: 'non_field_errors',
    message: '期限内の残高です。通常のお振込みをご利用ください。',
  },
  money_on_hold: {
    status: 400,
    field: 'non_field_errors',
    message: '確認中の事項があるため、お振込みを一時的に止めています。確認が終わり次第ご連絡します。',
  },
  idempotency_key_reused: {
    status: 400,
    field: 'non_field_errors',
    message: '同じ操作キーで別の内容が送られました。画面を読み込み直してからもう一度お試しください。',
  },
  two_people_required: {
    status: 403,
    field: 'detail',
    message: '1人目とは別の担当者が行ってください。',
  },
  second_person_invited: {
    status: 403,
    field: 'detail',
    message: '1人目と招待でつながっている人は、2人目になれません。',
  },
  second_person_device: {
    status: 403,
    field: 'detail',
    message: '1人目が使っている端末からは行えません。ご自分の端末でログインし直してください。',
  },
  second_person_network: {
    status: 403,
    field: 'detail',
    message: '1人目と同じ回線からは行えません。別の回線でログインし直してください。',
  },
  payout_check_failed: {
    status: 400,
    field: 'non_field_errors',
    message: '振込データに直すところがあります。',
  },
  illegal_transition: { status: 400, field: 'status', message: 'この状態には変更できません。' },
  stale_version: {
    status: 400,
    field: 'version',
    message: 'ほかの画面で更新されました。新しい内容をご確認ください。',
  },
  draft_ended: {
    status: 400,
    field: 'non_field_errors',
    message: 'この下書きは、ほかの画面で申し込まれたか、消されています。申し込みの一覧をお確かめください。',
  },
  draft_elsewhere: {
    status: 400,
    field: 'non_field_errors',
    message: '別のお店への申し込みが書きかけです。1回の申し込みで送れるお店は1つのため、一緒にはできません。',
  },
  guard_failed: { status: 400, field: 'non_field_errors', message: 'まだこの操作はできません。' },
  month_not_over: {
    status: 400,
    field: 'month',
    message: 'この月はまだ締められません。翌月1日の午前0時10分から締められます。',
  },
  month_not_next: {
    status: 400,
    field: 'month',
    message: '古い月から順に締めてください。帳簿の最初の月より前は締められません。',
  },
  books_not_proven: {
    status: 400,
    field: 'non_field_errors',
    message: '帳簿の証明で一致しない項目があるため、締められません。「残高と証明」で内容をお確かめください。',
  },
  proposal_lapsed: {
    status: 400,
    field: 'non_field_errors',
    message: '申請から30日がすぎたため、承認できません。必要なときは、あらためて申請してください。',
  },
  fee_not_due: {
    status: 400,
    field: 'transfer',
    message: '手数料をいただけるのは、お客さまへ案内したあとに、2回目以降に銀行から戻った振込だけです。',
  },
  not_in_shift_jis: {
    status: 400,
    field: 'encoding',
    message:
      'Shift_JISにない文字があります。置き換える文字を確かめてから保存するか、UTF-8で保存してください。',
  },
  held: { status: 400, field: 'non_field_errors', message: '保留中のため、この操作はできません。' },
  not_editable: {
    status: 400,
    field: 'status',
    message: '発送後のお申し込みは変更できません。',
  },
  delivering_option_not_offered: {
    status: 400,
    field: 'delivering_option',
    message: 'このお店では選べない送り方です。',
  },
  kit_not_offered: {
    status: 400,
    field: 'kit_size',
    message:
      'この大きさの段ボールは、お届けできません。ほかの大きさか運送会社をお選びいただくか、お手持ちの箱をお使いください。',
  },
  kit_sent: {
    status: 400,
    field: 'kit_size',
    message: '段ボールはもう発送しています。お使いにならないときは、そのままお手もとで処分してください。',
  },
  kit_number_used: {
    status: 400,
    field: 'tracking_number',
    message: 'この送り状番号は、ほかの段ボールに記録されています。伝票をもう一度お確かめください。',
  },
  label_unprintable: {
    status: 400,
    field: 'texts',
    message: '送り状に印字できない項目があります。項目ごとに、送り状に書く文字を決めてください。',
  },
  no_parcels: { status: 400, field: 'requests', message: '送り状を作る荷物がありません。' },
  pickup_before_kit: {
    status: 400,
    field: 'pickup_date',
    message: '段ボールが届く前の日には、集荷に伺えません。お届け予定の翌日からお選びください。',
  },
  pickup_slot_closed: {
    status: 400,
    field: 'pickup_time_slot',
    message:
      '翌日の午前中の集荷は、前日の20時までにお申し込みください。ほかの時間帯か、別の日をお選びください。',
  },
  pickup_date_invalid: {
    status: 400,
    field: 'pickup_date',
    message: '集荷日は翌日以降、14日以内でお選びください。',
  },
  terms_outdated: {
    status: 400,
    field: 'agreed_terms',
    message: '利用規約が新しくなりました。内容をご確認のうえ、もう一度同意してください。',
  },
  answer_incomplete: {
    status: 400,
    field: 'decisions',
    message: 'すべての商品について、売る・返してもらうのどちらかをお選びください。',
  },
  answer_differs: { status: 400, field: 'decisions', message: 'すでに別の内容でお返事をいただいています。' },
  unknown_slug: { status: 400, field: 'decisions', message: 'この申し込みにない商品が含まれています。' },
  offer_expired: {
    status: 400,
    field: 'non_field_errors',
    message: 'お返事の期限を過ぎました。売却にはなりません。お品物はお返しします。',
  },
  offer_changed: {
    status: 400,
    field: 'non_field_errors',
    message: '査定結果が更新されました。新しい内容をご確認ください。',
  },
  second_look_used: {
    status: 400,
    field: 'non_field_errors',
    message: '再査定のご依頼は1回までです。',
  },
  // Blocks publication; `items` in the response names the items and what they lack.
  items_unfinished: {
    status: 400,
    field: 'non_field_errors',
    message: '査定が終わっていない商品があります。',
  },
  photo_missing: {
    status: 400,
    field: 'non_field_errors',
    message: '写真のない商品があります。1点につき1枚以上の写真が必要です。',
  },
  authenticity_undetermined: {
    status: 400,
    field: 'non_field_errors',
    message: '真贋が「判定保留」のまま値段のついた商品があります。',
  },
  price_reason_missing: {
    status: 400,
    field: 'non_field_errors',
    message: 'これまでの買取から大きく外れた値段の商品があります。理由を入力してください。',
  },
  price_photo_missing: {
    status: 400,
    field: 'non_field_errors',
    message: 'これまでの買取から大きく外れた値段の商品があります。理由がわかる写真を選んでください。',
  },
  comment_outdated: {
    status: 400,
    field: 'non_field_errors',
    message: 'コメントに、変わる前の査定額などが残っている商品があります。',
  },
  second_look_answer_missing: {
    status: 400,
    field: 'answer',
    message: 'お客さまの再査定のご希望への、お返事を入力してください。',
  },
  price_mismatch: {
    status: 400,
    field: 'price',
    message: '査定額が「基準額 − 減額 + 上乗せ」と一致しません。',
  },
  count_agrees: {
    status: 400,
    field: 'non_field_errors',
    message: 'お店で数えた点数は、お申し込みの点数と同じです。',
  },
  question_open: {
    status: 400,
    field: 'non_field_errors',
    message: 'この品へのご質問には、まだお返事がありません。お返事をお待ちください。',
  },
  question_limit: {
    status: 400,
    field: 'non_field_errors',
    message: 'この品へのご質問は、ここまでです。お急ぎのときは、お店へお電話ください。',
  },
  question_closed: {
    status: 400,
    field: 'non_field_errors',
    message: 'ご質問の受け付けは終わりました。',
  },
  question_withheld: {
    status: 400,
    field: 'non_field_errors',
    message:
      'このご質問には、はじめの査定額が書かれていることがあります。見直しの値段が決まってから、お返事してください。',
  },
  second_look_other_person: {
    status: 400,
    field: 'non_field_errors',
    message: 'この品は、はじめに査定した人とは別の人が見直します。',
  },
  objection_open: {
    status: 400,
    field: 'non_field_errors',
    message: '点数のことは、すでにお店に伝わっています。お店からのお返事をお待ちください。',
  },
  notice_exists: {
    status: 400,
    field: 'number',
    message: 'この警察署のこの番号の品触れは、すでに登録されています。一覧からお探しください。',
  },
  parcel_count_differs: {
    status: 400,
    field: 'parcel_count',
    message: '箱に入れる点数が違います。商品をもう一度お確かめください。',
  },
  rescission_expired: {
    status: 400,
    field: 'non_field_errors',
    message: '契約の取り消しは、成立から24時間以内にお願いしています。',
  },
  invitation_accepted: {
    status: 400,
    field: 'non_field_errors',
    message:
      'すでにパスワードを設定されています。お忘れのときは、ログイン画面の「パスワードをお忘れの方」からご案内ください。',
  },
  user_deactivated: {
    status: 400,
    field: 'non_field_errors',
    message: '利用を停止している担当者です。先に利用を再開してください。',
  },
  confirmation_pending: {
    status: 400,
    field: 'non_field_errors',
    message: '運営の別の管理者の確認を待っています。確認が済むと、利用できるようになります。',
  },
  own_account: {
    status: 400,
    field: 'non_field_errors',
    message: 'ご自身の利用は停止できません。ほかの管理者が行います。',
  },
  own_permissions: {
    status: 400,
    field: 'non_field_errors',
    message: 'ご自身の役割と担当の店舗は変えられません。ほかの管理者に依頼してください。',
  },
  last_administrator: {
    status: 400,
    field: 'non_field_errors',
    message: 'すべての店舗を受け持つ管理者が、ほかにいません。先に、別の人を管理者にしてください。',
  },
  email_fixed: {
    status: 400,
    field: 'email',
    message: 'ログインのメールアドレスは、ここでは変えられません。',
  },
  shops_beyond_own: {
    status: 400,
    field: 'shops',
    message: 'ご自身の担当の店舗から、1つ以上お選びください。',
  },
  webhook_address: {
    status: 400,
    field: 'url',
    message: 'インターネットから開ける https:// のアドレスを入力してください。',
  },
  too_many_webhooks: {
    status: 400,
    field: 'non_field_errors',
    message: '送り先は20か所までです。使っていないものを消してください。',
  },
  job_running: {
    status: 400,
    field: 'non_field_errors',
    message: 'この処理は実行中です。終わるのをお待ちください。',
  },
  webhook_stopped: {
    status: 400,
    field: 'non_field_errors',
    message: 'この送り先は止まっています。送信を再開してから、もう一度お試しください。',
  },
  announcement_published: {
    status: 400,
    field: 'non_field_errors',
    message: '一度掲載したお知らせは削除できません。掲載を終えてください。',
  },
  terms_in_force: {
    status: 400,
    field: 'non_field_errors',
    message: 'すでに始まった版は取り下げられません。新しい版を公開してください。',
  },
  file_type: {
    status: 400,
    field: 'file',
    message: 'JPEG、PNG、WebP の写真をお選びください。',
  },
  file_heic: {
    status: 400,
    field: 'file',
    message:
      'iPhone の HEIC 形式の写真です。画面のカメラで撮るか、iPhone の「設定」→「カメラ」→「フォーマット」で「互換性優先」を選んで撮り直してください。',
  },
  picture_too_small: {
    status: 400,
    field: 'file',
    message: '写真が小さく、文字を読み取れません。縮小していない写真をお送りください。',
  },
  my_number_side: {
    status: 400,
    field: 'file',
    message:
      'マイナンバーカードの裏面はお受け取りできません。法律により、12桁の番号をお預かりできないためです。表面だけをお撮りください。',
  },
  my_number_unconfirmed: {
    status: 400,
    field: 'shows_no_number',
    message: '12桁の番号が写っていないことをお確かめください。',
  },
  identity_incomplete: {
    status: 400,
    field: 'non_field_errors',
    message: 'まだ済んでいない手順があります。',
  },
  /** `missing` in the response names what is still lacking. */
  identity_gaps: {
    status: 400,
    field: 'non_field_errors',
    message: '書類の内容がご登録と合わないため、承認できません。撮り直し・訂正をお願いしてください。',
  },
  attribute_exists: {
    status: 400,
    field: 'name',
    message: '同じカテゴリに、同じ名前の項目があります。',
  },
  attribute_in_use: {
    status: 400,
    field: 'value_type',
    message: '値を入力した商品があるため、型は変えられません。新しい名前で登録してください。',
  },
  /** The fields under `buyer` say what is missing. */
  buyer_required: {
    status: 400,
    field: 'buyer',
    message: 'この品の販売は古物台帳に書くため、買い手の氏名・住所・職業・年齢が必要です。',
  },
  already_sold: {
    status: 400,
    field: 'non_field_errors',
    message: 'この商品は販売済みです。返品があったときは、先に販売の画面で返品を記録してください。',
  },
  already_identified: {
    status: 400,
    field: 'non_field_errors',
    message: '本人確認は済んでいます。',
  },
  no_dealer_to_identify: {
    status: 400,
    field: 'non_field_errors',
    message: '本人確認は、お申し込みのあとにできます。先にお申し込みください。',
  },
  file_too_large: {
    status: 413,
    field: 'file',
    message: 'ファイルが大きすぎます。20MBまでの写真をお選びください。',
  },
  provider_refused: {
    status: 400,
    field: 'non_field_errors',
    message: '外部サービスでのログインを確認できませんでした。もう一度お試しください。',
  },
  provider_email_taken: {
    status: 400,
    field: 'non_field_errors',
    message:
      'このメールアドレスは、すでに登録されています。メールアドレスとパスワードでログインしてから、設定で連携してください。',
  },
  provider_not_linked: {
    status: 400,
    field: 'non_field_errors',
    message: 'このサービスのアカウントは、まだご登録と連携していません。いつもの方法でログインしてください。',
  },
  provider_other_person: {
    status: 400,
    field: 'non_field_errors',
    message:
      'ご登録と連携しているアカウントではありませんでした。連携しているアカウントで、もう一度ご確認ください。',
  },
  provider_linked: {
    status: 400,
    field: 'non_field_errors',
    message:
      'このサービスとは、すでに別のアカウントで連携しています。変えるときは、先に連携を解除してください。',
  },
  provider_linked_elsewhere: {
    status: 400,
    field: 'non_field_errors',
    message: 'このサービスのアカウントは、ほかのお客さまの登録と連携しています。',
  },
  last_way_in: {
    status: 400,
    field: 'non_field_errors',
    message:
      'ログインの方法がなくなるため、解除できません。先に、メールアドレスとパスワードを設定するか、ほかのサービスと連携してください。',
  },
  provider_down: {
    status: 503,
    field: 'detail',
    message: '外部サービスが応答していません。しばらくしてからお試しください。',
  },
  /** English: clients show it as it is (wire). */
  tracking_token_not_found: { status: 404, field: 'detail', message: 'Token not found', nameless: true },
  next_engine_not_connected: {
    status: 400,
    field: 'detail',
    message: 'ネクストエンジンと接続していません。管理者が「ネクストエンジン」の画面で接続します。',
  },
  next_engine_refused: {
    status: 400,
    field: 'non_field_errors',
    message:
      'ネクストエンジンとの接続を確認できませんでした。ログインから5分以上たったか、同じ画面が2度開かれています。もう一度ログインしてください。',
  },
  next_engine_busy: {
    status: 503,
    field: 'detail',
    message: 'ネクストエンジンが混み合っています。少し待ってから、もう一度お試しください。',
  },
  next_engine_down: {
    status: 503,
    field: 'detail',
    message: 'ネクストエンジンが応答していません。しばらくしてから、もう一度お試しください。',
  },
  next_engine_unreadable: {
    status: 502,
    field: 'detail',
    message:
      'ネクストエンジンから読み取れない返事が届きました。時間をおいても続くときは、運営にお問い合わせください。',
  },
  message_required: {
    status: 400,
    field: 'non_field_errors',
    message: 'ご契約・お振込み・安全についての大切なお知らせのため、メールは止められません。',
  },
  identity_provider_not_offered: {
    status: 400,
    field: 'non_field_errors',
    message: '提携会社の画面での本人確認は、ただいまご利用いただけません。この画面で撮影してお送りください。',
  },
  identity_provider_down: {
    status: 503,
    field: 'detail',
    message:
      '本人確認の提携会社につながりませんでした。少し待ってからもう一度お試しいただくか、この画面で撮影してお送りください。',
  },
  line_not_offered: {
    status: 400,
    field: 'non_field_errors',
    message: 'LINEでのお知らせは、ただいまご利用いただけません。お知らせはメールでお送りします。',
  },
  line_friend_first: {
    status: 400,
    field: 'non_field_errors',
    message: 'LINEでおくるの公式アカウントを友だちに追加してください。トークに届くボタンから連携できます。',
  },
  view_name_taken: {
    status: 400,
    field: 'name',
    message: '同じ名前の表示がもうあります。別の名前を入力してください。',
  },
  too_many_views: {
    status: 400,
    field: 'non_field_errors',
    message: '保存できる表示は、一覧ごとに30個までです。使っていない表示を消してください。',
  },
  box_settled: {
    status: 400,
    field: 'non_field_errors',
    message: 'この箱をどうするかは、もう記録されています。',
  },
  place_name_taken: {
    status: 400,
    field: 'name',
    message: 'この店舗には、同じ名前の置き場がもうあります。別の名前を入力してください。',
  },
  too_many_places: {
    status: 400,
    field: 'non_field_errors',
    message: '使用中の置き場は、店舗ごとに200か所までです。使っていない置き場を停止してください。',
  },
  place_in_use: {
    status: 400,
    field: 'is_active',
    message: 'この置き場には、まだ品が記録されています。ほかの置き場に移してから停止してください。',
  },
  custody_moved_on: {
    status: 400,
    field: 'non_field_errors',
    message:
      'このあと別の移動が記録されたため、取り消せません。いまの置き場を確かめて、もう一度移してください。',
  },
  wrong_place: {
    status: 400,
    field: 'non_field_errors',
    message: 'いまの置き場では、この操作はできません。',
  },
  signature_invalid: {
    status: 400,
    field: 'detail',
    message: '本文の署名がないか、正しくありません。',
  },
  campaign_exists: {
    status: 400,
    field: 'name',
    message: '同じ名前と開始日のキャンペーンが、すでにあります。',
  },
  campaign_begun: {
    status: 400,
    field: 'non_field_errors',
    message: '始まったキャンペーンで変えられるのは、終了日とサイトでの案内だけです。',
  },
  category_exists: {
    status: 400,
    field: 'name',
    message: 'この名前のカテゴリは、同じところにすでにあります。',
  },
  brand_exists: {
    status: 400,
    field: 'name',
    message: 'このブランドはすでに登録されています。一覧でお確かめください。',
  },
  template_code_exists: {
    status: 400,
    field: 'short_code',
    message: 'この短い記号は、もう使われています。別の記号にしてください。',
  },
  brand_aliases_full: {
    status: 400,
    field: 'into',
    message: 'まとめると、別名が60個を超えます。先に、使われない別名を消してください。',
  },
  brand_is_itself: { status: 400, field: 'into', message: 'まとめる先には、別のブランドを選んでください。' },
  not_built: { status: 503, field: 'detail', message: 'この機能は準備中です。' },
  busy: {
    status: 503,
    field: 'detail',
    message: 'ただいま混み合っています。少し待ってから、もう一度お送りください。',
  },
  /** Temporary; sent with `Retry-After`. Any call may return it. */
  database_unavailable: {
    status: 503,
    field: 'detail',
    message: 'ただいまシステムにつながりにくくなっています。少し待ってから、もう一度お試しください。',
  },
  /** Temporary; sent with `Retry-After`. Any call that takes or gives a file may return it. */
  file_store_unavailable: {
    status: 503,
    field: 'detail',
    message:
      'ただいま写真などのファイルを保存・表示できません。これまでの内容は残っています。少し待ってから、もう一度お試しください。',
  },
  throttled: { status: 429, field: 'detail', message: 'リクエストの処理は絞られました。', nameless: true },
  server_error: { status: 500, field: 'detail', message: 'サーバーエラーが発生しました。', nameless: true },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

export const secondPersonRefusals = [
  'two_people_required',
  'second_person_invited',
  'second_person_device',
  'second_person_network',
] as const satisfies ErrorCode[]
