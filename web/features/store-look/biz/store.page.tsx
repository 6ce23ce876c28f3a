import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { storeLookCalls } from '#contract/store-look'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { Card } from '#web/ui/card.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import { ContrastVerdict } from './contrast-verdict.tsx'
import {
  type LookValues,
  lookBody,
  lookRules,
  lookTexts,
  lookValuesOf,
  type Picture,
  previewOf,
  type StoredLook,
  valuesOfVersion,
} from './look.rules.ts'
import { LookFields } from './look-fields.tsx'
import { LookPreview } from './look-preview.tsx'
import { LookVersions } from './look-versions.tsx'
import { lookStates } from './look-words.ts'
import type { Uploaded } from './picture-field.tsx'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 400px' },
  '& > aside': {
    display: 'grid',
    gap: 12,
    [theme.breakpoints.up('lg')]: {
      position: 'sticky',
      top: 'calc(var(--shell-top, 0px) + 12px)',
      maxHeight: 'calc(100vh - var(--shell-top, 0px) - 24px)',
      overflow: 'auto',
    },
  },
  '& > aside > h2': { ...theme.typography.h2, fontSize: 14 },
}))

const back = (
  <Link to="/biz/stores" style={{ display: 'inline-flex', gap: 4 }}>
    <BackMark />
    ストアの一覧
  </Link>
)

export default function StorePage() {
  const { key } = useParams({ strict: false })
  return key === undefined ? (
    <DetailPage title="ストアを作る" actions={back}>
      <LookEditor stored={undefined} mayEdit />
    </DetailPage>
  ) : (
    <Stored storeKey={key} />
  )
}

function Stored({ storeKey }: { storeKey: string }) {
  const read = useCall(storeLookCalls.read, { params: { storeKey } })
  const mayEdit = useStaff()?.isAdmin === true
  const stored = read.data
  return (
    <DetailPage
      title={stored ? `${stored.name}の見た目` : 'ストアの見た目'}
      lead={
        stored && (
          <>
            <StatusChip tone={lookStates[stored.state].tone}>{lookStates[stored.state].label}</StatusChip>
            <Muted style={{ fontSize: 12 }}>
              {stored.key === 'default' ? '標準のストア' : `/?store=${stored.key}`}
            </Muted>
          </>
        )
      }
      actions={
        <>
          {stored?.state === 'published' && (
            <QuietLink to="/" search={stored.key === 'default' ? {} : { store: stored.key }} target="_blank">
              公開中のページを見る
            </QuietLink>
          )}
          {back}
        </>
      }
    >
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {(look) => <LookEditor key={look.key} stored={look} mayEdit={mayEdit} />}
      </WhenRead>
    </DetailPage>
  )
}

const picturesOf = (stored: StoredLook | undefined): Map<string, Picture> =>
  new Map(
    (stored?.versions ?? []).flatMap(({ logo, symbol }) =>
      [logo, symbol].flatMap((picture) => (picture ? [[picture.url, picture] as const] : [])),
    ),
  )

function useLookForm(stored: StoredLook | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutationOf(storeLookCalls.create)
  const save = useMutationOf(storeLookCalls.save)
  const setup = useStoredForm<LookValues, StoredLook>({
    draft: `store-look-${stored?.key ?? 'new'}`,
    stored,
    valuesOf: lookValuesOf,
    rules: lookRules(stored === undefined),
    save: (values, { version }) =>
      stored
        ? save.mutateAsync({ params: { storeKey: stored.key }, body: { ...lookBody(values), version } })
        : create.mutateAsync({ body: { ...lookBody(values), key: values.key } }),
    onSaved: (saved) => {
      client.setQueryData(queryOf(storeLookCalls.read, { params: { storeKey: saved.key } }).queryKey, saved)
      notify.done(`第${saved.number}版を保存しました。公開するまで、お客さまには見えません。`)
      if (stored) setup.startFrom(saved)
      else void navigate({ to: '/biz/stores/$key', params: { key: saved.key } })
    },
  })
  return setup
}

function LookEditor({ stored, mayEdit }: { stored: StoredLook | undefined; mayEdit: boolean }) {
  const setup = useLookForm(stored)
  const [uploaded, setUploaded] = useState<ReadonlyMap<string, Uploaded>>(new Map())
  const pictures = new Map<string, Picture>([...picturesOf(stored), ...uploaded])
  const look = previewOf(setup.form.watch(), pictures)
  return (
    <Columns>
      <Stack gap={16}>
        {mayEdit ? (
          <Card>
            <SetupForm setup={setup} textOf={lookTexts} submit="新しい版として保存する" more={null}>
              <LookFields
                form={setup.form}
                look={look}
                isNew={stored === undefined}
                pictures={pictures}
                uploaded={uploaded}
                onUpload={(picture) => setUploaded((all) => new Map(all).set(picture.url, picture))}
              />
            </SetupForm>
          </Card>
        ) : (
          <Notice title="見るだけの権限です">変更と公開は、運営の管理者が行います。</Notice>
        )}
        {stored && (
          <LookVersions
            stored={stored}
            mayEdit={mayEdit}
            onChanged={(changed) => setup.settle(changed, [])}
            onRewrite={(version) => {
              setup.form.reset(valuesOfVersion(stored.key, version), { keepDefaultValues: true })
              window.scrollTo({ top: 0 })
              setup.form.setFocus('name')
            }}
          />
        )}
      </Stack>
      <aside aria-labelledby="preview">
        <h2 id="preview">お客さまに見える形</h2>
        <ContrastVerdict palette={look} accent={look.accent} />
        <LookPreview look={look} />
      </aside>
    </Columns>
  )
}
