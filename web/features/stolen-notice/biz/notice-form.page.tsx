import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { formatDateJa, isDate } from '#contract/day'
import { noticeEnd } from '#contract/notice-period'
import { stolenNoticeCalls } from '#contract/stolen-notice'
import { todayInTokyo } from '#web/lib/dates.ts'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Row, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StoredForm } from '#web/ui/stored-form.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import { ArticleFields, TwoColumns } from './article-fields.tsx'
import {
  type Notice,
  type NoticeValues,
  noticeBody,
  noticeRules,
  noticeTexts,
  noticeValuesOf,
} from './notice.rules.ts'

export default function NoticeFormPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <NoticeForm stored={undefined} /> : <Edited id={Number(id)} />
}

function Edited({ id }: { id: number }) {
  const read = useCall(stolenNoticeCalls.get, { params: { id } })
  if (read.data) return <NoticeForm key={id} stored={read.data} />
  return (
    <DetailPage title="品触れ">
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {() => null}
      </WhenRead>
    </DetailPage>
  )
}

function NoticeForm({ stored }: { stored: Notice | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutationOf(stolenNoticeCalls.create)
  const replace = useMutationOf(stolenNoticeCalls.replace)
  const setup = useStoredForm<NoticeValues, Notice>({
    draft: `notice-${stored?.id ?? 'new'}`,
    stored,
    valuesOf: noticeValuesOf,
    rules: noticeRules,
    save: (values, { version }) => {
      const body = noticeBody(values)
      return stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: { ...body, version } })
        : create.mutateAsync({ body })
    },
    onSaved: (saved) => {
      client.setQueryData(queryOf(stolenNoticeCalls.get, { params: { id: saved.id } }).queryKey, saved)
      const hits = saved.openCount + saved.heldCount
      notify.done(
        hits > 0
          ? `品触れを保存しました。該当しそうな品が${hits}点あります。`
          : saved.comparedAt
            ? '品触れを保存しました。いま該当する品はありません。'
            : '品触れを保存しました。お預かりしている品・買い取った品と照らし合わせています。',
      )
      void navigate({ to: '/biz/notices/$id', params: { id: String(saved.id) } })
    },
  })
  return (
    <DetailPage
      title={stored ? '品触れの訂正' : '品触れの登録'}
      actions={
        <Link
          {...(stored
            ? { to: '/biz/notices/$id', params: { id: String(stored.id) } }
            : { to: '/biz/notices' })}
          style={{ display: 'inline-flex', gap: 4 }}
        >
          <BackMark />
          {stored ? '品触れに戻る' : '品触れの一覧'}
        </Link>
      }
    >
      <div style={{ maxWidth: 820 }}>
        <StoredForm setup={setup} textOf={noticeTexts} startAgain="書きかけを消して、はじめから入力する">
          <Card>
            <PaperFields form={setup.form} />
          </Card>
          <ArticleFields form={setup.form} />
          <Row>
            <NextButton type="submit" data-go="" pending={setup.form.formState.isSubmitting}>
              {stored ? 'この内容に訂正する' : '登録して照らし合わせる'}
            </NextButton>
          </Row>
        </StoredForm>
      </div>
    </DetailPage>
  )
}

function PaperFields({ form }: { form: CallForm<NoticeValues> }) {
  const issuedOn = useBound(form, 'issuedOn')
  const arrivedOn = useBound(form, 'arrivedOn')
  const end = isDate(arrivedOn.value) ? noticeEnd(arrivedOn.value) : undefined
  return (
    <Stack gap={12}>
      <TwoColumns>
        <TextField required maxLength={60} autoComplete="off" {...form.field('policeStation')} />
        <TextField required maxLength={60} autoComplete="off" {...form.field('number')} />
        <DatePicker
          required
          max={todayInTokyo()}
          help={
            end
              ? `${formatDateJa(end)}まで保存し、照らし合わせます。`
              : 'お店に届いた日。この日から6か月、保存して照らし合わせます。'
          }
          {...arrivedOn}
        />
        <DatePicker
          required={false}
          max={todayInTokyo()}
          help="品触れに書かれている発行の日付。"
          {...issuedOn}
        />
      </TwoColumns>
      <TextField
        required={false}
        maxLength={120}
        autoComplete="off"
        help="例 生活安全課 盗犯係 03-0000-0110"
        {...form.field('contact')}
      />
      <TextArea required={false} maxLength={1000} rows={2} {...form.field('note')} />
    </Stack>
  )
}
