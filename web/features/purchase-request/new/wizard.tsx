import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { addressLine } from '#contract/address'
import type { Customer } from '#web/features/customer/shared/profile.rules.ts'
import { PROFILE_FORM, ProfileForm } from '#web/features/customer/shared/profile-form.tsx'
import { errorCode } from '#web/lib/ask.ts'
import { shortDate, todayInTokyo } from '#web/lib/dates.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { AddressText } from '#web/ui/postal-address.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { useAttention } from '#web/ui/use-attention.ts'
import { DeclaredSection, useDeclaredList } from '../declared/declared-section.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { DraftNotices, SavedLine } from './draft-notices.tsx'
import { GoodsFields } from './goods-fields.tsx'
import { ObstacleNotice, obstacleOf, RefusalNotice } from './refusal.tsx'
import { fieldLabels, type Step, stepNames } from './request-draft.ts'
import { SendingFields } from './sending-fields.tsx'
import { ShopFields } from './shop-fields.tsx'
import { useWizard, type WizardInput, type Wizard as WizardState, wizardForm } from './use-wizard.ts'

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

const titles: Record<Step, string> = {
  shop: 'どのお店に送りますか',
  goods: '何を送りますか',
  sending: 'どうやって送りますか',
  profile: 'お客さまの情報をお聞かせください',
  confirm: 'この内容でよろしいですか',
}

type Props = WizardInput & { back: ReactNode }

/** The step is part of the URL, so that the browser's back button works. */
export function Wizard({ back, ...input }: Props) {
  const wizard = useWizard(input)
  const { step, steps, sending } = wizard
  const [saving, setSaving] = useState(false)
  const problems = Object.entries(wizard.part.problems).map(([name, message]) => ({ name, message }))
  return (
    <>
      <Page title="買取を申し込む" back={back}>
        <Stack gap={20}>
          <Stepper steps={steps.map((each) => stepNames[each])} current={steps.indexOf(step)} />
          {wizard.takeBack && <Discarded onTakeBack={wizard.takeBack} />}
          {wizard.continued && <Continued draft={wizard.draft} onStartAgain={wizard.startAgain} />}
          <DraftNotices draft={wizard.draft} shops={input.shops} />
          <StepTitle ref={wizard.title} tabIndex={-1}>
            {titles[step]}
          </StepTitle>
          {sending.error !== null && problems.length === 0 && <RefusalNotice error={sending.error} />}
          {step === 'profile' ? (
            <ProfileStep customer={input.customer} onPending={setSaving} onDone={wizard.goOn} />
          ) : (
            <form id={wizardForm} noValidate onSubmit={wizard.submit} style={{ display: 'grid', gap: 24 }}>
              <ErrorSummary
                ref={wizard.summary}
                problems={problems}
                labels={fieldLabels}
                onJump={wizard.jump}
              />
              <StepFields wizard={wizard} {...input} />
            </form>
          )}
          <SavedLine draft={wizard.draft} />
        </Stack>
      </Page>
      <StickyBar floating={step !== 'confirm'}>
        <Buttons data-two={wizard.goBack ? '' : undefined}>
          {wizard.goBack && <QuietButton onClick={wizard.goBack}>戻る</QuietButton>}
          <NextButton
            type="submit"
            form={step === 'profile' ? PROFILE_FORM : wizardForm}
            pending={sending.isPending || (step === 'profile' && saving)}
          >
            {step === 'confirm' ? 'この内容で申し込む' : '次へ'}
          </NextButton>
        </Buttons>
      </StickyBar>
    </>
  )
}

type ProfileStepProps = {
  customer: Customer | undefined
  onPending: (pending: boolean) => void
  onDone: () => void
}

function ProfileStep({ customer, onPending, onDone }: ProfileStepProps) {
  const [tooYoung, setTooYoung] = useState(0)
  const ref = useAttention<HTMLDivElement>(tooYoung)
  const saved = (stored: Customer) => {
    if (obstacleOf(stored, todayInTokyo()) === 'under_age') setTooYoung((count) => count + 1)
    else onDone()
  }
  return (
    <Stack gap={16}>
      <p>買取とお支払いに必要です。次のお申し込みからは、ご入力いただくことはありません。</p>
      {tooYoung > 0 && <ObstacleNotice obstacle="under_age" ref={ref} />}
      <ProfileForm customer={customer} onSaved={saved} step={{ onPending }} />
    </Stack>
  )
}

function Continued({ draft, onStartAgain }: { draft: WizardState['draft']; onStartAgain: () => void }) {
  return (
    <Notice
      role="status"
      title="続きから始められます"
      actions={
        <button type="button" onClick={onStartAgain}>
          最初からやり直す
        </button>
      }
    >
      前に入力した内容が残っていました。{draft.until && `${shortDate(draft.until)}まで保存しています。`}
    </Notice>
  )
}

/** Takes the focus, because the button that discarded the draft is gone. */
function Discarded({ onTakeBack }: { onTakeBack: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <Notice
      role="status"
      title="入力した内容を消しました"
      actions={
        <button type="button" ref={undo} onClick={onTakeBack}>
          元に戻す
        </button>
      }
    >
      10秒のあいだは、元に戻せます。
    </Notice>
  )
}

function StepFields({ wizard, shops, terms, customer }: WizardInput & { wizard: WizardState }) {
  const { part, shop, step } = wizard
  const listed = useDeclaredList(wizard.list)
  if (step === 'shop') return <ShopFields {...part} shops={shops} />
  if (step === 'goods')
    return (
      <GoodsFields
        {...part}
        declared={<DeclaredSection list={wizard.list} ensure={wizard.draft.keeper.list} />}
      />
    )
  if (!shop) return null
  if (step === 'sending')
    return <SendingFields {...part} shop={shop} place={<RegisteredPlace customer={customer} />} />
  return (
    <ConfirmStep
      {...part}
      {...{ shop, terms, customer, onStep: wizard.goTo, listed: listed.data?.total ?? null }}
      renewed={errorCode(wizard.sending.error) === 'terms_outdated'}
    />
  )
}

function RegisteredPlace({ customer }: { customer: Customer | undefined }) {
  return customer?.profileComplete ? (
    <>
      ご登録のご住所(<AddressText>{addressLine(customer.address)}</AddressText>)に伺います。
    </>
  ) : (
    <>次の画面でお聞きするご住所に伺います。</>
  )
}
