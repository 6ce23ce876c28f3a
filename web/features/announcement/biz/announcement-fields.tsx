import { todayInTokyo } from '#web/lib/dates.ts'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import type { AnnouncementValues } from './announcement.rules.ts'
import { MomentField } from './moment-field.tsx'

const levels = [
  { value: 'info' as const, label: 'お知らせ', help: 'ふだんの案内' },
  { value: 'important' as const, label: '重要', help: '印が付きます' },
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
}

export function AnnouncementFields({ form, isOut }: Props) {
  const level = useBound(form, 'level')
  const publication = useBound(form, 'publication')
  const begins = useBound(form, 'publishedAt')
  const ends = useBound(form, 'endsAt')
  return (
    <>
      <ChoiceField required columns={2} choices={levels} {...level} />
      <TextField required autoComplete="off" maxLength={80} {...form.field('title')} />
      <TextArea
        required
        help="いつ、何が、どうなるか。改行はそのまま出ます。"
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
