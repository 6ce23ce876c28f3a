import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { storeLookCalls } from '#contract/store-look'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { useDraft } from '#web/lib/draft.ts'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
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
  type LookVersion,
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
import { LookStrip } from './look-strip.tsx'
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
    position: 'sticky',
    top: 'calc(var(--shell-top, 0px) + 12px)',
    maxHeight: 'calc(100vh - var(--shell-top, 0px) - 24px)',
    overflow: 'auto',
  },
  // From edge to edge of the page.
  [theme.breakpoints.down('lg')]: { '& > :nth-of-type(2)': { margin: '0 -20px' } },
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
    <DetailPage
      title="ストアを作る"
      lead={
        <Muted style={{ fontSize: 12 }}>
          保存しても、公開するまでお客さまには見えません。何度でも直せます。
        </Muted>
      }
      actions={back}
    >
      <LookEditor stored={undefined} mayEdit />
    </DetailPage>
  ) : (
    <Stored storeKey={key} />
  )
}

function Stored({ storeKey }: { storeKey: string }) {
  const read = useCall(storeLookCalls.read, { params: { storeKey } })
  const isUnknown = read.error instanceof ApiError && read.error.status === 404
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
      {isUnknown ? (
        <ErrorPanel kind="lost" action={<QuietLink to="/biz/stores">ストアの一覧を開く</QuietLink>}>
          {`「?store=${storeKey}」のストアはまだありません。お客さまがこのアドレスを開くと、標準のページを表示します。`}
        </ErrorPanel>
      ) : (
        <WhenRead state={read} skeleton={<FormSkeleton />}>
          {(look) => <LookEditor key={look.key} stored={look} mayEdit={mayEdit} />}
        </WhenRead>
      )}
    </DetailPage>
  )
}

const picturesOf = (stored: StoredLook | undefined, uploads: Uploads): Map<string, Picture> =>
  new Map(
    [
      ...(stored?.versions ?? []).flatMap(({ logo, symbol }) => [logo, symbol]),
      ...Object.values(uploads),
    ].flatMap((picture) => (picture ? [[picture.url, picture] as const] : [])),
  )

type Uploads = Readonly<Record<string, Uploaded | undefined>>

function useLookForm(stored: StoredLook | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutationOf(storeLookCalls.create)
  const save = useMutationOf(storeLookCalls.save)
  const draft = `store-look-${stored?.key ?? 'new'}`
  // The form knows only their addresses.
  const uploads = useDraft<Uploads>(`${draft}-pictures`, {})
  const setup = useStoredForm<LookValues, StoredLook>({
    draft,
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
      uploads.clear()
      if (stored) setup.startFrom(saved)
      else void navigate({ to: '/biz/stores/$key', params: { key: saved.key } })
    },
  })
  return { setup, uploads }
}

/** What visitors of the address see before the look is shown, or after it was closed. */
function NotShown({ stored: { key, state } }: { stored: StoredLook }) {
  if (state === 'published') return null
  return (
    <Notice tone="wait" title={state === 'draft' ? 'まだ公開していません' : '表示を終えたストアです'}>
      {`お客さまが「/?store=${key}」を開くと、標準のページ(すべてのお店)と、ストアが見つからないというお知らせを表示します。`}
      下の「版の記録」から公開すると、すぐにこの見た目に替わります。
    </Notice>
  )
}

function LookEditor({ stored, mayEdit }: { stored: StoredLook | undefined; mayEdit: boolean }) {
  const { setup, uploads } = useLookForm(stored)
  const confirm = useConfirm()
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const pictures = picturesOf(stored, uploads.value)
  const look = previewOf(setup.form.watch(), pictures)
  const rewrite = async (version: LookVersion) => {
    const sure =
      !setup.isWritten ||
      (await confirm({
        title: `入力中の内容を、第${version.number}版の内容に替えますか?`,
        body: 'まだ保存していない入力は消えます。',
        confirm: `第${version.number}版の内容に替える`,
      }))
    if (!sure) return
    setup.fill(valuesOfVersion(stored?.key ?? '', version))
    window.scrollTo({ top: 0 })
    setup.form.setFocus('name')
  }
  return (
    <Columns>
      <Stack gap={16}>
        {stored && <NotShown stored={stored} />}
        {mayEdit ? (
          <Card>
            <SetupForm setup={setup} textOf={lookTexts} submit="新しい版として保存する" more={null}>
              <LookFields
                form={setup.form}
                look={look}
                isNew={stored === undefined}
                pictures={pictures}
                uploaded={uploads.value}
                onUpload={(picture) => uploads.setValue((all) => ({ ...all, [picture.url]: picture }))}
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
            onChanged={setup.follow}
            onRewrite={(version) => void rewrite(version)}
          />
        )}
      </Stack>
      {isWide ? (
        <aside aria-labelledby="preview">
          <h2 id="preview">お客さまに見える形</h2>
          <ContrastVerdict palette={look} accent={look.accent} />
          <LookPreview look={look} />
        </aside>
      ) : (
        <LookStrip look={look} />
      )}
    </Columns>
  )
}
