import type { ReactNode, RefObject } from 'react'
import { accessories, authenticity, careNeeded, type Grade, itemGender, salesChannel } from '#contract/codes'
import { itemStatus as I } from '#contract/lifecycle'
import { withoutUplift } from '#contract/price'
import type { PublicationProblem } from '#contract/publication'
import { formatYen } from '#contract/text'
import type { Candidate } from '#web/features/analysis/shared/use-item-analysis.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { LabelButton } from '#web/ui/label-button.ts'
import { YenField } from '#web/ui/number-field.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { FormBody, FormFoot } from './bench-frame.ts'
import { type Account, outdatedIn, shownPrice } from './bench-price.ts'
import { BenchProblems } from './bench-publication.tsx'
import type { Suggestion } from './bench-suggestions.ts'
import type { Evidence, Item, Patch } from './bench-types.ts'
import { BrandField, CategoryField } from './catalogue-fields.tsx'
import { CommentField } from './comment-field.tsx'
import type { DeductionEditing } from './deduction-drafts.ts'
import { DeductionsField } from './deductions-field.tsx'
import type { FreeText } from './free-text.ts'
import { GradeField } from './grade-field.tsx'
import { PriceBand } from './price-band.tsx'
import { Suggested } from './suggested.tsx'

const optionsOf = (set: Readonly<Record<number, string>>) =>
  Object.entries(set).map(([value, label]) => ({ value: Number(value), label }))

const numberOf = (value: string): number | null => (value === '' ? null : Number(value))

export type BenchRefs = {
  brand: RefObject<HTMLInputElement | null>
  category: RefObject<HTMLInputElement | null>
  price: RefObject<HTMLInputElement | null>
  authenticity: RefObject<HTMLSelectElement | null>
  priceReason: RefObject<HTMLTextAreaElement | null>
  priceReasonPhoto: RefObject<HTMLSelectElement | null>
  comment: RefObject<HTMLTextAreaElement | null>
}

export type FormErrors = Partial<Record<string, string>>

type Props = {
  item: Item
  edit: (patch: Patch) => void
  account: Account | null
  evidence: Evidence | null | undefined
  suggested: { amount: number; from: string } | null
  deduction: DeductionEditing
  unchosen: FreeText
  errors: FormErrors
  readOnly: boolean
  refs: BenchRefs
  problems: readonly PublicationProblem[]
  onProblem: (problem: PublicationProblem) => void
  onFinish: () => void
  onNotBuyable: () => void
  onTemplate: () => void
  onRefreshComment: (() => void) | undefined
  /** What can be done with the article as a whole. */
  acts?: ReactNode
  suggestions: readonly Suggestion[]
  onSuggested: (candidate: Candidate) => void
  /** Above the fields: why this item cannot be saved. */
  notice?: ReactNode
}

export function BenchForm(props: Props) {
  const { item, edit, errors, readOnly, refs, account, evidence, suggested } = props
  return (
    <section className="form" aria-label="査定の入力">
      {props.acts}
      <FormBody>
        {props.notice}
        <Identity {...props} />
        <GradeField
          grade={item.grade}
          onGrade={(grade: Grade) => edit({ grade })}
          readOnly={readOnly}
          error={errors.grade}
        />
        <YenField
          ref={refs.price}
          label="基準額"
          labelEnd={
            <>
              {suggested && !readOnly && (
                <LabelButton type="button" onClick={() => edit({ basePrice: suggested.amount })}>
                  {suggested.from}より {formatYen(suggested.amount)} <Kbd>A</Kbd>
                </LabelButton>
              )}{' '}
              <Kbd>V</Kbd>
            </>
          }
          value={item.basePrice}
          readOnly={readOnly}
          error={errors.basePrice}
          onChange={(basePrice) => edit({ basePrice })}
        />
        <DeductionsField
          deductions={item.deductions}
          photos={item.photos}
          onChange={(deductions) => edit({ deductions })}
          editing={props.deduction}
          readOnly={readOnly}
          error={errors.deductions}
        />
        <PriceBand
          item={item}
          edit={edit}
          price={account && !account.below ? withoutUplift(account) : null}
          uplift={account?.uplift ?? 0}
          evidence={evidence}
          readOnly={readOnly}
          reason={refs.priceReason}
          photo={refs.priceReasonPhoto}
        />
        <CommentField
          ref={refs.comment}
          item={item}
          price={shownPrice(item, account)}
          readOnly={readOnly}
          error={errors.comment}
          edit={edit}
          outdated={outdatedIn(item, account)}
          onRefresh={props.onRefreshComment}
          onTemplate={props.onTemplate}
        />
        <Checks {...props} />
        <Details {...props} />
      </FormBody>
      <Foot {...props} account={account} />
    </section>
  )
}

function Identity({ item, edit, errors, readOnly, refs, unchosen, suggestions, onSuggested }: Props) {
  const suggesting = { suggestions, onConfirm: onSuggested }
  const text = (field: 'color' | 'size' | 'material', label: string) => (
    <TextField
      label={label}
      value={item[field]}
      maxLength={field === 'material' ? 60 : 40}
      readOnly={readOnly}
      error={errors[field]}
      onChange={(event) => edit({ [field]: event.target.value })}
    />
  )
  return (
    <>
      <div className="two">
        <Suggested field="brand" {...suggesting}>
          <BrandField
            item={item}
            edit={edit}
            text={unchosen.texts.brand}
            onText={(text) => unchosen.put('brand', text)}
            readOnly={readOnly}
            error={errors.brand}
            ref={refs.brand}
          />
        </Suggested>
        <Suggested field="category" {...suggesting}>
          <CategoryField
            item={item}
            edit={edit}
            text={unchosen.texts.category}
            onText={(text) => unchosen.put('category', text)}
            readOnly={readOnly}
            error={errors.category}
            ref={refs.category}
          />
        </Suggested>
      </div>
      <div className="four">
        <SelectField
          label="対象"
          emptyLabel="—"
          value={item.gender ?? ''}
          disabled={readOnly}
          onChange={(event) => edit({ gender: numberOf(event.target.value) })}
          options={optionsOf(itemGender)}
        />
        <Suggested field="color" {...suggesting}>
          {text('color', '色')}
        </Suggested>
        {text('size', 'サイズ')}
        {text('material', '素材')}
      </div>
    </>
  )
}

function Checks({ item, edit, readOnly, refs }: Props) {
  return (
    <div className="two">
      <SelectField
        ref={refs.authenticity}
        label="真贋"
        labelEnd={<Kbd>Y</Kbd>}
        value={item.authenticity}
        disabled={readOnly}
        onChange={(event) => edit({ authenticity: Number(event.target.value) })}
        options={optionsOf(authenticity)}
      />
      <SelectField
        label="付属品"
        value={item.accessories}
        disabled={readOnly}
        onChange={(event) => edit({ accessories: Number(event.target.value) })}
        options={optionsOf(accessories)}
      />
    </div>
  )
}

/** For the ledger and the sale; customers do not see them. */
function Details({ item, edit, readOnly }: Props) {
  const text = (
    field: 'name' | 'productNumber' | 'serialNumber' | 'features',
    label: string,
    max: number,
  ) => (
    <TextField
      label={label}
      value={item[field]}
      maxLength={max}
      readOnly={readOnly}
      onChange={(event) => edit({ [field]: event.target.value })}
    />
  )
  const filled = [item.name, item.productNumber, item.serialNumber, item.features].filter(Boolean)
  return (
    <details>
      <summary style={{ cursor: 'pointer', fontSize: 12, padding: '4px 0' }}>
        品名・品番・特徴・商品化{filled.length > 0 && `(入力 ${filled.length}件)`}
      </summary>
      <div style={{ display: 'grid', gap: 9, marginTop: 6 }}>
        {text('name', '品名', 120)}
        <div className="two">
          {text('productNumber', '品番', 60)}
          {text('serialNumber', '製造番号', 60)}
        </div>
        {text('features', '特徴', 500)}
        <div className="two">
          <SelectField
            label="お手入れ"
            value={item.careNeeded}
            disabled={readOnly}
            onChange={(event) => edit({ careNeeded: Number(event.target.value) })}
            options={optionsOf(careNeeded)}
          />
          <SelectField
            label="売り先"
            value={item.salesChannel}
            disabled={readOnly}
            onChange={(event) => edit({ salesChannel: Number(event.target.value) })}
            options={optionsOf(salesChannel)}
          />
        </div>
      </div>
    </details>
  )
}

function Foot({ item, account, readOnly, problems, onProblem, onFinish, onNotBuyable }: Props) {
  const refused = item.status === I.NOT_BUYABLE
  return (
    <FormFoot>
      <div className="sum">
        <b>{refused ? '買取不可' : '査定額'}</b>
        {!refused && <Yen amount={account?.below ? null : (account?.price ?? null)} size={26} />}
        <span className="parts" style={{ flexBasis: '100%' }}>
          {refused ? item.notBuyableReason : partsText(account)}
        </span>
        {!refused && account?.campaign && (
          <span className="parts" style={{ flexBasis: '100%' }}>
            上乗せは「{account.campaign}」
          </span>
        )}
      </div>
      {!readOnly && <BenchProblems problems={problems} onGo={onProblem} />}
      {!readOnly && (
        <div className="go">
          <QuietButton onClick={onNotBuyable} endIcon={<Kbd>N</Kbd>}>
            買取不可
          </QuietButton>
          <NextButton onClick={onFinish} endIcon={<Kbd>Ctrl ↵</Kbd>}>
            保存して次へ
          </NextButton>
        </div>
      )}
    </FormFoot>
  )
}

/** ¥14,500 − ¥1,500 + ¥1,300 */
export function partsText(account: Account | null): string {
  if (account === null) return '基準額を入力すると査定額が出ます'
  if (account.below) return '減額の合計が基準額を超えています'
  const parts = [`基準額 ${formatYen(account.base)}`]
  if (account.deducted > 0) parts.push(`− 減額 ${formatYen(account.deducted)}`)
  if (account.uplift > 0) parts.push(`+ 上乗せ ${formatYen(account.uplift)}`)
  return parts.join(' ')
}
