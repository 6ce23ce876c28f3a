import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorCode } from '#web/lib/ask.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { GoodsFields } from './goods-fields.tsx'
import { RefusalNotice } from './refusal.tsx'
import { fieldLabels, lastStep, stepNames } from './request-draft.ts'
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

const titles = ['どのお店に送りますか', '何を送りますか', 'どうやって送りますか', 'この内容でよろしいですか']

type Props = WizardInput & {
  back: ReactNode
  /** What is known to stand in the way, said before anything is filled in. */
  standing: ReactNode
}

/** Four steps to a request. The step is part of the address, so the browser's own way back works. */
export function Wizard({ back, standing, ...input }: Props) {
  const wizard = useWizard(input)
  const { step, sending } = wizard
  const problems = Object.entries(wizard.part.problems).map(([name, message]) => ({ name, message }))
  return (
    <>
      <Page title="買取を申し込む" back={back}>
        <Stack gap={20}>
          {step === 0 && standing}
          <Stepper steps={stepNames} current={step} />
          {wizard.takeBack && <Discarded onTakeBack={wizard.takeBack} />}
          {wizard.continued && <Continued onStartAgain={wizard.startAgain} />}
          <StepTitle ref={wizard.title} tabIndex={-1}>
            {titles[step]}
          </StepTitle>
          {sending.error !== null && problems.length === 0 && <RefusalNotice error={sending.error} />}
          <form id={wizardForm} noValidate onSubmit={wizard.submit} style={{ display: 'grid', gap: 24 }}>
            <ErrorSummary
              ref={wizard.summary}
              problems={problems}
              labels={fieldLabels}
              onJump={wizard.jump}
            />
            <StepFields wizard={wizard} {...input} />
          </form>
        </Stack>
      </Page>
      <StickyBar floating={step < lastStep}>
        <Buttons data-two={step > 0 ? '' : undefined}>
          {step > 0 && <QuietButton onClick={() => wizard.goTo(step - 1)}>戻る</QuietButton>}
          <NextButton type="submit" form={wizardForm} pending={sending.isPending}>
            {step < lastStep ? '次へ' : 'この内容で申し込む'}
          </NextButton>
        </Buttons>
      </StickyBar>
    </>
  )
}

function Continued({ onStartAgain }: { onStartAgain: () => void }) {
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
      前に入力した内容が残っていました。
    </Notice>
  )
}

/** A press too many is undone; the button that was pressed went with what it wiped, so the focus comes here. */
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

function StepFields({ wizard, shops, terms }: WizardInput & { wizard: WizardState }) {
  const { part, shop, step } = wizard
  if (step === 0) return <ShopFields {...part} shops={shops} />
  if (step === 1) return <GoodsFields {...part} />
  if (!shop) return null
  if (step === 2) return <SendingFields {...part} shop={shop} />
  return (
    <ConfirmStep
      {...part}
      {...{ shop, terms, onStep: wizard.goTo }}
      renewed={errorCode(wizard.sending.error) === 'terms_outdated'}
    />
  )
}
