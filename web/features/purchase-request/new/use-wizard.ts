import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { purchaseRequestCalls } from '#contract/purchase-request'
import type { Shop } from '#web/features/company/shared/shop-figures.ts'
import type { Customer } from '#web/features/customer/shared/profile.rules.ts'
import { errorCode, fieldErrors } from '#web/lib/ask.ts'
import { reread, useMutationOf } from '#web/lib/query-client.ts'
import type { Terms } from './confirm-step.tsx'
import type { Stored } from './draft-keeper.ts'
import {
  bodyOf,
  firstOpenStep,
  isFurther,
  type Problems,
  problemsFrom,
  problemsOfStep,
  type RequestDraft,
  type Step,
  stepIn,
  stepOfField,
  stepsFor,
  withKit,
} from './request-draft.ts'
import { waysOf } from './sending-fields.tsx'
import { useHolidays } from './use-holidays.ts'
import { type KeptDraft, useRequestDraft } from './use-request-draft.ts'

export const wizardForm = 'new-request'

export type WizardInput = {
  stored: Stored | null
  shops: readonly Shop[]
  terms: Terms
  customer: Customer | undefined
  asked: Step | undefined
  chosenShop: number | undefined
}

function useStepFocus(step: Step) {
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

function useStart({ shops, asked, chosenShop }: WizardInput, draft: KeptDraft) {
  const navigate = useNavigate()
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const { value } = draft
    const known = chosenShop !== undefined && shops.some(({ id }) => id === chosenShop)
    const start = fitted(known ? { ...value, shop: chosenShop } : value, shops)
    const sameWay = start.deliveringOption === value.deliveringOption
    if (known || start !== value) draft.change(() => start, { quiet: true })
    // If the way of sending had to change, the customer reviews it before confirming.
    const left = stepIn(value.step) ?? 'shop'
    const resumed = sameWay || !isFurther(left, 'sending') ? left : 'sending'
    const step = asked ?? (draft.continued ? resumed : 'shop')
    if (asked === undefined || chosenShop !== undefined)
      void navigate({ to: '/requests/new', search: { step }, replace: true })
  }, [shops, asked, chosenShop, draft, navigate])
}

/** Keeps the profile step after it is completed, so that the user can go back to it. */
function useSteps(knowsProfile: boolean): readonly Step[] {
  const [asksProfile, setAsksProfile] = useState(!knowsProfile)
  if (!knowsProfile && !asksProfile) setAsksProfile(true)
  return stepsFor(asksProfile)
}

export function useWizard(input: WizardInput) {
  const { shops, terms, asked, customer } = input
  const draft = useRequestDraft(input.stored)
  const { value, keeper } = draft
  const navigate = useNavigate()
  const { isHoliday } = useHolidays()
  const [problems, setProblems] = useState<Problems>({})
  const [continued, setContinued] = useState(draft.continued)
  const knowsProfile = customer?.profileComplete === true
  const steps = useSteps(knowsProfile)
  const open = firstOpenStep(value, new Date(), knowsProfile)
  // The profile step is gone when the profile was completed elsewhere: what follows it is shown.
  const wanted = asked === undefined || steps.includes(asked) ? asked : 'confirm'
  const step = wanted === undefined ? 'shop' : isFurther(wanted, open) ? open : wanted
  const title = useStepFocus(step)
  const summary = useSummaryFocus()
  useStart(input, draft)

  const goTo = (next: Step) => {
    draft.change((now) => ({ ...now, step: isFurther(next, now.step) ? next : now.step }))
    void keeper.send()
    if (next !== step) void navigate({ to: '/requests/new', search: { step: next } })
  }
  const beside = (way: 1 | -1): Step => steps[steps.indexOf(step) + way] ?? step
  const sending = useSending(value, draft, (found) => {
    setProblems(found)
    const first = Object.keys(found)[0]
    if (first) goTo(stepOfField(first))
    summary.ask()
  })
  const change = (patch: Partial<RequestDraft>) => {
    draft.change((now) => fitted({ ...now, ...patch }, shops))
    setProblems((now) =>
      Object.fromEntries(Object.entries(now).filter(([name]) => !Object.hasOwn(patch, name))),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    const found = problemsOfStep(step, value, { at: new Date(), terms: terms.version, isHoliday })
    setProblems(found)
    if (Object.keys(found).length > 0) summary.ask()
    else if (step === 'confirm') sending.send()
    else goTo(beside(1))
  }
  const jump = (name: string) => {
    goTo(stepOfField(name))
    // The field exists only after its step is rendered.
    setTimeout(() => focusField(name), 60)
  }
  const showStep = (next: Step) =>
    void navigate({ to: '/requests/new', search: { step: next }, replace: true })
  const startAgain = () => {
    keeper.throwAway()
    setContinued(false)
    setProblems({})
    showStep('shop')
  }
  const takeBack = () => {
    keeper.takeBack()
    setContinued(true)
    setProblems({})
    showStep(keeper.getState().value.step)
  }
  return {
    step,
    steps,
    part: { draft: value, change, problems },
    shop: shops.find(({ id }) => id === value.shop),
    continued,
    startAgain,
    takeBack: draft.discarded ? takeBack : undefined,
    draft,
    list: draft.discarded ? undefined : draft.base?.list,
    goTo,
    goOn: () => goTo(beside(1)),
    goBack: step === 'shop' ? undefined : () => goTo(beside(-1)),
    jump,
    submit,
    sending,
    title,
    summary: summary.ref,
  }
}

export type Wizard = ReturnType<typeof useWizard>

/** Drops choices the shop does not offer and selects its only way of sending. */
function fitted(draft: RequestDraft, shops: readonly Shop[]): RequestDraft {
  const shop = shops.find(({ id }) => id === draft.shop)
  // The shop may have closed or belong to another store.
  if (!shop) return draft.shop === null ? draft : { ...draft, shop: null }
  const ways = waysOf(shop)
  const fits = draft.deliveringOption !== null && ways.includes(draft.deliveringOption)
  const only = ways.length === 1 ? (ways[0] ?? null) : null
  return withKit(fits || draft.deliveringOption === only ? draft : { ...draft, deliveringOption: only }, shop)
}

function focusField(name: string): void {
  const form = document.getElementById(wizardForm)
  if (!(form instanceof HTMLFormElement)) return
  const found = form.elements.namedItem(name)
  const control = found instanceof RadioNodeList ? found[0] : found
  if (!(control instanceof HTMLElement)) return
  control.scrollIntoView?.({ block: 'center' })
  control.focus({ preventScroll: true })
}

/** Focuses the error summary once it is rendered. */
function useSummaryFocus() {
  const ref = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked > 0) ref.current?.focus()
  }, [asked])
  return { ref, ask: () => setAsked((count) => count + 1) }
}

function useSending(value: RequestDraft, draft: KeptDraft, onProblems: (problems: Problems) => void) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = useMutationOf(purchaseRequestCalls.create, {
    onSuccess: async ({ id }) => {
      draft.keeper.finish()
      await navigate({ to: '/requests/new', search: { done: id }, replace: true })
    },
    onError: (error) => {
      // Refetches what is outdated. An incomplete profile reopens the profile step.
      const outdated = { terms_outdated: 'terms', customer_incomplete: 'customer' } as const
      const code = errorCode(error)
      draft.keeper.thaw(error, code === 'draft_ended')
      if (code === 'terms_outdated' || code === 'customer_incomplete') {
        void reread(client, [outdated[code]])
        return
      }
      const found = problemsFrom(fieldErrors(error))
      if (Object.keys(found).length > 0) onProblems(found)
    },
  })
  const [isFreezing, setFreezing] = useState(false)
  const send = async () => {
    const body = bodyOf(value)
    if (!body || draft.conflict || draft.ended) return
    setFreezing(true)
    // A save under way would change the version that is sent.
    const kept = await draft.keeper.freeze()
    setFreezing(false)
    create.mutate({ body: { ...body, draft: kept } })
  }
  return { send: () => void send(), error: create.error, isPending: isFreezing || create.isPending }
}
