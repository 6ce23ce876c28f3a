import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { setupCalls } from '#contract/setup'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { DangerButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Muted, Row, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import { AnnouncementEntry } from '../announcement-entry.tsx'
import {
  type Announcement,
  type AnnouncementValues,
  announcementBody,
  announcementRules,
  announcementTexts,
  announcementValuesOf,
  instantOf,
  isOut,
  periodOf,
  stateWords,
} from './announcement.rules.ts'
import { AnnouncementFields } from './announcement-fields.tsx'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 640px)',
  gap: 20,
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 640px) minmax(0, 420px)' },
  '& > aside': { display: 'grid', gap: 8 },
  '& > aside > h2': { ...theme.typography.h2, fontSize: 14 },
}))

const back = (
  <Link to="/biz/announcements" style={{ display: 'inline-flex', gap: 4 }}>
    <BackMark />
    お知らせの一覧
  </Link>
)

export default function AnnouncementFormPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <AnnouncementForm stored={undefined} /> : <Edited id={Number(id)} />
}

function Edited({ id }: { id: number }) {
  const read = useCall(setupCalls.announcement, { params: { id } })
  if (read.data) return <AnnouncementForm key={id} stored={read.data} />
  return (
    <DetailPage title="お知らせ" actions={back}>
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {() => null}
      </WhenRead>
    </DetailPage>
  )
}

function useKnown() {
  const client = useQueryClient()
  return (saved: Announcement | undefined) => {
    if (saved)
      client.setQueryData(queryOf(setupCalls.announcement, { params: { id: saved.id } }).queryKey, saved)
  }
}

const submitOf = (stored: Announcement | undefined, { publication }: AnnouncementValues): string => {
  if (stored?.state === 'ended') return 'もう一度掲載する'
  if (stored?.state === 'shown') return 'この内容に変更する'
  return { draft: '下書きに保存する', now: '掲載する', scheduled: '掲載を予約する' }[publication]
}

function AnnouncementForm({ stored }: { stored: Announcement | undefined }) {
  const known = useKnown()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const create = useMutationOf(setupCalls.createAnnouncement)
  const replace = useMutationOf(setupCalls.replaceAnnouncement)

  const maySave = async ({ publication, title }: AnnouncementValues): Promise<boolean> =>
    publication !== 'now' ||
    stored?.state === 'shown' ||
    confirm({
      title: 'お知らせを掲載しますか?',
      body: `「${title.trim()}」が、すぐにすべての方のページに出ます。`,
      confirm: '掲載する',
    })
  const setup = useStoredForm<AnnouncementValues, Announcement>({
    draft: `announcement-${stored?.id ?? 'new'}`,
    stored,
    valuesOf: announcementValuesOf,
    rules: announcementRules(stored),
    save: async (values, { version }) => {
      if (!(await maySave(values))) return false
      const body = announcementBody(values)
      return stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: { ...body, version } })
        : create.mutateAsync({ body })
    },
    onSaved: (saved) => {
      known(saved)
      notify.done(savedWords[saved.state])
      void navigate({ to: '/biz/announcements' })
    },
  })
  const values = setup.form.watch()
  return (
    <DetailPage
      title={stored ? 'お知らせの変更' : 'お知らせを書く'}
      lead={
        stored && (
          <>
            <StatusChip tone={stateWords[stored.state].tone}>{stateWords[stored.state].label}</StatusChip>
            <Muted style={{ fontSize: 12 }}>{periodOf(stored)}</Muted>
          </>
        )
      }
      actions={back}
    >
      <Columns>
        <Stack gap={12}>
          <Card>
            <SetupForm
              setup={setup}
              textOf={announcementTexts}
              submit={submitOf(stored, values)}
              more={stored && <TakeAway stored={stored} onDone={known} />}
            >
              <AnnouncementFields form={setup.form} isOut={isOut(stored)} />
            </SetupForm>
          </Card>
        </Stack>
        <Preview values={values} stored={stored} />
      </Columns>
    </DetailPage>
  )
}

const savedWords = {
  draft: '下書きに保存しました。まだ誰にも見えません。',
  scheduled: '掲載を予約しました。',
  shown: 'お知らせを掲載しました。',
  ended: 'お知らせを保存しました。',
} as const

function Preview({ values, stored }: { values: AnnouncementValues; stored: Announcement | undefined }) {
  const [opened] = useState(() => new Date().toISOString())
  const planned = values.publication === 'scheduled' ? instantOf(values.publishedAt) : null
  const at = (isOut(stored) ? stored?.publishedAt : planned) ?? opened
  return (
    <aside aria-labelledby="preview">
      <h2 id="preview">お客さまに見える形</h2>
      <AnnouncementEntry
        heading="h3"
        level={values.level}
        publishedAt={at}
        title={values.title.trim() || '見出し'}
        body={values.body.trim() || '本文がここに出ます。'}
      />
      <Muted style={{ fontSize: 12 }}>
        {values.publication === 'draft' && !isOut(stored)
          ? '下書きのあいだは、誰にも見えません。'
          : `${formatDateTimeJa(at)}の日付で、トップとお知らせのページに出ます。`}
      </Muted>
    </aside>
  )
}

type TakeAwayProps = { stored: Announcement; onDone: (saved: Announcement | undefined) => void }

const takeAwayWords = {
  draft: {
    verb: '下書きを削除する',
    title: '下書きを削除しますか?',
    body: '書いた内容は元に戻せません。',
    done: '下書きを削除しました。',
  },
  scheduled: {
    verb: '予約を取りやめる',
    title: '掲載の予約を取りやめますか?',
    body: '下書きに戻ります。書いた内容は残ります。',
    done: '予約を取りやめ、下書きに戻しました。',
  },
  shown: {
    verb: '掲載を終える',
    title: 'お知らせの掲載を終えますか?',
    body: 'すぐに、どのページにも出なくなります。あとからもう一度掲載できます。',
    done: '掲載を終えました。',
  },
} as const

function TakeAway({ stored, onDone }: TakeAwayProps): ReactNode {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const withdraw = useMutationOf(setupCalls.withdrawAnnouncement)
  const remove = useMutationOf(setupCalls.deleteAnnouncement)
  const [problem, setProblem] = useState<string>()
  const { id, state, version } = stored
  if (state === 'ended') return null
  const words = takeAwayWords[state]
  const act = async () => {
    setProblem(undefined)
    if (!(await confirm({ title: words.title, body: words.body, confirm: words.verb, danger: true }))) return
    try {
      const left =
        state === 'draft'
          ? await remove.mutateAsync({ params: { id } })
          : await withdraw.mutateAsync({ params: { id }, body: { version } })
      onDone(left)
      notify.done(words.done)
      void navigate({ to: '/biz/announcements' })
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return (
    <>
      <DangerButton pending={withdraw.isPending || remove.isPending} onClick={() => void act()}>
        {words.verb}
      </DangerButton>
      {problem && (
        <Row style={{ flexBasis: '100%' }}>
          <Notice role="alert" tone="late">
            {problem}
          </Notice>
        </Row>
      )}
    </>
  )
}
