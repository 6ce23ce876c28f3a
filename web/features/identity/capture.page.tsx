import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { identityCalls } from '#contract/identity'
import { type CaptureSlot, type CaptureStep, slotsOf } from '#contract/identity-paper'
import { sentenceFor } from '#web/lib/ask.ts'
import { shortDate } from '#web/lib/dates.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { FailedRead } from '#web/ui/error-panel.tsx'
import { MainLink, NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice, ProblemNotice } from '#web/ui/notice.tsx'
import { BackMark, Page, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { DocumentStep } from './capture/document-step.tsx'
import { HandIn, InReview } from './capture/hand-in.tsx'
import { Intro } from './capture/intro.tsx'
import { hasProviderNews, offersProvider } from './capture/provider.tsx'
import { Shoot } from './capture/shoot.tsx'
import { slotName, slotWords } from './capture/slot-words.ts'
import { documentOf, leftOf, type Session, useStoreSession } from './capture/use-session.ts'
import { useOpenIdentity } from './shared/use-open-identity.ts'

const back = (
  <Link to="/profile/identity">
    <BackMark />
    本人確認
  </Link>
)

const waitsMs: Readonly<Record<string, number>> = { ready: 5_000, submitted: 15_000 }

export default function CapturePage() {
  const { id = '' } = useParams({ strict: false })
  // The dealer changes it, and so does another device.
  const session = useQuery({
    ...queryOf(identityCalls.session, { params: { id: Number(id) } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    // The result comes from the provider to the server.
    refetchInterval: ({ state }) => waitsMs[state.data?.provider?.state ?? 'none'] ?? false,
  })
  if (session.data) return <Shown key={session.data.id} session={session.data} />
  return (
    <Page title="本人確認" back={back}>
      {session.isError ? (
        <FailedRead
          read={session}
          missing="この本人確認は見つかりませんでした。"
          action={<MainLink to="/profile/identity">本人確認の画面へ</MainLink>}
        />
      ) : (
        <Loading skeleton={<CardListSkeleton count={2} />} />
      )}
    </Page>
  )
}

function Shown({ session }: { session: Session }) {
  switch (session.state) {
    case 'open':
      return <Steps session={session} />
    case 'in_review':
      return (
        <Page title="受け付けました" back={back} lead="箱は、結果を待たずにお送りいただけます。">
          <InReview session={session} />
        </Page>
      )
    case 'done':
      return (
        <Page title="本人確認が終わりました" back={back}>
          <Stack gap={16}>
            <Notice tone="ok" title="ありがとうございました">
              お手続きはもうありません。査定結果にお返事をいただくと、そのまま契約に進みます。
            </Notice>
            <NextLink to="/requests">申し込みの一覧へ</NextLink>
            <QuietLink to="/mypage">マイページへ</QuietLink>
          </Stack>
        </Page>
      )
    default:
      return <Over session={session} />
  }
}

function Over({ session }: { session: Session }) {
  const { open, isPending, problem } = useOpenIdentity()
  return (
    <Page
      title={session.state === 'expired' ? '期限が切れました' : '本人確認を取りやめました'}
      back={back}
      lead="画像はすべて消しました。もう一度、はじめから行えます。"
    >
      <Stack gap={16}>
        <ProblemNotice>{problem}</ProblemNotice>
        <NextButton pending={isPending} onClick={() => void open()}>
          もう一度始める
        </NextButton>
        <QuietLink to="/mypage">マイページへ</QuietLink>
      </Stack>
    </Page>
  )
}

type Step = 'intro' | CaptureStep | 'hand_in'

const firstStep = (session: Session): Step => {
  if (session.document === null && session.captures.length === 0) return 'intro'
  if (offersProvider(session)) return 'intro'
  return leftOf(session)[0] ?? 'hand_in'
}

const titleOf = (step: Step, session: Session): string => {
  if (step === 'intro')
    return hasProviderNews(session) ? '本人確認の続き' : '送る前に、本人確認を済ませませんか'
  if (step === 'document') return '書類を選び、同じか確かめる'
  if (step === 'hand_in') return '内容を確かめて提出する'
  return slotWords(step, documentOf(session)).title
}

const leadOf = (step: Step, session: Session): string | undefined => {
  if (step === 'intro' || step === 'document') return undefined
  if (step === 'hand_in') return `${shortDate(session.expiresAt)}までにご提出ください。`
  return slotWords(step, documentOf(session)).lead
}

function Steps({ session }: { session: Session }) {
  const store = useStoreSession()
  const [chosen, setChosen] = useState<Step>()
  const step = chosen ?? firstStep(session)
  const place = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    window.scrollTo(0, 0)
    place.current?.closest('main')?.querySelector('h1')?.focus({ preventScroll: true })
  }, [step])
  const stored = (next: Session) => {
    setChosen(undefined)
    store(next)
  }
  return (
    <Page title={titleOf(step, session)} back={back} lead={leadOf(step, session)}>
      <Stack gap={20} ref={place}>
        {step !== 'intro' && <Progress session={session} step={step} />}
        {step === 'intro' && <Intro session={session} onStart={() => setChosen('document')} />}
        {step === 'document' && <DocumentStep session={session} onStored={stored} />}
        {step === 'hand_in' && <HandIn session={session} onStored={stored} onAgain={setChosen} />}
        {step !== 'intro' && step !== 'document' && step !== 'hand_in' && (
          <Shoot key={`${step}-${session.version}`} session={session} slot={step} onStored={stored} />
        )}
        {step !== 'intro' && <Stop session={session} />}
      </Stack>
    </Page>
  )
}

function Progress({ session, step }: { session: Session; step: Exclude<Step, 'intro'> }) {
  const document = documentOf(session)
  const slots: readonly CaptureSlot[] = document === null ? ['front', 'thickness', 'face'] : slotsOf(document)
  const all = ['document', ...slots, 'hand_in'] as const
  const names = all.map((one) =>
    one === 'document' ? '書類' : one === 'hand_in' ? '提出' : slotName(one, document),
  )
  return <Stepper steps={names} current={Math.max(0, all.indexOf(step))} />
}

function Stop({ session }: { session: Session }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const cancel = useMutationOf(identityCalls.cancel)
  const stop = async () => {
    const sure = await confirm({
      title: '本人確認を取りやめますか?',
      body: 'これまでの画像をすぐに消します。あとで続きから行うときは、取りやめずにこの画面を閉じてください。',
      confirm: '取りやめて画像を消す',
    })
    if (!sure) return
    await cancel.mutateAsync({ params: { id: session.id } })
    await navigate({ to: '/profile/identity' })
  }
  return (
    <div style={{ textAlign: 'center', fontSize: 13 }}>
      {cancel.isError && (
        <Notice tone="late" role="alert">
          {sentenceFor(cancel.error)}
        </Notice>
      )}
      <TextButton onClick={() => void stop()}>取りやめて画像を消す</TextButton>
    </div>
  )
}
