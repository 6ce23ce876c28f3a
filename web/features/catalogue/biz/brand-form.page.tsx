import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { brandMasterCalls } from '#contract/brand-master'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import { type BrandValues, brandBody, brandRules, brandTexts, brandValuesOf } from './brand.rules.ts'
import type { Brand } from './brand-columns.tsx'
import { MergeBrandDialog } from './merge-brand-dialog.tsx'

const back = (
  <Link to="/biz/brands" style={{ display: 'inline-flex', gap: 4 }}>
    <BackMark />
    ブランドの一覧
  </Link>
)

export default function BrandFormPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? (
    <DetailPage title="ブランドの登録" actions={back}>
      <BrandForm stored={undefined} />
    </DetailPage>
  ) : (
    <Edited id={Number(id)} />
  )
}

function Edited({ id }: { id: number }) {
  const read = useCall(brandMasterCalls.get, { params: { id } })
  return (
    <DetailPage title={read.data?.name ?? 'ブランド'} actions={back}>
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {(brand) => <BrandForm key={brand.id} stored={brand} />}
      </WhenRead>
    </DetailPage>
  )
}

function BrandForm({ stored }: { stored: Brand | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutationOf(brandMasterCalls.create)
  const replace = useMutationOf(brandMasterCalls.replace)
  const [isMerging, setMerging] = useState(false)
  const known = (saved: Brand) =>
    client.setQueryData(queryOf(brandMasterCalls.get, { params: { id: saved.id } }).queryKey, saved)
  const setup = useStoredForm<BrandValues, Brand>({
    draft: `brand-${stored?.id ?? 'new'}`,
    stored,
    valuesOf: brandValuesOf,
    rules: brandRules,
    save: (values, { version }) =>
      stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: { ...brandBody(values), version } })
        : create.mutateAsync({ body: brandBody(values) }),
    onSaved: (saved) => {
      known(saved)
      notify.done(`${saved.name}を保存しました。`)
      void navigate({ to: '/biz/brands' })
    },
  })
  const { field } = setup.form
  return (
    <Card style={{ maxWidth: 640 }}>
      <SetupForm
        setup={setup}
        textOf={brandTexts}
        submit={stored ? 'この内容で保存する' : 'ブランドを登録する'}
        more={stored && <QuietButton onClick={() => setMerging(true)}>ほかのブランドにまとめる</QuietButton>}
      >
        <TextField
          required
          help="ブランドの正式なつづりで。"
          autoComplete="off"
          maxLength={100}
          {...field('name')}
        />
        <TextField
          required
          help="日本のお店での読み方。語の間は空けます。"
          autoComplete="off"
          maxLength={100}
          {...field('nameKana')}
        />
        <TextArea
          help="略称や、よくある書き方。1行にひとつ。検索で見つかるようになります。"
          rows={5}
          {...field('aliases')}
        />
      </SetupForm>
      {isMerging && stored && (
        <MergeBrandDialog
          brand={stored}
          onClose={() => setMerging(false)}
          onDone={(kept) => {
            notify.done(`${stored.name}を${kept.name}にまとめました。`)
            void navigate({ to: '/biz/brands/$id', params: { id: String(kept.id) } })
          }}
        />
      )}
    </Card>
  )
}
