import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { setupCalls } from '#contract/setup'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { DangerButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ProblemNotice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import { AnnouncementEntry } from '../shared/announcement-entry.tsx'
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
  placeWords,
  stateChip,
} from './announcement.rules.ts'
import { AnnouncementFields } from './announcement-fields.tsx'
import { useTargets } from './targets.ts'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 640px)',
  gap: 20,
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 640px) minmax(0, 358px)' },
  '& > aside': { display: 'grid', gap: 8, maxWidth: 358 },
  '& > aside > h2': { ...theme.typography.h2, fontSize: 14 },
}))

type Staff = NonNullable<ReturnType<typeof useStaff>>

const back = (
  <Link to="/biz/announcements" style={{ display: 'inline-flex', gap: 4 }}>
    <BackMark />
    お知らせの一覧
  </Link>
)

export default function AnnouncementFormPage() {
  const { id } = useParams({ strict: false })
  const staff = useStaff()
  if (!staff) return null
  return id === undefined ? (
    <AnnouncementForm staff={staff} stored={undefined} />
  ) : (
    <Edited id={Number(id)} staff={staff} />
  )
}

function Edited({ id, staff }: { id: number; staff: Staff }) {
  const read = useCall(setupCalls.announcement, { params: { id } })
  if (read.data)
    return <AnnouncementForm key={id} staff={staff} stored={read.data} seenCount={read.data.seenCount} />
  return (
    <DetailPage title="お知らせ" actions={back}>
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {() => null}
      </WhenRead>
    </DetailPage>
  )
}

/** The next visit begins with what was saved. */
function useKnown() {
  const client = useQueryClient()
  return (saved: Announcement | undefined, seenCount = 0) => {
    if (!saved) return
    const { queryKey } = queryOf(setupCalls.announcement, { params: { id: saved.id } })
    client.setQueryData(queryKey, { ...saved, seenCount })
  }
}

const submitOf = (stored: Announcement | undefined, { publication }: AnnouncementValues): string => {
  if (stored?.state === 'ended') return 'もう一度掲載する'
  if (stored?.state === 'shown') return 'この内容に変更する'
  return { draft: '下書きに保存する', now: '掲載する', scheduled: '掲載を予約する' }[publication]
}

type FormProps = { staff: Staff; stored: Announcement | undefined; seenCount?: number }

function AnnouncementForm({ staff, stored, seenCount }: FormProps) {
  const known = useKnown()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const create = useMutationOf(setupCalls.createAnnouncement)
  const replace = useMutationOf(setupCalls.replaceAnnouncement)

  const people = useRef<number | null>(null)
  const maySave = async ({ publication, title }: AnnouncementValues): Promise<boolean> =>
    publication !== 'now' ||
    stored?.state === 'shown' ||
    confirm({
      title: 'お知らせを掲載しますか?',
      body: `「${title.trim()}」が、すぐに${people.current === null ? '' : `${people.current.toLocaleString('ja-JP')}人に`}届きます。`,
      confirm: '掲載する',
    })
  const setup = useStoredForm<AnnouncementValues, Announcement>({
    draft: `announcement-${stored?.id ?? 'new'}`,
    stored,
    valuesOf: (one) => announcementValuesOf(one, staff.company.isOperator ? 'everyone' : 'customers'),
    rules: announcementRules(stored),
    save: async (values, { version }) => {
      if (!(await maySave(values))) return false
      const body = announcementBody(values)
      return stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: { ...body, version } })
        : create.mutateAsync({ body })
    },
    onSaved: (saved) => {
      known(saved, seenCount)
      notify.done(savedWords[saved.state])
      void navigate({ to: '/biz/announcements' })
    },
  })
  const values = setup.form.watch()
  const targets = useTargets(values)
  people.current = targets.people ?? null
  return (
    <DetailPage
      title={stored ? 'お知らせの変更' : 'お知らせを書く'}
      lead={
        stored && (
          <>
            <StatusChip tone={stateChip(stored.state).tone}>{stateChip(stored.state).label}</StatusChip>
            <Muted style={{ fontSize: 12 }}>{periodOf(stored)}</Muted>
            {isOut(stored) && seenCount !== undefined && (
              <Muted style={{ fontSize: 12 }}>{`${seenCount.toLocaleString('ja-JP')}人が読みました`}</Muted>
            )}
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
              <AnnouncementFields form={setup.form} isOut={isOut(stored)} targets={targets} />
            </SetupForm>
          </Card>
        </Stack>
        <Preview values={values} stored={stored} sender={senderOf(staff, values.shop)} />
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

/** The operator speaks for the site itself. */
const senderOf = ({ company }: Staff, shop: string): string =>
  company.isOperator ? '' : (company.shops.find(({ id }) => String(id) === shop)?.name ?? company.name)

type PreviewProps = { values: AnnouncementValues; stored: Announcement | undefined; sender: string }

function Preview({ values, stored, sender }: PreviewProps) {
  const [opened] = useState(() => new Date().toISOString())
  const planned = values.publication === 'scheduled' ? instantOf(values.publishedAt) : null
  const at = (isOut(stored) ? stored?.publishedAt : planned) ?? opened
  return (
    <aside aria-labelledby="preview">
      <h2 id="preview">スマートフォンでの見え方</h2>
      <AnnouncementEntry
        heading="h3"
        level={values.level}
        publishedAt={at}
        sender={sender}
        title={values.title.trim() || '見出し'}
        body={values.body.trim() || '本文がここに出ます。'}
      />
      <Muted style={{ fontSize: 12 }}>
        {values.publication === 'draft' && !isOut(stored)
          ? '下書きのあいだは、誰にも見えません。'
          : `${formatDateTimeJa(at)}の日付で、${placeWords[values.audience]}`}
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
      <ProblemNotice ownLine>{problem}</ProblemNotice>
    </>
  )
}
