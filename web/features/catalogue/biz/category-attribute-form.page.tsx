import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { categoryAttributeCalls, type ValueType, valueTypeLabel } from '#contract/category-attribute'
import { categoryMasterCalls } from '#contract/category-master'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import {
  type Attribute,
  type AttributeValues,
  attributeBody,
  attributeRules,
  attributeTexts,
  attributeValuesOf,
} from './attribute.rules.ts'

const back = (
  <Link to="/biz/category-attributes" style={{ display: 'inline-flex', gap: 4 }}>
    <BackMark />
    商品の項目の一覧
  </Link>
)

export default function CategoryAttributeFormPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? (
    <DetailPage title="商品の項目の登録" actions={back}>
      <AttributeForm stored={undefined} />
    </DetailPage>
  ) : (
    <Edited id={Number(id)} />
  )
}

function Edited({ id }: { id: number }) {
  const read = useCall(categoryAttributeCalls.get, { params: { id } })
  return (
    <DetailPage title={read.data?.name ?? '商品の項目'} actions={back}>
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {(attribute) => <AttributeForm key={attribute.id} stored={attribute} />}
      </WhenRead>
    </DetailPage>
  )
}

const most = 200
const types = (Object.keys(valueTypeLabel) as ValueType[]).map((value) => ({
  value,
  label: valueTypeLabel[value],
}))
const kinds = [
  { value: 'measure' as const, label: '採寸する', help: '写真の上にも線で示します' },
  { value: 'plain' as const, label: '採寸しない', help: '容量など、測らない数値です' },
]
const needs = [
  { value: 'required' as const, label: '必須', help: 'ないと商品化を終えられません' },
  { value: 'optional' as const, label: '任意', help: 'なくても出品できます' },
]
const uses = [
  { value: 'yes' as const, label: '使う', help: '下のカテゴリの商品にも出ます' },
  { value: 'no' as const, label: '使わない', help: 'このカテゴリから下では、上の同じ名前の項目も出しません' },
]

function AttributeForm({ stored }: { stored: Attribute | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutationOf(categoryAttributeCalls.create)
  const replace = useMutationOf(categoryAttributeCalls.replace)
  const all = useCall(categoryMasterCalls.list, { query: { size: most } }).data?.results ?? []
  const setup = useStoredForm<AttributeValues, Attribute>({
    draft: `category-attribute-${stored?.id ?? 'new'}`,
    stored,
    valuesOf: attributeValuesOf,
    rules: attributeRules,
    save: (values, { version }) => {
      const { category, ...body } = attributeBody(values)
      return stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: { ...body, version } })
        : create.mutateAsync({ body: { ...body, category } })
    },
    onSaved: (saved) => {
      client.setQueryData(queryOf(categoryAttributeCalls.get, { params: { id: saved.id } }).queryKey, saved)
      notify.done(`${saved.name}を保存しました。`)
      void navigate({ to: '/biz/category-attributes' })
    },
  })
  const { field } = setup.form
  const type = useBound(setup.form, 'valueType')
  const kind = useBound(setup.form, 'kind')
  const need = useBound(setup.form, 'need')
  const use = useBound(setup.form, 'isActive')
  return (
    <Card style={{ maxWidth: 640 }}>
      <SetupForm
        setup={setup}
        textOf={attributeTexts}
        submit={stored ? 'この内容で保存する' : '項目を登録する'}
        more={null}
      >
        {stored ? (
          <Muted style={{ fontSize: 12 }}>{`カテゴリ: ${stored.categoryPath.join(' > ')}`}</Muted>
        ) : (
          <SelectField
            required
            help="このカテゴリと、その下のカテゴリの商品に使います。下に同じ名前の項目があるときは、下が優先です。"
            emptyLabel="選んでください"
            options={all.map(({ id, name, path }) => ({
              value: String(id),
              label: [...path, name].join(' > '),
            }))}
            {...field('category')}
          />
        )}
        <TextField required autoComplete="off" maxLength={30} {...field('name')} />
        <ChoiceField required columns={3} choices={types} {...type} />
        {type.value === 'NUMBER' && (
          <>
            <TextField autoComplete="off" maxLength={10} {...field('unit')} />
            <ChoiceField required columns={2} choices={kinds} {...kind} />
          </>
        )}
        {type.value === 'STRING' && (
          <TextArea
            help="1行に1つ書きます。空のままなら、自由に入力できます。"
            rows={5}
            maxLength={3000}
            {...field('choices')}
          />
        )}
        <ChoiceField required columns={2} choices={needs} {...need} />
        <TextField
          required
          help="商品の画面で、小さいほうから並びます。"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          {...field('sort')}
        />
        <ChoiceField required columns={2} choices={uses} {...use} />
      </SetupForm>
    </Card>
  )
}
