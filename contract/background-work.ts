import * as z from 'zod'
import { call } from './call.ts'
import { count, dateTime, id, page, paged, query, word } from './field.ts'

export const jobStateLabel = {
  waiting: '待機中',
  retrying: '再試行待ち',
  running: '実行中',
  failed: '失敗',
} as const
export type JobState = keyof typeof jobStateLabel

/** What a job is about: the part of its name before the dot. */
export const jobGroupLabel: Readonly<Record<string, string>> = {
  account: 'ログイン',
  'ad-tracking': '閲覧の記録',
  analysis: '写真の分析',
  'antique-ledger': '古物台帳',
  backup: 'バックアップ',
  book: '帳簿',
  deal: '買取成立',
  'declared-list': '品のリスト',
  field: '暗号化のやり直し',
  idempotency: '応答の控え',
  identity: '本人確認',
  item: '商品',
  line: 'LINE',
  list_change: '一覧の控え',
  mail: 'メール',
  'next-engine': 'ネクストエンジン',
  notification: 'お知らせ',
  'pre-assessment': '事前査定',
  'price-guide': '買取実績',
  productization: '商品化',
  'purchase-request': '申し込み',
  rate_limit: '回数の制限',
  retention: '保存期間',
  'sign-in-provider': '外部ログイン',
  stolen_notice: '品触れ',
  'store-look': 'ストアの見た目',
  transfer: '振込',
  'unannounced-box': '予定外の箱',
  unclaimed_file: '使われないファイル',
  upload: 'アップロード',
  webhook: 'Webhook',
}

/** More are not counted, and not reached by pages. */
export const mostJobs = 10_000

export const outboxChannelLabel = { mail: 'メール', line: 'LINE' } as const
export type OutboxChannel = keyof typeof outboxChannelLabel
export const outboxStateLabel = { waiting: '送信待ち', failed: '届かなかった' } as const
export type OutboxState = keyof typeof outboxStateLabel

export const job = z
  .object({
    id,
    task: z.string().describe('Name of the job.').meta({ example: 'notification.request' }),
    state: word(jobStateLabel).describe(
      'Retrying: a try failed and another one follows. Failed: there are no more.',
    ),
    attempts: count.describe('How often it was begun.').meta({ example: 3 }),
    max_attempts: count.describe('After how many it fails.').meta({ example: 12 }),
    run_at: dateTime.describe('When it is due.'),
    created_at: dateTime,
    running_since: dateTime.nullable().describe('When the try under way began.'),
    error: z
      .string()
      .describe('Why the last try failed, in the words of the program; blank before.')
      .meta({ example: 'connect ECONNREFUSED' }),
  })
  .describe('A piece of work in the background.')

const sendingCounts = z.object({
  waiting: count.describe('Not sent yet.').meta({ example: 2 }),
  failed: count.describe('Not sent, and not tried again.').meta({ example: 0 }),
})

const overview = z.object({
  jobs: z
    .object({
      waiting: count.describe('Due and not begun.').meta({ example: 3 }),
      retrying: count.describe('Failed at least once; tried again.').meta({ example: 1 }),
      running: count.describe('Being done.').meta({ example: 2 }),
      failed: count.describe('Failed for good.').meta({ example: 0 }),
      oldest_due_at: dateTime.nullable().describe('Since when the oldest of those due waits.'),
    })
    .describe('Jobs by state.'),
  mail: sendingCounts.describe('Mails; of a company, those to its own people.'),
  line: sendingCounts.nullable().describe('LINE messages; for the operator only.'),
  webhooks: sendingCounts.describe('Webhooks of the last thirty days.'),
})

const outboxRow = z
  .object({
    id,
    channel: word(outboxChannelLabel),
    kind: z.string().describe('Which message it is.').meta({ example: 'account.invitation' }),
    recipient: z
      .string()
      .describe('The address, mostly hidden; blank for LINE.')
      .meta({ example: 'h***@example.jp' }),
    state: word(outboxStateLabel),
    created_at: dateTime,
    failed_at: dateTime.nullable().describe('When it was given up.'),
    failure: z
      .string()
      .describe('Why it was given up, without addresses; blank otherwise.')
      .meta({ example: '550 mailbox unavailable' }),
  })
  .describe('A message that was not sent.')

export const about = 'Work in the background: jobs, and messages that are waiting or were not sent.'

const may = 'biz.work.watch'

export const backgroundWorkCalls = {
  overview: call('GET /api/biz/background-work/', {
    summary: 'How much work waits, is under way and has failed; a company sees its own',
    may,
    reads: ['job'],
    ok: overview,
  }),
  jobs: call('GET /api/biz/background-work/jobs/', {
    summary: `Jobs, newest first, at most ${mostJobs}; a company sees those that are done for it alone`,
    may,
    reads: ['job'],
    query: z.object({ state: query.choice(Object.keys(jobStateLabel) as [JobState]), ...paged }),
    ok: page(job),
  }),
  retry: call('POST /api/biz/background-work/jobs/{id}/retry/', {
    summary: 'Do a job now, with all its tries before it',
    may,
    changes: ['job'],
    repeated: 'does it again',
    status: 202,
    ok: job,
    errors: ['job_running', 'permission_denied'],
  }),
  discard: call('DELETE /api/biz/background-work/jobs/{id}/', {
    summary: 'Drop a job: what it would have done stays undone; recorded',
    may,
    changes: ['job'],
    freshSignIn: true,
    ok: 'nothing',
    errors: ['job_running', 'reauthentication_required', 'permission_denied'],
  }),
  outbox: call('GET /api/biz/background-work/outbox/', {
    summary: `Messages that were not sent, newest first, at most ${mostJobs}; a company sees mails to its own people`,
    may,
    reads: ['job'],
    sensitive: true,
    query: z.object({
      channel: query.choice(Object.keys(outboxChannelLabel) as [OutboxChannel]).describe('How it is sent.'),
      state: query.choice(Object.keys(outboxStateLabel) as [OutboxState]),
      ...paged,
    }),
    ok: page(outboxRow),
  }),
}
