import { type UseFormReturn, useController } from 'react-hook-form'
import { todayInTokyo } from '#web/lib/dates.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { type AnnouncementValues, announcementLabels } from './announcement.rules.ts'
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
  form: UseFormReturn<AnnouncementValues>
  /** The publication time of a published announcement is fixed. */
  isOut: boolean
}

export function AnnouncementFields({ form, isOut }: Props) {
  const { errors } = form.formState
  const level = useController({ control: form.control, name: 'level' }).field
  const publication = useController({ control: form.control, name: 'publication' }).field
  const begins = useController({ control: form.control, name: 'publishedAt' }).field
  const ends = useController({ control: form.control, name: 'endsAt' }).field
  return (
    <>
      <ChoiceField
        label={announcementLabels.level}
        required
        name="level"
        columns={2}
        choices={levels}
        value={level.value}
        onChange={level.onChange}
        onBlur={level.onBlur}
        ref={level.ref}
        error={errors.level?.message}
      />
      <TextField
        label={announcementLabels.title}
        required
        autoComplete="off"
        maxLength={80}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextArea
        label={announcementLabels.body}
        required
        help="いつ、何が、どうなるか。改行はそのまま出ます。"
        maxLength={4000}
        rows={8}
        error={errors.body?.message}
        {...form.register('body')}
      />
      {!isOut && (
        <ChoiceField
          label={announcementLabels.publication}
          required
          name="publication"
          columns={3}
          choices={publications}
          value={publication.value}
          onChange={publication.onChange}
          onBlur={publication.onBlur}
          ref={publication.ref}
          error={errors.publication?.message}
        />
      )}
      {!isOut && publication.value === 'scheduled' && (
        <MomentField
          label={announcementLabels.publishedAt}
          required
          name="publishedAt"
          usualTime="10:00"
          min={todayInTokyo()}
          value={begins.value}
          onChange={begins.onChange}
          onBlur={begins.onBlur}
          error={errors.publishedAt?.message}
        />
      )}
      <MomentField
        label={announcementLabels.endsAt}
        required={false}
        help="決めておくと、その時刻に自動で掲載が終わります。"
        name="endsAt"
        usualTime="18:00"
        min={todayInTokyo()}
        value={ends.value}
        onChange={ends.onChange}
        onBlur={ends.onBlur}
        error={errors.endsAt?.message}
      />
    </>
  )
}
