import { sql } from 'kysely'
import type { PreAssessmentState } from '#contract/pre-assessment'
import type { Db } from '#server/platform/db'

export const accountRow = (db: Db, account: number) =>
  db
    .selectFrom('account')
    .select([
      'email',
      'is_email_auth',
      'store_key as store',
      'created_at',
      'last_sign_in_at',
      'password_changed_at',
    ])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()

export const providerRows = (db: Db, account: number) =>
  db
    .selectFrom('provider_account')
    .select(['provider', 'subject', 'linked_at'])
    .where('account_id', '=', account)
    .orderBy('id')
    .execute()

/** Signed out or run out; the live ones are devices. */
export const pastSignInRows = (db: Db, account: number, at: Date) =>
  db
    .selectFrom('refresh_token')
    .select(['label', 'signed_in_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('account_id', '=', account)
    .where((eb) => eb.or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', at.toISOString())]))
    .orderBy('signed_in_at', 'desc')
    .execute()

/** A link to sign up is older than the account that it made. */
export const mailedLinkRows = (db: Db, account: number) =>
  db
    .selectFrom('mail_token')
    .select(['purpose', 'email', 'created_at', 'expires_at', 'used_at'])
    .where((eb) =>
      eb.or([
        eb('account_id', '=', account),
        eb.and([
          eb('account_id', 'is', null),
          eb('email', '<>', ''),
          eb('email', '=', eb.selectFrom('account').select('email_folded').where('id', '=', account)),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()

export const lineUserRow = (db: Db, account: number) =>
  db
    .selectFrom('line_user')
    .select(['line_user_id', 'is_friend', 'linked_at'])
    .where('account_id', '=', account)
    .executeTakeFirst()

export const lineEventRows = (db: Db, lineUser: string) =>
  db
    .selectFrom('line_event')
    .select(['kind', 'at'])
    .where('line_user_id', '=', lineUser)
    .orderBy('at', 'desc')
    .execute()

export const lineMessageRows = (db: Db, account: number) =>
  db
    .selectFrom('line_message as l')
    .innerJoin('notification as n', 'n.id', 'l.notification_id')
    .select(['l.id', 'l.text', 'l.created_at', 'l.sent_at'])
    .where('n.account_id', '=', account)
    .orderBy('l.id', 'desc')
    .execute()

/** Newest first; `offer`: whether a result was published. */
export const requestKeys = (db: Db, customer: number) =>
  db
    .selectFrom('purchase_request')
    .select(['id', 'offered_at'])
    .where('customer_id', '=', customer)
    .orderBy('id', 'desc')
    .execute()

export const transferRows = (db: Db, customer: number) =>
  db
    .selectFrom('transfer')
    .select([
      ...(['id', 'amount', 'fee', 'status', 'scheduled_on', 'bank_name', 'branch_name'] as const),
      ...([
        'account_number_tail',
        'account_holder_kana',
        'failed_reason',
        'requested_at',
        'settled_at',
      ] as const),
    ])
    .where('customer_id', '=', customer)
    .orderBy('id', 'desc')
    .execute()

export const questionRows = (db: Db, customer: number) =>
  db
    .selectFrom('item_question as q')
    .innerJoin('purchase_request as r', 'r.id', 'q.request_id')
    .innerJoin('purchase_item as i', 'i.id', 'q.item_id')
    .select([
      ...(['q.id', 'q.request_id as purchase_request', 'i.slug', 'q.text', 'q.asked_at'] as const),
      ...(['q.answer', 'q.answered_at'] as const),
    ])
    .where('r.customer_id', '=', customer)
    .orderBy('q.id', 'desc')
    .execute()

/** Also those of a second look that was not asked for in the end. */
export const secondLookPhotoRows = (db: Db, customer: number) =>
  db
    .selectFrom('second_look_photo as p')
    .innerJoin('purchase_request as r', 'r.id', 'p.request_id')
    .innerJoin('stored_file as f', 'f.id', 'p.file_id')
    .select(['p.id', 'p.request_id', 'p.created_at', 'f.key', 'f.thumbnail_key'])
    .where('r.customer_id', '=', customer)
    .orderBy('p.id', 'desc')
    .execute()

interface NamedBefore {
  id: number
  company_name: string
  shop_name: string
  channel: 'counter' | 'phone' | 'line' | 'web'
  state: PreAssessmentState
  note: string
  valid_until: string | null
  created_at: string
  items: {
    brand_name: string
    category_name: string
    condition_name: string
    count: number
    note: string
    low: number | null
    high: number | null
  }[]
}

/** Taken by the customer, or named to them before they were one. */
export async function preAssessmentRows(db: Db, customer: number): Promise<NamedBefore[]> {
  const { rows } = await sql<NamedBefore>`
    select a.id, o.name as company_name, s.name as shop_name, a.channel, a.state, a.note, a.valid_until, a.created_at,
      coalesce((select json_agg(json_build_object('brand_name', coalesce(b.name, i.brand_text),
          'category_name', coalesce(c.name, ''), 'condition_name', coalesce(k.name, ''), 'count', i.count,
          'note', i.note, 'low', i.low, 'high', i.high) order by i.position, i.id)
        from pre_assessment_item i left join brand b on b.id = i.brand_id left join item_category c on c.id = i.category_id
        left join pre_assessment_status k on k.id = i.status_id where i.pre_assessment_id = a.id), '[]') as items
    from pre_assessment a join company o on o.id = a.company_id join shop s on s.id = a.shop_id
    left join prospect p on p.id = a.prospect_id
    where ${customer} in (a.customer_id, p.customer_id) order by a.id desc`.execute(db)
  return rows
}

/** What dealers noted of the person before there was an account. */
export const prospectRows = (db: Db, customer: number) =>
  db
    .selectFrom('prospect as p')
    .innerJoin('company as c', 'c.id', 'p.company_id')
    .select(['p.id', 'c.name as company_name', 'p.name', 'p.name_kana', 'p.phone', 'p.email', 'p.note'])
    .select('p.created_at')
    .where('p.customer_id', '=', customer)
    .where('p.erased_at', 'is', null)
    .orderBy('p.id', 'desc')
    .execute()

interface Decided {
  slug: string
  decision?: string
  price: number | null
}

export const consentRows = (db: Db, customer: number) =>
  db
    .selectFrom('consent')
    .select(['id', 'request_id as purchase_request', 'kind', 'text_version', 'text', 'at'])
    .select((eb) => eb.ref('decisions').$castTo<Decided[]>().as('decisions'))
    .where('customer_id', '=', customer)
    .orderBy('id', 'desc')
    .execute()

export const messageRows = (db: Db, account: number) =>
  db
    .selectFrom('notification')
    .select(['id', 'title', 'body', 'created_at', 'read_at'])
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .execute()

export const seenAnnouncementRows = (db: Db, account: number) =>
  db
    .selectFrom('announcement_seen as s')
    .innerJoin('announcement as a', 'a.id', 's.announcement_id')
    .select(['a.id', 'a.title', 's.seen_at'])
    .where('s.account_id', '=', account)
    .orderBy('a.id', 'desc')
    .execute()

export const mailRows = (db: Db, account: number) =>
  db
    .selectFrom('mail')
    .select(['id', 'to_address', 'subject', 'created_at', 'sent_at'])
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .execute()

export const activityRows = (db: Db, account: number) =>
  db
    .selectFrom('activity')
    .select(['at', 'action', 'object_type', 'object_id'])
    .where('actor_id', '=', account)
    .where('actor_kind', '=', 'customer')
    .orderBy('id', 'desc')
    .execute()

export const visitRows = (db: Db, account: number) =>
  db
    .selectFrom('ad_tracking')
    .select([
      ...([
        'created_at as at',
        'landing_url',
        'referrer',
        'utm_source',
        'utm_medium',
        'utm_campaign',
      ] as const),
      ...(['utm_term', 'utm_content', 'gclid', 'yclid', 'fbclid'] as const),
    ])
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .execute()

export const eventRows = (db: Db, account: number) =>
  db
    .selectFrom('user_activity')
    .select(['event', 'path', 'occurred_at'])
    .select((eb) =>
      eb.ref('properties').$castTo<Record<string, string | number | boolean | null>>().as('properties'),
    )
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .execute()
