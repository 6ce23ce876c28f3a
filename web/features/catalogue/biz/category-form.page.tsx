import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { categoryMasterCalls } from '#contract/category-master'
import { ledgerClass } from '#contract/codes'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import {
  type Category,
  type CategoryValues,
  categoryBody,
  categoryRules,
  categoryTexts,
  categoryValuesOf,
  ledgerClassText,
} from './category.rules.ts'

const back = (
  <Link to="/biz/categories" style={{ display: 'inline-flex', gap: 4 }}>
    <BackMark />
    カテゴリの一覧
  </Link>
)

export default function CategoryFormPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? (
    <DetailPage title="カテゴリの登録" actions={back}>
      <CategoryForm stored={undefined} />
    </DetailPage>
  ) : (
    <Edited id={Number(id)} />
  )
}

function Edited({ id }: { id: number }) {
  const read = useCall(categoryMasterCalls.get, { params: { id } })
  return (
    <DetailPage title={read.data?.name ?? 'カテゴリ'} actions={back}>
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {(category) => <CategoryForm key={category.id} stored={category} />}
      </WhenRead>
    </DetailPage>
  )
}

const most = 500
const classes = Object.keys(ledgerClass)
  .toSorted()
  .map((value) => ({ value, label: ledgerClassText(value) }))

const uses = [
  { value: 'yes' as const, label: '使う', help: '査定や検索の候補に出ます' },
  { value: 'no' as const, label: '使わない', help: '今ある商品には、そのまま残ります' },
]

function CategoryForm({ stored }: { stored: Category | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutationOf(categoryMasterCalls.create)
  const replace = useMutationOf(categoryMasterCalls.replace)
  const all = useCall(categoryMasterCalls.list, { query: { size: most } }).data?.results ?? []
  const setup = useStoredForm<CategoryValues, Category>({
    draft: `category-${stored?.id ?? 'new'}`,
    stored,
    valuesOf: categoryValuesOf,
    rules: categoryRules,
    save: (values, { version }) => {
      const { parent, ...body } = categoryBody(values)
      return stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: { ...body, version } })
        : create.mutateAsync({ body: { ...body, parent } })
    },
    onSaved: (saved) => {
      client.setQueryData(queryOf(categoryMasterCalls.get, { params: { id: saved.id } }).queryKey, saved)
      notify.done(`${saved.name}を保存しました。`)
      void navigate({ to: '/biz/categories' })
    },
  })
  const { field } = setup.form
  const use = useBound(setup.form, 'isActive')
  return (
    <Card style={{ maxWidth: 640 }}>
      <SetupForm
        setup={setup}
        textOf={categoryTexts}
        submit={stored ? 'この内容で保存する' : 'カテゴリを登録する'}
        more={null}
      >
        {stored ? (
          <Muted style={{ fontSize: 12 }}>
            {stored.path.length > 0
              ? `上位カテゴリ: ${stored.path.join(' > ')}`
              : 'いちばん上のカテゴリです。'}
          </Muted>
        ) : (
          <SelectField
            emptyLabel="なし(いちばん上)"
            options={all.map(({ id, name, path }) => ({
              value: String(id),
              label: [...path, name].join(' > '),
            }))}
            {...field('parent')}
          />
        )}
        <TextField required autoComplete="off" maxLength={50} {...field('name')} />
        <TextField required autoComplete="off" maxLength={50} {...field('nameKana')} />
        <SelectField
          required
          help="古物営業法の区分です。変えると、これから買い取る商品に使われます。古物台帳に記録済みの区分は変わりません。"
          emptyLabel="選んでください"
          options={classes}
          {...field('ledgerClass')}
        />
        <TextField
          required
          help="同じ上位カテゴリの中で、小さいほうから並びます。"
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
