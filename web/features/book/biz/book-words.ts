import type { BookAccountKind } from '#contract/book-side'

export const accountMeaning: Record<BookAccountKind, string> = {
  bank: '借方は手元に残っている金額、貸方は会社の精算より先に振り込んだ金額',
  company: '借方は、会社から運営へまだ精算されていない金額',
  receivable: '借方は、お支払い後に取り消された代金。次の買取代金から差し引きます',
  customer: '貸方は、お客さまへこれからお支払いする金額',
  in_progress: '貸方は、振込を受け付け、銀行の結果を待っている金額',
  fee: '借方は、銀行に払った手数料',
  adjustment: '2人の確認で行った訂正',
}

type CheckWords = { label: string; unit: 'yen' | 'count' }

const checkWords: Readonly<Record<string, CheckWords>> = {
  balances_sum_to_zero: { label: 'すべての残高の合計が0になる', unit: 'yen' },
  balances_equal_entries: { label: '残高が仕訳の合計と違う口座', unit: 'count' },
  balances_equal_newest_entry: { label: '残高が最後の仕訳の残高と違う口座', unit: 'count' },
  no_customer_overdrawn: { label: '残高がマイナスのお客さまの口座', unit: 'count' },
  customer_balances_equal_history: { label: 'お客さまの残高の合計が履歴と一致する', unit: 'yen' },
  nothing_reversed_beyond_its_amount: { label: '元の金額より多く取り消された仕訳', unit: 'count' },
  in_progress_equals_open_transfers: { label: '手続き中の金額が未完了の振込と一致する', unit: 'yen' },
  transfers_equal_entries: { label: '仕訳と合わない振込', unit: 'count' },
  batches_equal_lines: { label: '明細と合計が合わない振込データ', unit: 'count' },
  lines_equal_transfers: { label: '振込と合わない振込データの行', unit: 'count' },
  approved_proposals_equal_entries: { label: '承認と合わない調整・手数料の仕訳', unit: 'count' },
  no_receivable_overpaid: { label: '差し引きすぎた返金の口座', unit: 'count' },
  receivables_rescinded_or_set_off: { label: '取り消しでも相殺でもない返金の仕訳', unit: 'count' },
  set_offs_within_their_credit: { label: '元になる入金より多い相殺', unit: 'count' },
  paid_transfers_have_a_line: { label: '振込データの行がない完了済みの振込', unit: 'count' },
}

export const wordsOfCheck = (name: string): CheckWords => checkWords[name] ?? { label: name, unit: 'count' }
