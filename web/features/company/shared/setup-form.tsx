import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { NextButton } from '#web/ui/button.tsx'
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Row } from '#web/ui/page.tsx'
import type { SetupFormState } from './use-setup-form.ts'

type Props<Values extends FieldValues, Stored extends { version: number }> = {
  setup: SetupFormState<Values, Stored>
  textOf: (values: Values) => Readonly<Record<string, string>>
  submit: string
  more: ReactNode
  children: ReactNode
}

export function SetupForm<Values extends FieldValues, Stored extends { version: number }>(
  props: Props<Values, Stored>,
) {
  const { setup, textOf, submit, more, children } = props
  const { form, conflict } = setup
  const id = useId()
  return (
    <>
      {setup.restored && (
        <Notice
          role="status"
          title="書きかけの内容が残っていました"
          actions={
            <button type="button" onClick={setup.startAgain}>
              書きかけを消して、はじめから入力する
            </button>
          }
        >
          まだ保存されていません。続きから入力できます。
        </Notice>
      )}
      <Form id={id} form={form} failedTitle="保存できませんでした" onValid={setup.send}>
        {children}
        <Row style={{ marginTop: 4 }}>
          <NextButton type="submit" pending={form.formState.isSubmitting}>
            {submit}
          </NextButton>
          {more}
        </Row>
      </Form>
      {conflict && (
        <ConflictDialog
          open
          fields={differences(form.labels, textOf(form.getValues()), textOf(setup.valuesOf(conflict)))}
          onClose={setup.closeConflict}
          onResolve={(choice) => {
            setup.settle(
              conflict,
              Object.keys(choice).filter((name) => choice[name] === 'theirs'),
            )
            const element = document.getElementById(id)
            if (element instanceof HTMLFormElement) element.requestSubmit()
          }}
        />
      )}
    </>
  )
}

type Texts = Readonly<Record<string, string>>

export const differences = (labels: Texts, mine: Texts, theirs: Texts) =>
  Object.keys(mine)
    .filter((key) => mine[key] !== theirs[key])
    .map((key) => ({ key, label: labels[key] ?? key, mine: mine[key] || '—', theirs: theirs[key] || '—' }))
