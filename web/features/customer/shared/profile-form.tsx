import { useEffect, useRef } from 'react'
import { todayInTokyo } from '#web/lib/dates.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { StoredForm } from '#web/ui/stored-form.tsx'
import { type Customer, missingParts, profileTexts } from './profile.rules.ts'
import { AddressCard, InvoiceCard, PersonCard, ReachCard, WorkCard } from './profile-fields.tsx'
import { type Saved, useProfile } from './use-profile.ts'

/** Used by submit buttons outside the form. */
export const PROFILE_FORM = 'profile'

type Props = {
  /** Undefined before the profile is first saved. */
  customer: Customer | undefined
  onSaved?: (stored: Customer) => void
  /** Set when the form is a wizard step with its own submit button. */
  step?: { onPending: (pending: boolean) => void }
}

export function ProfileForm({ customer, onSaved, step }: Props) {
  const { setup, saved, dialog } = useProfile(customer, onSaved)
  const { form } = setup
  const { isSubmitting } = form.formState
  const missing = missingParts(customer, todayInTokyo())
  const onPending = step?.onPending
  useEffect(() => onPending?.(isSubmitting), [onPending, isSubmitting])
  return (
    <Stack gap={24}>
      {saved && !step && <SavedNotice saved={saved} />}
      {customer?.profileComplete !== true && !saved && !step && missing.length > 0 && (
        <Notice tone="wait" title="お申し込みには、この情報の登録が必要です">
          まだいただいていないもの: {missing.join('、')}
        </Notice>
      )}
      <StoredForm
        id={PROFILE_FORM}
        setup={setup}
        textOf={profileTexts}
        startAgain="保存されている内容に戻す"
        lead={
          customer?.isIdentityVerified && (
            <Notice title="本人確認がお済みです">
              {customer.isCorporate
                ? '名称・法人番号・本店の所在地・取引のご担当者'
                : 'お名前・生年月日・ご住所'}
              を変えると、次の売却の前に、もう一度本人確認が必要になります。
            </Notice>
          )
        }
      >
        <PersonCard form={form} />
        <ReachCard form={form} phoneKnown={Boolean(customer?.phone)} />
        <AddressCard form={form} />
        <WorkCard form={form} />
        <InvoiceCard form={form} />
        {!step && (
          <NextButton type="submit" pending={isSubmitting}>
            保存する
          </NextButton>
        )}
      </StoredForm>
      {dialog}
    </Stack>
  )
}

/** Takes the focus, so that screen readers announce it. */
function SavedNotice({ saved }: { saved: Saved }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.scrollIntoView?.({ block: 'center' })
    notice.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Notice ref={notice} role="status" tone={saved.identityCleared ? 'wait' : 'ok'} title="保存しました">
      {saved.identityCleared
        ? '本人確認が、もう一度必要になりました。「設定」の「本人確認」からお進みください。'
        : '次のお申し込みから、この内容を使います。'}
    </Notice>
  )
}
