import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { termsCalls } from '#contract/terms'
import type { Shop } from '#web/features/company/shared/shop-figures.ts'
import { errorCode, fieldErrors } from '#web/lib/ask.ts'
import { type Draft, useDraft } from '#web/lib/draft.ts'
import { queryKeyOf, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { Notice } from '../shared/notice.tsx'
import { todayInTokyo } from '../shared/tokyo.ts'
import { ConfirmStep, type Terms } from './confirm-step.tsx'
import { GoodsFields } from './goods-fields.tsx'
import { RefusalNotice } from './refusal.tsx'
import {
  bodyOf,
  emptyDraft,
  fieldLabels,
  firstOpenStep,
  type Problems,
  problemsFrom,
  problemsOfStep,
  type RequestDraft,
  stepNames,
  stepOfField,
} from './request-draft.ts'
import { SendingFields, waysOf } from './sending-fields.tsx'
import { ShopFields } from './shop-fields.tsx'

const FORM = 'new-request'
const LAST = stepNames.length - 1

const StepTitle = styled('h2')(({ theme }) => ({
  ...theme.typography.h2,
  fontSize: 20,
  outline: 'none',
  scrollMarginTop: 24,
}))

const Buttons = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  '&[data-two]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
})

const titles = ['どのお店に送りますか', '何を送りますか', 'どうやって送りますか', 'この内容でよろしいですか']

type Props = {
  shops: readonly Shop[]
  terms: Terms
  /** Which step the address asks for, counted from 0. */
  asked: number | undefined
  /** The shop somebody came from. */
  chosenShop: number | undefined
  back: ReactNode
  /** What is known to stand in the way, said before anything is filled in. */
  standing: ReactNode
}

/** Keyboard focus and the reader's place follow to the new step, as on a change of page. */
function useStepFocus(step: number) {
  const title = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    window.scrollTo?.({ top: 0 })
    title.current?.focus({ preventScroll: true })
  }, [step])
  return title
}

/** Takes the shop out of the address into the draft, and starts where the draft was left. */
function useStart({ shops, asked, chosenShop }: Props, draft: Draft<RequestDraft>) {
  const navigate = useNavigate()
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const known = shops.some(({ id }) => id === chosenShop)
    if (chosenShop !== undefined && known) draft.setValue((now) => ({ ...now, shop: chosenShop }))
    const step = asked ?? (draft.restored ? draft.value.step : 0)
    if (asked === undefined || chosenShop !== undefined)
      void navigate({ to: '/requests/new', search: { step: step + 1 }, replace: true })
  }, [shops, asked, chosenShop, draft, navigate])
}

/** Four steps to a request. The step is part of the address, so the browser's own way back works. */
export function Wizard(props: Props) {
  const { shops, terms, asked, back, standing } = props
  const draft = useDraft('new-request', emptyDraft)
  const { value, setValue } = draft
  const navigate = useNavigate()
  const today = todayInTokyo()
  const [problems, setProblems] = useState<Problems>({})
  const [continued, setContinued] = useState(draft.restored)
  const step = Math.min(asked ?? 0, firstOpenStep(value, today), LAST)
  const shop = shops.find(({ id }) => id === value.shop)
  const title = useStepFocus(step)
  const summary = useSummaryFocus()
  useStart(props, draft)
  const sending = useSending(value, draft, (found) => {
    setProblems(found)
    const first = Object.keys(found)[0]
    if (first) goTo(stepOfField(first))
    summary.ask()
  })

  const goTo = (next: number) => {
    setValue((now) => ({ ...now, step: Math.max(now.step, next) }))
    if (next !== step) void navigate({ to: '/requests/new', search: { step: next + 1 } })
  }
  const change = (patch: Partial<RequestDraft>) => {
    setValue((now) => fitted({ ...now, ...patch }, shops))
    setProblems((now) =>
      Object.fromEntries(Object.entries(now).filter(([name]) => !Object.hasOwn(patch, name))),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    const found = problemsOfStep(step, value, { today, terms: terms.version })
    setProblems(found)
    if (Object.keys(found).length > 0) summary.ask()
    else if (step < LAST) goTo(step + 1)
    else sending.send()
  }
  const jump = (name: string) => {
    goTo(stepOfField(name))
    setTimeout(() => focusField(name), 60)
  }
  const startAgain = () => {
    draft.clear()
    setContinued(false)
    setProblems({})
    void navigate({ to: '/requests/new', search: { step: 1 }, replace: true })
  }
  const part = { draft: value, change, problems }
  const shown = Object.entries(problems).map(([name, message]) => ({ name, message }))
  return (
    <>
      <Page title="買取を申し込む" back={back}>
        <Stack gap={20}>
          {step === 0 && standing}
          <Stepper steps={stepNames} current={step} />
          {continued && (
            <Notice
              role="status"
              title="続きから始められます"
              actions={
                <button type="button" onClick={startAgain}>
                  最初からやり直す
                </button>
              }
            >
              前に入力した内容が残っていました。
            </Notice>
          )}
          <StepTitle ref={title} tabIndex={-1}>
            {titles[step]}
          </StepTitle>
          {sending.error !== null && Object.keys(problems).length === 0 && (
            <RefusalNotice error={sending.error} />
          )}
          <form id={FORM} noValidate onSubmit={submit} style={{ display: 'grid', gap: 24 }}>
            <ErrorSummary ref={summary.ref} problems={shown} labels={fieldLabels} onJump={jump} />
            {step === 0 && <ShopFields {...part} shops={shops} />}
            {step === 1 && <GoodsFields {...part} />}
            {step === 2 && shop && <SendingFields {...part} shop={shop} />}
            {step === LAST && shop && (
              <ConfirmStep
                {...part}
                {...{ shop, terms, onStep: goTo }}
                renewed={errorCode(sending.error) === 'terms_outdated'}
              />
            )}
          </form>
        </Stack>
      </Page>
      <StickyBar floating={step < LAST}>
        <Buttons data-two={step > 0 ? '' : undefined}>
          {step > 0 && <QuietButton onClick={() => goTo(step - 1)}>戻る</QuietButton>}
          <NextButton type="submit" form={FORM} pending={sending.isPending}>
            {step < LAST ? '次へ' : 'この内容で申し込む'}
          </NextButton>
        </Buttons>
      </StickyBar>
    </>
  )
}

/** A choice the shop does not offer is no choice: the only way a shop takes is taken with it. */
function fitted(draft: RequestDraft, shops: readonly Shop[]): RequestDraft {
  const shop = shops.find(({ id }) => id === draft.shop)
  if (!shop) return draft
  const ways = waysOf(shop)
  if (draft.deliveringOption && ways.includes(draft.deliveringOption)) return draft
  return { ...draft, deliveringOption: ways.length === 1 ? (ways[0] ?? null) : null }
}

function focusField(name: string): void {
  const form = document.getElementById(FORM)
  if (!(form instanceof HTMLFormElement)) return
  const found = form.elements.namedItem(name)
  const control = found instanceof RadioNodeList ? found[0] : found
  if (!(control instanceof HTMLElement)) return
  control.scrollIntoView?.({ block: 'center' })
  control.focus({ preventScroll: true })
}

/** After a refused press the list of what is missing takes the focus, once it is drawn. */
function useSummaryFocus() {
  const ref = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked > 0) ref.current?.focus()
  }, [asked])
  return { ref, ask: () => setAsked((count) => count + 1) }
}

function useSending(
  value: RequestDraft,
  draft: Draft<RequestDraft>,
  onProblems: (problems: Problems) => void,
) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = useMutationOf(purchaseRequestCalls.create, {
    onSuccess: async ({ id }) => {
      draft.clear()
      void client.invalidateQueries({ queryKey: queryKeyOf(purchaseRequestCalls.list) })
      await navigate({ to: '/requests/new', search: { done: id }, replace: true })
    },
    onError: (error) => {
      if (errorCode(error) === 'terms_outdated') {
        void client.invalidateQueries({ queryKey: queryKeyOf(termsCalls.current) })
        return
      }
      const found = problemsFrom(fieldErrors(error))
      if (Object.keys(found).length > 0) onProblems(found)
    },
  })
  const send = () => {
    const body = bodyOf(value)
    if (body) create.mutate({ body })
  }
  return { send, error: create.error, isPending: create.isPending }
}
