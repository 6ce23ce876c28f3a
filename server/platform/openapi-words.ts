import { fieldWords } from './openapi-field-words.ts'
import type { Json } from './openapi-schemas.ts'

export const entityWords: Readonly<Record<string, string>> = {
  Address: 'An address in Japan, in the parts that forms ask for.',
  AddressInput: 'An address in Japan, in the parts that forms ask for.',
  Agreed: 'What the customer sold of an offer: articles and whole yen. Rescinded articles are not counted.',
  AmountLine: 'The standard buying amounts of a brand and category, by grade.',
  Announcement: 'News for visitors and customers.',
  AssessedItem: 'An article with its price, as the reader may see it.',
  Assessment: 'The result of an assessment: the offer, its articles and what may be done with it.',
  AssessmentInput: 'A customer’s answer, or a dealer’s publication: which one it is depends on who asks.',
  BankAccount: 'The account that money is transferred to.',
  BankAccountInput:
    'Bank, branch and number, or instead of all three the 記号 and 番号 of a ゆうちょ passbook.',
  BizPurchaseRequest: 'A request as the staff of its dealer see it.',
  BizRequestRow: 'A request in a list of the staff.',
  BookAccount: 'An account of the books.',
  BookKind: 'The accounts of a kind: how many, and the sums of the balances on either side.',
  BookEntry: 'An entry of the books: debit, credit and amount.',
  Brand: 'A brand.',
  BrandMaster: 'A brand with its aliases, and what the reader’s company says of it.',
  BulkResult: 'What came of loading a file.',
  BusinessUser: 'A person of the staff.',
  Campaign: 'Days on which more is paid.',
  Category: 'A category of goods with its legal class.',
  CategoryMaster: 'A category as its keepers see it.',
  CommentTemplate: 'A sentence that assessors use again.',
  TemplateMaster: 'A comment template as its keepers see it.',
  Customer: 'A customer as the customer sees the record.',
  CustomerInput: 'What a customer may write. Read-only fields in the body are ignored.',
  CustomerPatch: 'A part of it: what is not named stays, also inside the address.',
  CustomerProfile: 'What a customer tells about themselves.',
  DealerCheck: 'How one dealer’s check of the reader stands.',
  DealerNotice: 'What the law has a dealer show on its site (古物営業法12条2項).',
  Deduction: 'What is taken off the base price, and why.',
  DeductionShown: 'What is taken off the base price, and why.',
  Device: 'A device that is signed in.',
  EkycSession: 'An identity check that was opened at a provider.',
  EntryItem: 'An article that an entry of the book pays for or takes back.',
  Hold: 'A stop on a request or an article, until two people release it.',
  IdentificationRecord: 'How a customer was identified by a dealer.',
  IdentityReview: 'An identity check as the staff of a dealer compare it.',
  IdentityReviewRow: 'An identity check in a list of a dealer.',
  IdentitySession: 'An identity check as its customer sees it.',
  IssuedReport: 'What each line with an issued number changed, or would change.',
  Item: 'An article with everything that its assessment says.',
  ItemHistoryLine: 'A change of an article’s status.',
  ItemMove: 'A move of an article that the reader may make now.',
  ItemRow: 'An article in a list.',
  ItemSummary: 'An article as a request shows it.',
  ItemUpdate: 'A part of an article’s assessment; every field may be sent alone.',
  LedgerRow: 'A row of the antique ledger (古物台帳).',
  Me: 'Who is signed in: a customer, a person of the staff, or both.',
  MissingCodes: 'Codes of a search that led to nothing.',
  OfferedFactors: 'How the second step of a sign-in can be taken.',
  OperatorNotice: 'The company that runs the site, as entered at set-up.',
  OwnBalance: 'What the reader has with every dealer, and the transfer under way.',
  OwnFactors: 'The second factor of the reader.',
  Passkey: 'A passkey of the reader.',
  PasskeyQuestion: 'What a browser needs to ask for a passkey.',
  PayoutAct: 'One act on a batch: who, when, and what it came to.',
  PayoutBatch: 'Transfers that go to the bank in one file.',
  PayoutBatchRow: 'A batch in a list.',
  PayoutCandidate: 'A transfer that waits for a batch.',
  PayoutLine: 'A transfer in a batch, and what the bank did with it.',
  PayoutOriginator: 'The account that transfers are made from, as the bank knows it.',
  PayoutProblem: 'What the checks found before a bank file may be made.',
  Picture: 'A photo or paper as the reader gets it: a signed address that expires.',
  PriceEvidence: 'What the company paid for the like, in figures.',
  PromiseStep: 'What is promised for a step, and whether it is late.',
  Proof: 'A stored proof of the books: each sum against what it has to be.',
  PurchaseRequest: 'A request as its customer sees it.',
  PurchaseStatement: 'A dealer’s statement of a purchase from an issuer of invoices (仕入明細書).',
  RelatedShop: 'What a customer has to do with a shop.',
  RequestHistoryLine: 'A change of a request’s status.',
  RequestInput: 'What a customer asks for.',
  RequestMove: 'A move of a request that the reader may make now.',
  RequestRow: 'A request in a list.',
  SetupAnnouncement: 'News as the operator sees it, drafts too.',
  SetupCompany: 'A company as the operator sees it.',
  SetupShop: 'A shop as the operator sees it, closed ones too.',
  SetupTerms: 'A version of the terms.',
  SetupUser: 'A person of a company as the operator sees them.',
  SavedView: 'A view of a business list: filters, order and columns under a name.',
  Shop: 'A shop that a box can be sent to.',
  ShopCustomer: 'A customer as a dealer’s staff see them.',
  ShopCustomerRow: 'A customer in a list of a shop.',
  SignupBody: 'A new account.',
  SpecialWithdrawalRow: 'A payment of an expired balance that waits for its two checks.',
  TrackingImport: 'A file of a carrier that the staff imported.',
  TrackingReport: 'What each line of a carrier’s file changed, or would change.',
  Transaction: 'An entry of the customer’s balance.',
  Transfer: 'A transfer to the customer’s bank account.',
  YearStatement: 'The own entries of a year, their sums and articles.',
}

const formatExamples: Readonly<Record<string, string>> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T11:27:11.364455+09:00',
  email: 'hanako@example.jp',
}

/** OpenAPI ignores anything beside `$ref`. */
export function withWords(name: string, schema: Json): Json {
  if (schema.$ref) return schema
  const [words, ...examples] = fieldWords[name] ?? []
  const byFormat = formatExamples[String(schema.format)]
  const example =
    schema.enum || schema.allOf ? undefined : (byFormat ?? examples.find((one) => fits(schema, one)))
  return {
    ...(words ? { description: words } : {}),
    ...(example === undefined ? {} : { example }),
    ...schema,
  }
}

const fits = (schema: Json, example: string | number): boolean =>
  typeof example === (schema.type === 'integer' ? 'number' : schema.type)
