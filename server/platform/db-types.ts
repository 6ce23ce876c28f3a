// The tables as Kysely sees them. Written by `npm run schema`; do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export interface account {
  id: Generated<number>
  kind: string
  email: string
  email_folded: string
  password_hash: string | null
  is_active: Generated<boolean>
  is_email_auth: Generated<boolean>
  generation: Generated<number>
  last_sign_in_at: string | null
  password_changed_at: string | null
  store_key: Generated<string>
  created_at: string
}

export interface activity {
  id: Generated<number>
  at: string
  actor_kind: string
  actor_id: number | null
  company_id: number | null
  action: string
  object_type: Generated<string>
  object_id: Generated<string>
  http_request_id: Generated<string>
  detail: Generated<unknown>
}

export interface ad_tracking {
  id: Generated<number>
  token: string
  utm_source: Generated<string>
  utm_medium: Generated<string>
  utm_campaign: Generated<string>
  utm_term: Generated<string>
  utm_content: Generated<string>
  gclid: Generated<string>
  yclid: Generated<string>
  fbclid: Generated<string>
  landing_url: Generated<string>
  referrer: Generated<string>
  store: Generated<string>
  account_id: number | null
  created_at: string
  linked_at: string | null
}

export interface analysis_budget {
  company_id: number
  day: string
  calls: number
}

export interface analysis_confirmation {
  id: Generated<number>
  run_id: number
  field: string
  suggested: string
  confidence: number | null
  chosen: string
  by_id: number
  at: string
}

export interface analysis_picture {
  photo_id: number
  company_id: number
  item_id: number
  code: string
  tokens: number[]
}

export interface analysis_run {
  id: Generated<number>
  company_id: number
  shop_id: number | null
  item_id: number | null
  kind: string
  engine: string
  fallback: string | null
  ms: number
  candidates: Generated<unknown>
  review: Generated<string>
  asked_by: number
  asked_at: string
}

export interface announcement {
  id: Generated<number>
  title: string
  body: string
  level: string
  published_at: string | null
  ends_at: string | null
  version: Generated<number>
  audience: string
  company_id: number | null
  shop_id: number | null
  author_id: number | null
}

export interface announcement_seen {
  announcement_id: number
  account_id: number
  seen_at: string
}

export interface antique_ledger {
  company_id: number
  seq: number
  shop_id: number
  entry_kind: string
  occurred_on: string
  item_id: number | null
  ledger_class: string
  item_name: string
  features: string
  quantity: number
  price: number
  measure: string
  person_id: number | null
  person_commitment: Buffer
  corrects_seq: number | null
  invoice_note: Generated<string>
  key_id: string
  prev_hash: Buffer
  hash: Buffer
  created_at: string
}

export interface antique_ledger_head {
  company_id: number
  seq: Generated<number>
  hash: Buffer
  is_checkpoint_asked: Generated<boolean>
  checkpoint_seq: Generated<number>
}

export interface antique_ledger_person {
  id: Generated<number>
  company_id: number
  customer_id: number | null
  salt: Buffer
  name: string
  search_text: string
  address: string
  occupation: string
  age: number
  document_enc: Buffer | null
  created_at: string
}

export interface api_key {
  id: Generated<number>
  company_id: number
  business_user_id: number
  name: string
  permissions: string[]
  is_of_all_shops: boolean
  prefix: string
  key_hash: Buffer
  created_by: number
  created_at: string
  expires_at: string
  revoked_by: number | null
  revoked_at: string | null
}

export interface api_key_use {
  api_key_id: number
  last_used_at: string
}

export interface backup_run {
  id: Generated<number>
  begun_at: string
  ended_at: string
  name: string | null
  bytes: number
  file_count: number
  problem: string
}

export interface bank {
  bank_code: string
  name: string
  name_kana: string
  search_text: string
}

export interface bank_account {
  id: Generated<number>
  customer_id: number
  account_type: number
  bank_code: string
  branch_code: string
  account_number_enc: Buffer
  account_number_tail: string
  account_holder_kana: string
  yucho_symbol_enc: Buffer | null
  yucho_number_enc: Buffer | null
  version: Generated<number>
  created_at: string
  updated_at: string
}

export interface bank_branch {
  bank_code: string
  branch_code: string
  name: string
  name_kana: string
  search_text: string
}

export interface book_account {
  id: Generated<number>
  kind: string
  customer_id: number | null
  company_id: number | null
  balance: Generated<number>
  entry_count: Generated<number>
  newest_credit_at: string | null
}

export interface book_entry {
  id: Generated<number>
  kind: string
  debit_account_id: number
  credit_account_id: number
  amount: number
  debit_balance_after: number
  credit_balance_after: number
  request_id: number | null
  transfer_id: number | null
  reverses_id: number | null
  note: Generated<string>
  actor_kind: string
  actor_id: number | null
  second_actor_id: number | null
  created_at: string
  proposal_id: number | null
}

export interface book_month {
  month: string
  ends_at: string
  entry_count: number
  totals: unknown
  company_names: unknown
  proof_id: number
  closed_by: number
  closed_at: string
}

export interface book_proof {
  id: Generated<number>
  made_at: string
  is_ok: boolean
  entry_count: number
  checks: unknown
}

export interface book_proposal {
  id: Generated<number>
  kind: string
  request_id: number | null
  transfer_id: number | null
  customer_id: number | null
  company_id: number | null
  amount: number
  reason: string
  note: string
  announced_on: string | null
  state: Generated<string>
  proposed_by: number
  proposed_at: string
  decided_by: number | null
  decided_at: string | null
  decision_note: Generated<string>
  version: Generated<number>
}

export interface brand {
  id: Generated<number>
  name: string
  name_kana: string
  aliases: Generated<string[]>
  search_text: string
  created_at: string
  version: Generated<number>
  merged_into: number | null
}

export interface business_user {
  id: Generated<number>
  account_id: number
  company_id: number
  name: string
  role: string
  is_active: Generated<boolean>
  created_at: string
  invited_by: number | null
  readmitted_by: number | null
  readmitted_at: string | null
  confirmed_at: string | null
  confirmed_by: number | null
  can_sign_in: GeneratedAlways<boolean>
  version: Generated<number>
  raised_by: number | null
  raised_at: string | null
  is_raise_waiting: Generated<boolean>
  is_machine: Generated<boolean>
}

export interface business_user_shop {
  business_user_id: number
  shop_id: number
}

export interface buying_amount {
  company_id: number
  brand_id: number
  category_id: number
  grade: string
  amount: number | null
  version: Generated<number>
  updated_at: string
}

export interface campaign {
  id: Generated<number>
  company_id: number
  name: string
  percent: number | null
  starts_on: string
  ends_on: string
  version: Generated<number>
  bonus_yen: number | null
  bonus_cap: number | null
  brands: Generated<number[]>
  categories: Generated<number[]>
  shops: Generated<number[]>
  is_first_only: Generated<boolean>
  is_published: Generated<boolean>
  is_announced: Generated<boolean>
}

export interface category_attribute {
  id: Generated<number>
  category_id: number
  name: string
  value_type: string
  unit: Generated<string>
  choices: Generated<string[]>
  is_measure: Generated<boolean>
  is_required: Generated<boolean>
  sort: Generated<number>
  is_active: Generated<boolean>
  version: Generated<number>
}

export interface channel_cost {
  company_id: number
  sales_channel: number
  fee_permille: Generated<number>
  shipping: Generated<number>
  handling: Generated<number>
  margin_floor_permille: Generated<number>
  version: Generated<number>
}

export interface comment_template {
  id: Generated<number>
  company_id: number | null
  title: string
  body: string
  category: Generated<string>
  short_code: Generated<string>
  sort: Generated<number>
  is_active: Generated<boolean>
  version: Generated<number>
}

export interface company {
  id: Generated<number>
  name: string
  is_operator: Generated<boolean>
  license_number: Generated<string>
  public_safety_commission: Generated<string>
  representative: Generated<string>
  postal_code: Generated<string>
  address: Generated<string>
  phone: Generated<string>
  store_key: Generated<string>
  reply_business_days: Generated<number>
  return_cost: Generated<number>
  created_at: string
  version: Generated<number>
}

export interface company_brand {
  company_id: number
  brand_id: number
  is_private: Generated<boolean>
}

export interface consent {
  id: Generated<number>
  request_id: number
  offer_id: number | null
  customer_id: number
  kind: string
  text_version: string
  text: string
  decisions: Generated<unknown>
  at: string
}

export interface count_objection {
  id: Generated<number>
  request_id: number
  text: string
  at: string
  answer: Generated<string>
  answered_by: number | null
  answered_at: string | null
}

export interface custody_count {
  id: Generated<number>
  company_id: number
  place_id: number
  by_id: number
  at: string
  with_boxes: boolean
  expected: number
  found: number
}

export interface custody_count_line {
  id: Generated<number>
  count_id: number
  request_id: number
  item_id: number | null
  box_seq: number | null
  is_missing: boolean
  place_id: number | null
  holder_id: number | null
}

export interface custody_explanation {
  id: Generated<number>
  company_id: number
  request_id: number
  found: string
  reason: string
  by_id: number
  at: string
}

export interface custody_handover {
  id: Generated<number>
  company_id: number
  kind: string
  undoes_id: number | null
  by_id: number | null
  at: string
}

export interface custody_line {
  id: Generated<number>
  handover_id: number
  request_id: number
  item_id: number | null
  box_seq: number | null
  from_place_id: number | null
  from_holder_id: number | null
  to_place_id: number | null
  to_holder_id: number | null
}

export interface custody_place {
  id: Generated<number>
  company_id: number
  shop_id: number
  name: string
  kind: string
  is_active: Generated<boolean>
  version: Generated<number>
  created_at: string
  updated_at: string
}

export interface custody_position {
  id: Generated<number>
  request_id: number
  item_id: number | null
  box_seq: number | null
  place_id: number | null
  holder_id: number | null
  handover_id: number
}

export interface customer {
  id: Generated<number>
  account_id: number
  name: Generated<string>
  name_kana: Generated<string>
  search_text: Generated<string>
  birthday_enc: Buffer | null
  gender: Generated<number>
  job: number | null
  job_detail: Generated<string>
  phone: Generated<string>
  postal_code: Generated<string>
  prefecture: Generated<string>
  city: Generated<string>
  address1: Generated<string>
  address2: Generated<string>
  workplace: unknown
  is_corporate: Generated<boolean>
  is_invoice_issuer: Generated<boolean>
  invoice_registration_number: Generated<string>
  is_transfer_expired: Generated<boolean>
  auto_transfer: Generated<boolean>
  version: Generated<number>
  left_at: string | null
  created_at: string
  updated_at: string
  corporate_number: Generated<string>
  agent_name: Generated<string>
  agent_name_kana: Generated<string>
  agent_authority: string | null
}

export interface declared_item {
  id: Generated<number>
  list_id: number
  brand_id: number | null
  brand_text: Generated<string>
  category_id: number | null
  condition: string | null
  count: number
  note: Generated<string>
  version: Generated<number>
  created_at: string
  updated_at: string
}

export interface declared_list {
  id: Generated<number>
  customer_id: number | null
  created_at: string
  closed_at: string | null
}

export interface declared_photo {
  id: Generated<number>
  item_id: number
  file_id: number
  created_at: string
}

export interface deduction {
  item_id: number
  position: number
  label: string
  place: Generated<string>
  amount: number
  photo_id: number | null
  mark: unknown
}

export interface file_store {
  is_only: Generated<boolean>
  word: string
  created_at: string
}

export interface hold {
  id: Generated<number>
  company_id: number
  request_id: number
  item_id: number | null
  kind: string
  reason: string
  placed_by: number | null
  placed_at: string
  first_release_by: number | null
  first_release_at: string | null
  first_release_reason: Generated<string>
  released_by: number | null
  released_at: string | null
  release_reason: Generated<string>
  seizure: Generated<string>
  ordered_on: string | null
  until: string | null
  police_station: Generated<string>
  reported_at: string | null
  reported_by: number | null
  report_number: Generated<string>
}

export interface hold_report {
  id: Generated<number>
  hold_id: number
  police_station: string
  report_number: string
  reported_at: string
  recorded_by: number
  recorded_at: string
}

export interface idempotency_key {
  account_id: number
  call: string
  key: string
  input_hash: string
  status: number
  sealed_response: Buffer
  created_at: string
}

export interface identification {
  id: Generated<number>
  customer_id: number
  company_id: number
  identification_kind: number
  ekyc_status: number
  clause: string
  document_name: Generated<string>
  document_issuer: Generated<string>
  document_number_enc: Buffer | null
  verified_name: Generated<string>
  verified_name_kana: Generated<string>
  verified_birthday_enc: Buffer | null
  verified_address: Generated<string>
  mail_delivered_on: string | null
  mail_number: Generated<string>
  bank_account_id: number | null
  filed_at: Generated<string>
  missing: Generated<string[]>
  recorded_by: number | null
  verified_at: string | null
  cleared_at: string | null
  cleared_by: number | null
  cleared_reason: Generated<string>
  created_at: string
  verified_agent_name: Generated<string>
  authority_evidence: Generated<string>
  provider: Generated<string>
}

export interface identity_capture {
  id: Generated<number>
  session_id: number
  slot: string
  key: string
  data_key_enc: Buffer
  width: number
  height: number
  size: number
  created_at: string
}

export interface identity_check {
  id: Generated<number>
  session_id: number
  reference: string
  provider_id: string | null
  state: string
  company_ids: number[]
  url_enc: Buffer | null
  url_expires_at: string | null
  clause: string | null
  result_enc: Buffer | null
  submitted_at: string | null
  created_at: string
  updated_at: string
  closed_at: string | null
}

export interface identity_correction {
  id: Generated<number>
  session_id: number
  part: string
  reason: string
  created_at: string
  fixed_at: string | null
}

export interface identity_review {
  id: Generated<number>
  session_id: number
  company_id: number
  ekyc_status: number
  submitted_at: string | null
  review_by: string | null
  opened_by: number | null
  opened_at: string | null
  decided_by: number | null
  decided_at: string | null
  note: Generated<string>
  identification_id: number | null
  created_at: string
}

export interface identity_session {
  id: Generated<number>
  customer_id: number
  document: Generated<string>
  document_expires_on: string | null
  document_issued_on: string | null
  has_new_address: Generated<boolean>
  confirmed_at: string | null
  expires_at: string
  closed_as: string | null
  closed_at: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
  provider: Generated<string>
}

export interface inspection {
  id: Generated<number>
  company_id: number
  account_id: number
  authority: string
  officer: Generated<string>
  valid_until: string
  begun_by: number
  begun_at: string
  ended_by: number | null
  ended_at: string | null
  email: string
}

export interface item_category {
  id: Generated<number>
  name: string
  parent_id: number | null
  ledger_class: string
  sort: Generated<number>
  version: Generated<number>
  name_kana: Generated<string>
  is_active: Generated<boolean>
}

export interface item_history {
  id: Generated<number>
  item_id: number
  from_status: number | null
  to_status: number
  actor_kind: string
  actor_id: number | null
  actor_name: Generated<string>
  reason: Generated<string>
  price: number | null
  at: string
}

export interface item_photo {
  id: Generated<number>
  item_id: number | null
  request_id: number
  file_id: number
  kind: string
  caption: Generated<string>
  position: Generated<number>
  created_by: number | null
  created_at: string
  taken_at: string | null
  is_arranged: Generated<boolean>
}

export interface item_question {
  id: Generated<number>
  request_id: number
  item_id: number
  text: string
  asked_at: string
  answer: Generated<string>
  answered_by: number | null
  answered_by_name: Generated<string>
  answered_at: string | null
}

export interface known_key {
  purpose: string
  id: string
  canary: Buffer
  created_at: string
}

export interface ledger_mail {
  company_id: number
  day: string
  seq: number
  hash: Buffer
  queued_at: string
}

export interface ledger_mail_setting {
  company_id: number
  addresses: string[]
  version: number
  changed_by: number
  changed_at: string
}

export interface line_event {
  id: string
  kind: string
  line_user_id: string | null
  nonce: string | null
  at: string
  received_at: string
  done_at: string | null
}

export interface line_link {
  nonce_hash: string
  account_id: number
  expires_at: string
}

export interface line_message {
  id: Generated<number>
  notification_id: number
  text: string
  letter: unknown
  created_at: string
  sent_at: string | null
  failed_at: string | null
  failure: Generated<string>
  is_recorded: Generated<boolean>
}

export interface line_user {
  line_user_id: string
  account_id: number | null
  linked_at: string | null
  is_friend: boolean
  changed_at: string
  responded_at: string | null
}

export interface list_change {
  company_id: number
  xact: number
  is_goods: Generated<boolean>
}

export interface mail {
  id: Generated<number>
  account_id: number | null
  to_address: string
  template: string
  subject: string
  body: string
  created_at: string
  sent_at: string | null
  html: Generated<string>
  failed_at: string | null
  failure: Generated<string>
}

export interface mail_token {
  id: Generated<number>
  purpose: string
  account_id: number | null
  email: string
  token_hash: string
  store_key: Generated<string>
  created_at: string
  expires_at: string
  used_at: string | null
  mail_id: number | null
  return_url: Generated<string>
}

export interface next_engine_batch {
  id: Generated<number>
  company_id: number
  kind: string
  state: string
  que_id: Generated<string>
  row_count: number
  failed_count: Generated<number>
  message: Generated<string>
  sent_at: string
  settled_at: string | null
}

export interface next_engine_connection {
  id: Generated<number>
  company_id: number
  state: string
  ne_company_id: string
  ne_company_name: Generated<string>
  access_token_enc: Buffer | null
  refresh_token_enc: Buffer | null
  access_until: string | null
  refresh_until: string | null
  lease: string | null
  lease_until: string | null
  connected_by: number
  connected_at: string
  answered_at: string | null
  sign_in_needed_at: string | null
  supplier_code: Generated<string>
  version: Generated<number>
  orders_read_until: string | null
}

export interface next_engine_goods {
  id: Generated<number>
  company_id: number
  item_id: number
  code: string
  state: string
  is_due: boolean
  batch_id: number | null
  sent: unknown
  listed: unknown
  product_version: Generated<number>
  error: Generated<string>
  note: Generated<string>
  changed_at: string | null
}

export interface next_engine_order {
  id: Generated<number>
  company_id: number
  order_id: string
  row_no: string
  item_id: number
  price: number | null
  ordered_on: string | null
  state: string
  error: Generated<string>
  sale_id: number | null
  seen_at: string
}

export interface notification {
  id: Generated<number>
  account_id: number
  title: string
  body: string
  link: Generated<string>
  event: string | null
  created_at: string
  read_at: string | null
  kind: Generated<string>
  request_id: number | null
}

export interface notification_choice {
  account_id: number
  kind: string
  mail: boolean
  line: boolean
}

export interface offer {
  id: Generated<number>
  request_id: number
  number: number
  total: number
  snapshot: unknown
  published_by: number | null
  published_at: string
  expires_at: string
  withdrawn_at: string | null
}

export interface offer_outcome {
  request_id: number
  company_id: number
  shop_id: number
  ended_at: string
  outcome: string
}

export interface passkey {
  id: Generated<number>
  account_id: number
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
  rp_id: string
  name: string
  is_synced: boolean
  created_at: string
  last_used_at: string | null
}

export interface passkey_challenge {
  challenge: string
  account_id: number
  purpose: string
  created_at: string
}

export interface payout_batch {
  id: Generated<number>
  state: Generated<string>
  pay_date: string
  line_count: number
  total: number
  created_by: number
  approved_by: number | null
  approved_at: string | null
  file_key: string | null
  file_sha256: string | null
  exported_at: string | null
  sent_at: string | null
  closed_at: string | null
  cancel_reason: Generated<string>
  version: Generated<number>
  created_at: string
  file_format: Generated<string>
}

export interface payout_line {
  id: Generated<number>
  batch_id: number
  transfer_id: number
  amount: number
  result: Generated<string>
  bounce_reason: Generated<string>
  recorded_by: number | null
  recorded_at: string | null
  returned_by: number | null
  returned_at: string | null
}

export interface payout_originator {
  id: Generated<number>
  code: string
  name_kana: string
  bank_code: string
  bank_name_kana: string
  branch_code: string
  branch_name_kana: string
  account_type: number
  account_number: string
  version: Generated<number>
  updated_at: string | null
  updated_by: number | null
  file_format: Generated<string>
}

export interface postal_code {
  postal_code: string
  prefecture: string
  city: string
  town: string
}

export interface pre_assessed_item {
  item_id: number
  pre_item_id: number
  linked_by: number | null
  linked_at: string
}

export interface pre_assessment {
  id: Generated<number>
  company_id: number
  shop_id: number
  state: Generated<string>
  channel: string
  prospect_id: number | null
  operator_id: number | null
  note: Generated<string>
  valid_until: string | null
  sent_at: string | null
  ended_at: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
  customer_id: number | null
  declared_list_id: number | null
}

export interface pre_assessment_brand {
  company_id: number
  brand_id: number
  rank: Generated<string>
  factor_permille: Generated<number>
  version: Generated<number>
}

export interface pre_assessment_category {
  company_id: number
  category_id: number
  factor_permille: Generated<number>
  version: Generated<number>
}

export interface pre_assessment_item {
  id: Generated<number>
  pre_assessment_id: number
  position: number
  brand_id: number | null
  brand_text: Generated<string>
  category_id: number | null
  gender: number | null
  status_id: number | null
  season_id: number | null
  attributes: Generated<unknown>
  count: Generated<number>
  note: Generated<string>
  template_id: number | null
  explanation: Generated<unknown>
  low: number | null
  center: number | null
  high: number | null
  hand_reason: Generated<string>
  declared_item_id: number | null
  version: Generated<number>
  created_at: string
  updated_at: string
}

export interface pre_assessment_link {
  token_hash: Buffer
  pre_assessment_id: number
  created_by: number | null
  created_at: string
  expires_at: string
  revoked_at: string | null
}

export interface pre_assessment_photo {
  id: Generated<number>
  item_id: number
  file_id: number
  created_at: string
}

export interface pre_assessment_result {
  item_id: number
  pre_item_id: number
  company_id: number
  shop_id: number
  operator_id: number | null
  low: number
  center: number
  high: number
  price: number
  error_permille: number
  is_within: boolean
  decided_on: string
}

export interface pre_assessment_status {
  id: Generated<number>
  company_id: number
  name: string
  grade_band: string
  description: Generated<string>
  sort: Generated<number>
  factor_permille: number
  is_active: Generated<boolean>
  version: Generated<number>
}

export interface pre_assessment_upload {
  id: Generated<number>
  company_id: number
  kind: string
  state: Generated<string>
  is_dry_run: boolean
  rows_total: number | null
  rows_done: Generated<number>
  result: Generated<unknown>
  created_by: number
  created_at: string
  ended_at: string | null
  csv: string | null
  encoding: Generated<string>
  csv_hash: Buffer
  failures: Generated<number>
}

export interface price_example {
  company_id: number | null
  brand_id: number
  category_id: number
  grade_band: string
  base_price: number
  deductions: unknown
  uplift: number
  price: number
}

export interface price_statistic {
  company_id: number | null
  brand_id: number
  category_id: number | null
  grade_band: string | null
  count: number
  min: number
  q1: number
  median: number
  q3: number
  max: number
  first_on: string
  last_on: string
  shop_id: number | null
  companies: number[]
}

export interface price_template {
  id: Generated<number>
  company_id: number
  brand_id: number | null
  brand_rank: string | null
  category_id: number | null
  gender: number | null
  status_id: number | null
  season_id: number | null
  attributes: Generated<unknown>
  match_key: string
  base: number
  band_permille: number
  valid_from: string
  valid_to: string | null
  replaces_id: number | null
  replaced_at: string | null
  created_by: number | null
  created_at: string
}

export interface price_template_drift {
  template_id: number
  n: number
  median: number
  drift_permille: number
  counted_on: string
}

export interface product {
  item_id: number
  company_id: number
  shop_id: number
  title: Generated<string>
  description: Generated<string>
  selling_price: number | null
  stage: Generated<string>
  missing: Generated<string[]>
  completeness: Generated<number>
  photo_order_version: Generated<number>
  version: Generated<number>
  edited_by: number | null
  edited_at: string
  finished_by: number | null
  finished_at: string | null
  changed_at: Generated<string>
}

export interface product_photo {
  id: Generated<number>
  item_id: number
  file_id: number
  original_file_id: number
  sha256: string
  look_hash: Buffer | null
  role: Generated<string>
  position: Generated<number>
  edits: Generated<unknown>
  version: Generated<number>
  created_by: number | null
  created_at: string
  taken_at: string | null
  is_arranged: Generated<boolean>
}

export interface product_value {
  item_id: number
  attribute_id: number
  text_value: string | null
  number_value: string | null
  boolean_value: boolean | null
}

export interface promised_campaign {
  request_id: number
  campaign_id: number
}

export interface prospect {
  id: Generated<number>
  company_id: number
  name: Generated<string>
  name_kana: Generated<string>
  search_text: Generated<string>
  phone: Generated<string>
  phone_digits: Generated<string>
  email: Generated<string>
  line_user_id: Generated<string>
  note: Generated<string>
  customer_id: number | null
  version: Generated<number>
  created_at: string
  updated_at: string
  erased_at: string | null
}

export interface provider_account {
  id: Generated<number>
  account_id: number
  provider: string
  subject: string
  linked_at: string
}

export interface provider_sign_in {
  state_hash: string
  provider: string
  redirect_uri: string
  verifier: string
  nonce: string
  expires_at: string
  is_fresh: Generated<boolean>
}

export interface published_item {
  item_id: number
  company_id: number
  shop_id: number
  published_at: string
  assessor_id: number | null
  deviation: number | null
  past_deviation: number | null
}

export interface published_request {
  request_id: number
  company_id: number
  shop_id: number
  published_at: string
  wait_minutes: number | null
  assess_minutes: number | null
  check_minutes: number | null
  lead_minutes: number | null
}

export interface purchase_item {
  id: Generated<number>
  slug: string
  request_id: number | null
  company_id: number
  shop_id: number
  seq: number
  status: Generated<number>
  name: Generated<string>
  name_folded: Generated<string>
  brand_id: number | null
  category_id: number | null
  gender: number | null
  color: Generated<string>
  material: Generated<string>
  size: Generated<string>
  product_number: Generated<string>
  serial_number: Generated<string>
  features: Generated<string>
  grade: string | null
  authenticity: Generated<number>
  accessories: Generated<number>
  care_needed: Generated<number>
  sales_channel: Generated<number>
  base_price: number | null
  deduction_total: Generated<number>
  campaign_id: number | null
  uplift: Generated<number>
  price: number | null
  comment: Generated<string>
  not_buyable_reason: Generated<string>
  evidence: unknown
  decision: string | null
  consent_id: number | null
  refused_at: string | null
  disposed_at: string | null
  purchased_at: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
  return_parcel_id: number | null
  price_reason: Generated<string>
  price_reason_photo_id: number | null
  photo_order_version: Generated<number>
  price_reason_amount: number | null
  comment_filled: Generated<unknown>
  edited_by: number | null
  edited_at: string | null
  origin_id: number | null
  changed_at: Generated<string>
}

export interface purchase_request {
  id: Generated<number>
  customer_id: number
  company_id: number
  shop_id: number
  status: Generated<number>
  delivering_option: string
  carrier: string | null
  pickup_date: string | null
  pickup_time_slot: string | null
  box_count: number
  item_count: number | null
  note: Generated<string>
  approval_mode: string
  auto_accept_amount: number | null
  unpriced_policy: string
  terms_version: string
  terms_agreed_at: string
  is_invoice_issuer: Generated<boolean>
  invoice_registration_number: Generated<string>
  arrived_at: string | null
  arrived_item_count: number | null
  arrived_weight_g: number | null
  arrived_note: Generated<string>
  assessor_id: number | null
  internal_note: Generated<string>
  offer_total: number | null
  offered_at: string | null
  offer_expires_at: string | null
  answered_at: string | null
  contracted_at: string | null
  return_carrier: string | null
  return_tracking_number: Generated<string>
  return_cost: Generated<number>
  second_look_reason: Generated<string>
  second_look_at: string | null
  abort_reason: Generated<string>
  reminders_sent: Generated<number>
  closed_at: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
  second_look_items: Generated<string[]>
  statement_confirmed_at: string | null
  statement_confirmed_total: number | null
  status_changed_at: Generated<string>
  second_look_answer: Generated<string>
  second_look_answered_at: string | null
  pickup_address: unknown
  declared_list_id: number | null
  changed_at: Generated<string>
}

export interface purchase_stop {
  customer_id: number
  company_id: number
  version: number
  is_stopped: boolean
  reason: string
  changed_by: number | null
  changed_at: string
}

export interface rate_limit {
  key: string
  points: number
  expire: number | null
}

export interface recovery_code {
  id: Generated<number>
  account_id: number
  code_hash: string
  created_at: string
  used_at: string | null
}

export interface reference_data {
  name: string
  version: string
}

export interface refresh_token {
  jti: string
  account_id: number
  label: string
  device_hash: Generated<string>
  signed_in_at: string
  last_used_at: string
  expires_at: string
  revoked_at: string | null
  is_known: Generated<boolean>
}

export interface related_shop {
  customer_id: number
  shop_id: number
  is_favorite: Generated<boolean>
  has_transactions: Generated<boolean>
  created_at: string
  changed_at: Generated<string>
}

export interface replica_pulse {
  id: number
  beaten_at: string
  timeline: string
}

export interface request_assignment {
  id: Generated<number>
  business_user_id: number
  made_at: string
}

export interface request_assignment_row {
  assignment_id: number
  request_id: number
  assessor_before: number | null
  version: number
}

export interface request_box {
  request_id: number
  seq: number
  box_code: string
  tracking_number: Generated<string>
  arrived_at: string | null
  item_count: number | null
  weight_g: number | null
  counted_with: number | null
  given_up_at: string | null
  picked_up_at: string | null
  delivered_at: string | null
  received_by: number | null
}

export interface request_count {
  company_id: number
  shop_id: number
  status: number
  count: number
}

export interface request_count_delta {
  id: Generated<number>
  company_id: number
  shop_id: number
  status: number
  delta: number
}

export interface request_draft {
  id: Generated<number>
  customer_id: number
  list_id: number
  fields: unknown
  step: string
  version: Generated<number>
  created_at: string
  updated_at: string
  expires_at: string
}

export interface request_history {
  id: Generated<number>
  request_id: number
  from_status: number | null
  to_status: number
  actor_kind: string
  actor_id: number | null
  actor_name: Generated<string>
  reason: Generated<string>
  is_reason_public: Generated<boolean>
  at: string
}

export interface request_kit {
  request_id: number
  size: number
  box_count: number
  address: unknown
  ordered_at: string
  send_by: string
  expected_on: string
  sent_at: string | null
  sent_by: number | null
  carrier: string | null
  tracking_number: Generated<string>
}

export interface request_name_gram {
  company_id: number
  gram: string
  request_id: number
}

export interface return_parcel {
  id: Generated<number>
  request_id: number
  carrier: string
  tracking_number: string
  item_count: number | null
  sent_by: number | null
  sent_at: string
}

export interface sale {
  id: Generated<number>
  company_id: number
  shop_id: number
  item_id: number
  sales_channel: number
  sold_on: string
  price: number
  fee: Generated<number>
  shipping: Generated<number>
  source: string
  order_number: Generated<string>
  note: Generated<string>
  recorded_by: number | null
  recorded_at: string
  returned_on: string | null
  return_reason: Generated<string>
  returned_by: number | null
  returned_at: string | null
  version: Generated<number>
  handling: Generated<number>
  ledger_class: string
  ledger_seq: number | null
  return_ledger_seq: number | null
  is_mistake: Generated<boolean>
  changed_at: Generated<string>
}

export interface saved_view {
  id: Generated<number>
  company_id: number
  business_user_id: number
  shop_id: number | null
  list: string
  name: string
  search: string
  hidden: string[] | null
  place: number
  version: Generated<number>
  created_at: string
  updated_at: string
}

export interface saved_view_default {
  business_user_id: number
  list: string
  view_id: number
}

export interface schema_migration {
  version: string
  checksum: string
  applied_at: Generated<string>
  release: number | null
}

export interface season_tag {
  id: Generated<number>
  company_id: number
  name: string
  months: number[]
  factor_permille: number
  sort: Generated<number>
  is_active: Generated<boolean>
  version: Generated<number>
}

export interface second_factor_reset {
  id: Generated<number>
  account_id: number
  asked_by: number
  asked_at: string
  done_by: number | null
  done_at: string | null
}

export interface second_look_photo {
  id: Generated<number>
  request_id: number
  file_id: number
  created_at: string
}

export interface session_network {
  jti: string
  network_hash: string
  last_seen_at: string
}

export interface shop {
  id: Generated<number>
  company_id: number
  name: string
  name_folded: string
  store_key: Generated<string>
  description: Generated<string>
  delivering_option: string
  postal_code: string
  prefecture: string
  city: string
  address1: string
  address2: Generated<string>
  phone: Generated<string>
  is_open: Generated<boolean>
  created_at: string
  version: Generated<number>
  kit_sizes: Generated<number[]>
}

export interface shop_brand {
  shop_id: number
  brand_id: number
}

export interface shop_shop_tag {
  shop_id: number
  shop_tag_id: number
}

export interface shop_tag {
  id: Generated<number>
  name: string
}

export interface status_move {
  subject: string
  from_status: number
  to_status: number
}

export interface stolen_notice {
  id: Generated<number>
  company_id: number
  number: string
  police_station: string
  contact: Generated<string>
  issued_on: string | null
  arrived_on: string
  expires_on: string
  note: Generated<string>
  registered_by: number
  registered_at: string
  updated_at: string
  version: Generated<number>
  compared_at: string | null
}

export interface stolen_notice_article {
  id: Generated<number>
  notice_id: number
  company_id: number
  position: number
  category_id: number | null
  brand: Generated<string>
  brand_folded: Generated<string>
  name: Generated<string>
  color: Generated<string>
  features: Generated<string>
  product_number: Generated<string>
  serial_number: Generated<string>
  other_number: Generated<string>
  quantity: Generated<number>
  stolen_from: string | null
  stolen_until: string | null
  stolen_place: Generated<string>
  similar_left_out: Generated<number>
}

export interface stolen_notice_match {
  id: Generated<number>
  company_id: number
  article_id: number
  item_id: number
  strength: string
  score: number
  reasons: string[]
  state: string
  hold_id: number | null
  found_at: string
  decided_by: number | null
  decided_at: string | null
  decision_reason: Generated<string>
}

export interface stolen_notice_page {
  id: Generated<number>
  notice_id: number
  file_id: number
  created_at: string
}

export interface store_look {
  id: Generated<number>
  store_key: string
  version: Generated<number>
  published_number: number | null
  published_at: string | null
  published_by: Generated<string>
  withdrawn_at: string | null
}

export interface store_look_version {
  look_id: number
  number: number
  name: string
  brand: string
  accent: string
  colors: Generated<unknown>
  typeface: Generated<string>
  logo: unknown
  symbol: unknown
  drawn: unknown
  headline_start: Generated<string>
  headline_end: Generated<string>
  lead: Generated<string>
  footer_note: Generated<string>
  created_at: string
  created_by: Generated<string>
}

export interface store_picture {
  name: string
  kind: string
  content_type: string
  width: number
  height: number
  bytes: Buffer
  created_at: string
}

export interface stored_file {
  id: Generated<number>
  key: string
  thumbnail_key: Generated<string>
  content_type: string
  width: Generated<number>
  height: Generated<number>
  size: number
  sha256: string
  created_at: string
}

export interface stored_file_size {
  file_id: number
  width: number
  height: number
  avif_key: string
  webp_key: string
}

export interface taken_back_item {
  item_id: number
  request_id: number
  seq: number
  reason: string
  by_id: number
  at: string
}

export interface terms {
  version: string
  effective_on: string
  body: string
}

export interface totp_factor {
  id: Generated<number>
  account_id: number
  secret_enc: Buffer
  created_at: string
  confirmed_at: string | null
  last_used_at: string | null
  last_step: Generated<number>
}

export interface tracking_import {
  id: Generated<number>
  company_id: number
  carrier: string
  file_hash: string
  row_count: number
  recorded_count: Generated<number>
  sent_count: Generated<number>
  imported_by: string
  imported_at: string
  kind: string
}

export interface transfer {
  id: Generated<number>
  customer_id: number
  kind: string
  amount: number
  fee: Generated<number>
  status: Generated<number>
  scheduled_on: string
  bank_code: string
  bank_name: string
  branch_code: string
  branch_name: string
  account_type: number
  account_number_enc: Buffer
  account_number_tail: string
  account_holder_kana: string
  first_checked_by: number | null
  second_checked_by: number | null
  failed_reason: Generated<string>
  requested_at: string
  settled_at: string | null
  version: Generated<number>
  refused_by: number | null
  returned_at: string | null
}

export interface transfer_share {
  company_id: number
  transfer_id: number
  amount: number
  changed_at: Generated<string>
}

export interface unannounced_box {
  id: Generated<number>
  company_id: number
  shop_id: number
  request_id: number | null
  state: Generated<string>
  sender_name: Generated<string>
  carrier: string | null
  tracking_number: Generated<string>
  note: Generated<string>
  return_carrier: string | null
  return_tracking_number: Generated<string>
  reason: Generated<string>
  received_by: number
  received_at: string
  closed_by: number | null
  closed_at: string | null
  erased_at: string | null
  version: Generated<number>
}

export interface unannounced_box_photo {
  id: Generated<number>
  box_id: number
  file_id: number
  created_at: string
}

export interface unclaimed_file {
  key: string
  thumbnail_key: Generated<string>
  created_at: string
}

export interface user_activity {
  id: Generated<number>
  event: string
  path: Generated<string>
  properties: Generated<unknown>
  account_id: number | null
  occurred_at: string
  received_at: string
}

export interface webhook_delivery {
  id: Generated<number>
  event_id: string
  endpoint_id: number
  company_id: number
  event_type: string
  data: unknown
  happened_at: string
  state: Generated<string>
  tries: Generated<number>
  next_try_at: string
  tried_at: string | null
  response_code: number | null
  error: Generated<string>
}

export interface webhook_endpoint {
  id: Generated<number>
  company_id: number
  name: string
  url: string
  events: string[]
  secret_enc: Buffer | null
  previous_secret_enc: Buffer | null
  previous_until: string | null
  is_active: Generated<boolean>
  failing_since: string | null
  given_up_at: string | null
  created_by: number
  created_at: string
  version: Generated<number>
}

export interface write_position {
  account_id: number
  position: string
}

export interface DB {
  account: account
  activity: activity
  ad_tracking: ad_tracking
  analysis_budget: analysis_budget
  analysis_confirmation: analysis_confirmation
  analysis_picture: analysis_picture
  analysis_run: analysis_run
  announcement: announcement
  announcement_seen: announcement_seen
  antique_ledger: antique_ledger
  antique_ledger_head: antique_ledger_head
  antique_ledger_person: antique_ledger_person
  api_key: api_key
  api_key_use: api_key_use
  backup_run: backup_run
  bank: bank
  bank_account: bank_account
  bank_branch: bank_branch
  book_account: book_account
  book_entry: book_entry
  book_month: book_month
  book_proof: book_proof
  book_proposal: book_proposal
  brand: brand
  business_user: business_user
  business_user_shop: business_user_shop
  buying_amount: buying_amount
  campaign: campaign
  category_attribute: category_attribute
  channel_cost: channel_cost
  comment_template: comment_template
  company: company
  company_brand: company_brand
  consent: consent
  count_objection: count_objection
  custody_count: custody_count
  custody_count_line: custody_count_line
  custody_explanation: custody_explanation
  custody_handover: custody_handover
  custody_line: custody_line
  custody_place: custody_place
  custody_position: custody_position
  customer: customer
  declared_item: declared_item
  declared_list: declared_list
  declared_photo: declared_photo
  deduction: deduction
  file_store: file_store
  hold: hold
  hold_report: hold_report
  idempotency_key: idempotency_key
  identification: identification
  identity_capture: identity_capture
  identity_check: identity_check
  identity_correction: identity_correction
  identity_review: identity_review
  identity_session: identity_session
  inspection: inspection
  item_category: item_category
  item_history: item_history
  item_photo: item_photo
  item_question: item_question
  known_key: known_key
  ledger_mail: ledger_mail
  ledger_mail_setting: ledger_mail_setting
  line_event: line_event
  line_link: line_link
  line_message: line_message
  line_user: line_user
  list_change: list_change
  mail: mail
  mail_token: mail_token
  next_engine_batch: next_engine_batch
  next_engine_connection: next_engine_connection
  next_engine_goods: next_engine_goods
  next_engine_order: next_engine_order
  notification: notification
  notification_choice: notification_choice
  offer: offer
  offer_outcome: offer_outcome
  passkey: passkey
  passkey_challenge: passkey_challenge
  payout_batch: payout_batch
  payout_line: payout_line
  payout_originator: payout_originator
  postal_code: postal_code
  pre_assessed_item: pre_assessed_item
  pre_assessment: pre_assessment
  pre_assessment_brand: pre_assessment_brand
  pre_assessment_category: pre_assessment_category
  pre_assessment_item: pre_assessment_item
  pre_assessment_link: pre_assessment_link
  pre_assessment_photo: pre_assessment_photo
  pre_assessment_result: pre_assessment_result
  pre_assessment_status: pre_assessment_status
  pre_assessment_upload: pre_assessment_upload
  price_example: price_example
  price_statistic: price_statistic
  price_template: price_template
  price_template_drift: price_template_drift
  product: product
  product_photo: product_photo
  product_value: product_value
  promised_campaign: promised_campaign
  prospect: prospect
  provider_account: provider_account
  provider_sign_in: provider_sign_in
  published_item: published_item
  published_request: published_request
  purchase_item: purchase_item
  purchase_request: purchase_request
  purchase_stop: purchase_stop
  rate_limit: rate_limit
  recovery_code: recovery_code
  reference_data: reference_data
  refresh_token: refresh_token
  related_shop: related_shop
  replica_pulse: replica_pulse
  request_assignment: request_assignment
  request_assignment_row: request_assignment_row
  request_box: request_box
  request_count: request_count
  request_count_delta: request_count_delta
  request_draft: request_draft
  request_history: request_history
  request_kit: request_kit
  request_name_gram: request_name_gram
  return_parcel: return_parcel
  sale: sale
  saved_view: saved_view
  saved_view_default: saved_view_default
  schema_migration: schema_migration
  season_tag: season_tag
  second_factor_reset: second_factor_reset
  second_look_photo: second_look_photo
  session_network: session_network
  shop: shop
  shop_brand: shop_brand
  shop_shop_tag: shop_shop_tag
  shop_tag: shop_tag
  status_move: status_move
  stolen_notice: stolen_notice
  stolen_notice_article: stolen_notice_article
  stolen_notice_match: stolen_notice_match
  stolen_notice_page: stolen_notice_page
  store_look: store_look
  store_look_version: store_look_version
  store_picture: store_picture
  stored_file: stored_file
  stored_file_size: stored_file_size
  taken_back_item: taken_back_item
  terms: terms
  totp_factor: totp_factor
  tracking_import: tracking_import
  transfer: transfer
  transfer_share: transfer_share
  unannounced_box: unannounced_box
  unannounced_box_photo: unannounced_box_photo
  unclaimed_file: unclaimed_file
  user_activity: user_activity
  webhook_delivery: webhook_delivery
  webhook_endpoint: webhook_endpoint
  write_position: write_position
}
