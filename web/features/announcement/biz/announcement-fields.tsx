import { announcementLevelLabel } from '#contract/announcement'
import { todayInTokyo } from '#web/lib/dates.ts'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { Muted } from '#web/ui/page.tsx'
import type { AnnouncementValues } from './announcement.rules.ts'
import { MomentField } from './moment-field.tsx'
import type { Targets } from './targets.ts'

const levels = [
  { value: 'info' as const, label: announcementLevelLabel.info, help: 'ふだんの案内' },
  { value: 'important' as const, label: announcementLevelLabel.important, help: '印が付きます' },
]

const audienceChoices = [
  { value: 'everyone' as const, label: 'すべての方', help: 'サイトに来た方にも' },
  { value: 'customers' as const, label: 'お客さま', help: 'ログインした方だけに' },
  { value: 'under_way' as const, label: '取引中のお客さま', help: 'お申し込みが進んでいる方だけに' },
  { value: 'business' as const, label: '担当者', help: '業務の画面だけに' },
]

const publications = [
  { value: 'draft' as const, label: '下書きにする', help: '誰にも見えません' },
  { value: 'now' as const, label: '今すぐ掲載する', help: '保存すると出ます' },
  { value: 'scheduled' as const, label: '日時を決める', help: 'その時刻に出ます' },
]

type Props = {
  form: CallForm<AnnouncementValues>
  /** The publication time of a published announcement is fixed. */
  isOut: boolean
  targets: Targets
}

export function AnnouncementFields({ form, isOut, targets }: Props) {
  const level = useBound(form, 'level')
  const publication = useBound(form, 'publication')
  const begins = useBound(form, 'publishedAt')
  const ends = useBound(form, 'endsAt')
  return (
    <>
      <AudienceFields form={form} targets={targets} />
      <ChoiceField required columns={2} choices={levels} {...level} />
      <TextField required autoComplete="off" maxLength={80} {...form.field('title')} />
      <TextArea
        required
        help="いつ、何が、どうなるか。改行はそのまま出ます。https:// で始まるアドレスは、押して開けるようになります。"
        maxLength={4000}
        rows={8}
        {...form.field('body')}
      />
      {!isOut && <ChoiceField required columns={3} choices={publications} {...publication} />}
      {!isOut && publication.value === 'scheduled' && (
        <MomentField required usualTime="10:00" min={todayInTokyo()} {...begins} />
      )}
      <MomentField
        required={false}
        help="決めておくと、その時刻に自動で掲載が終わります。"
        usualTime="18:00"
        min={todayInTokyo()}
        {...ends}
      />
    </>
  )
}

function AudienceFields({ form, targets }: Pick<Props, 'form' | 'targets'>) {
  const audience = useBound(form, 'audience')
  const { isHouse, companies, shops, mayTellAll, people } = targets
  const isSome = audience.value !== 'everyone'
  return (
    <>
      <ChoiceField
        required
        columns={isHouse ? 2 : 3}
        choices={audienceChoices.filter(({ value }) => isHouse || value !== 'everyone')}
        {...audience}
      />
      {isSome && isHouse && (
        <SelectField
          help="ひとつ選ぶと、その会社のお客さまか担当者だけに届きます。"
          emptyLabel="すべての会社"
          options={companies}
          {...form.field('company')}
        />
      )}
      {isSome && !isHouse && shops.length > 0 && (
        <SelectField
          required={!mayTellAll}
          emptyLabel={mayTellAll ? 'すべての店舗' : '選んでください'}
          options={shops}
          {...form.field('shop')}
        />
      )}
      <Muted role="status" style={{ fontSize: 12 }}>
        {people === undefined && '届く人数を数えています…'}
        {typeof people === 'number' &&
          `${people.toLocaleString('ja-JP')}人に届きます${isSome ? '。' : '(ほかに、サイトに来た方にも)。'}`}
      </Muted>
    </>
  )
}
