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
    .select(['provider', 'linked_at'])
    .where('account_id', '=', account)
    .orderBy('id')
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

export const identificationRows = (db: Db, customer: number) =>
  db
    .selectFrom('identification as i')
    .innerJoin('company as c', 'c.id', 'i.company_id')
    .select([
      ...(['i.id', 'c.name as dealer', 'i.identification_kind', 'i.ekyc_status', 'i.clause'] as const),
      ...(['i.document_issuer', 'i.verified_name', 'i.verified_address', 'i.verified_at'] as const),
      ...(['i.cleared_at', 'i.created_at'] as const),
    ])
    .where('i.customer_id', '=', customer)
    .orderBy('i.id', 'desc')
    .execute()

export const consentRows = (db: Db, customer: number) =>
  db
    .selectFrom('consent')
    .select(['id', 'request_id as purchase_request', 'kind', 'text_version', 'text', 'at'])
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
    .select(['created_at as at', 'landing_url', 'referrer', 'utm_source', 'utm_campaign'])
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .execute()

export const eventRows = (db: Db, account: number) =>
  db
    .selectFrom('user_activity')
    .select(['event', 'path', 'occurred_at'])
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .execute()
