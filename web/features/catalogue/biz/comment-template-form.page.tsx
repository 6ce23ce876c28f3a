import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { commentTemplateCalls as calls } from '#contract/comment-template'
import { commentVariables, fillComment, oddVariables } from '#contract/comment-text'
import { SetupForm } from '#web/features/company/shared/setup-form.tsx'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { insertText } from '#web/ui/keyboard.ts'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { BackMark, Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import {
  sampleArticle,
  samplePrice,
  type Template,
  type TemplateValues,
  templateBody,
  templateRules,
  templateTexts,
  templateValuesOf,
} from './comment-template.rules.ts'

const back = (
  <Link to="/biz/comment-templates" style={{ display: 'inline-flex', gap: 4 }}>
    <BackMark />
    定型コメントの一覧
  </Link>
)

export default function CommentTemplateFormPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? (
    <DetailPage title="定型コメントの登録" actions={back}>
      <TemplateForm stored={undefined} />
    </DetailPage>
  ) : (
    <Edited id={Number(id)} />
  )
}

function Edited({ id }: { id: number }) {
  const read = useCall(calls.get, { params: { id } })
  return (
    <DetailPage title={read.data?.title ?? '定型コメント'} actions={back}>
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {(template) =>
          template.isOwn ? (
            <TemplateForm key={template.id} stored={template} />
          ) : (
            <SharedTemplate template={template} />
          )
        }
      </WhenRead>
    </DetailPage>
  )
}

/** Kept by the operator; a dealer may put an own one in its place. */
function SharedTemplate({ template }: { template: Template }) {
  return (
    <Card style={{ maxWidth: 640, display: 'grid', gap: 12 }}>
      <Notice title="運営の定型コメントです">
        {`内容は変えられません。短い記号「${template.shortCode}」で自社の定型コメントを登録すると、そちらが使われます。`}
      </Notice>
      <p style={{ whiteSpace: 'pre-wrap' }}>{template.body}</p>
    </Card>
  )
}

const Variables = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  '& button': {
    minHeight: 32,
    padding: '2px 10px',
    border: `1px solid ${theme.okuru.palette.border.strong}`,
    borderRadius: 8,
    fontSize: 13,
    background: theme.okuru.palette.bg.paper,
    cursor: 'pointer',
  },
  '& button:hover': { background: theme.okuru.palette.bg.header },
}))

const Sample = styled('p')(({ theme }) => ({
  padding: '10px 12px',
  borderRadius: 8,
  fontSize: 13,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  background: theme.okuru.palette.bg.sunken,
}))

function useTemplateForm(stored: Template | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutationOf(calls.create)
  const replace = useMutationOf(calls.replace)
  return useStoredForm<TemplateValues, Template>({
    draft: `comment-template-${stored?.id ?? 'new'}`,
    stored,
    valuesOf: templateValuesOf,
    rules: templateRules,
    save: (values, { version }) =>
      stored
        ? replace.mutateAsync({ params: { id: stored.id }, body: { ...templateBody(values), version } })
        : create.mutateAsync({ body: templateBody(values) }),
    onSaved: (saved) => {
      client.setQueryData(queryOf(calls.get, { params: { id: saved.id } }).queryKey, saved)
      notify.done(`定型コメント「${saved.title}」を保存しました。`)
      void navigate({ to: '/biz/comment-templates' })
    },
  })
}

function TemplateForm({ stored }: { stored: Template | undefined }) {
  const setup = useTemplateForm(stored)
  const { data: categories = [] } = useCall(catalogueCalls.categories)
  const box = useRef<HTMLTextAreaElement | null>(null)
  const { field, register, watch } = setup.form
  const { ref: bodyRef, ...body } = field('body')
  const text = watch('body')
  const names = [...new Set(['共通', ...categories.map(({ name }) => name)])]
  const add = (name: string) => {
    box.current?.focus()
    insertText(`{${name}}`)
  }
  return (
    <Card style={{ maxWidth: 640 }}>
      <SetupForm
        setup={setup}
        textOf={templateTexts}
        submit={stored ? 'この内容で保存する' : '定型コメントを登録する'}
        more={undefined}
      >
        <TextField
          required
          help="半角の英数字で8文字まで。コメント欄に「/」に続けて入力し、スペースを押すと本文が入ります。"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={8}
          {...field('shortCode')}
        />
        <TextField required autoComplete="off" maxLength={40} {...field('title')} />
        <TextArea
          required
          rows={5}
          maxLength={1000}
          help="お客さまに見える文です。差し込みは、入れるときの商品の内容に置き換わります。"
          {...body}
          ref={(element) => {
            box.current = element
            bodyRef(element)
          }}
        />
        <Variables role="group" aria-label="差し込み">
          {commentVariables.map((name) => (
            <button key={name} type="button" onClick={() => add(name)}>
              {`{${name}}`}
            </button>
          ))}
        </Variables>
        {text.trim() !== '' && oddVariables(text).length === 0 && (
          <div>
            <Muted style={{ fontSize: 12 }}>入ったときの例</Muted>
            <Sample>{fillComment(text, sampleArticle, samplePrice).text}</Sample>
          </div>
        )}
        <SelectField
          emptyLabel="なし"
          options={names.map((name) => ({ value: name, label: name }))}
          {...field('category')}
        />
        <CheckField
          label="査定で使う"
          help="外すと、査定の画面に出なくなります。"
          {...register('isActive')}
        />
      </SetupForm>
    </Card>
  )
}
