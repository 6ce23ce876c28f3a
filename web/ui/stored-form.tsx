import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConflictDialog } from './conflict-dialog.tsx'
import { Form } from './form.tsx'
import { Notice } from './notice.tsx'
import type { StoredFormState } from './use-stored-form.ts'

type Props<Values extends FieldValues, Stored extends { version: number }> = {
  setup: StoredFormState<Values, Stored>
  textOf: (values: Values) => Readonly<Record<string, string>>
  /** For submit buttons outside the form. */
  id?: string
  startAgain: string
  failedTitle?: string
  /** Between the notice of a restored draft and the form. */
  lead?: ReactNode
  children: ReactNode
}

export function StoredForm<Values extends FieldValues, Stored extends { version: number }>(
  props: Props<Values, Stored>,
) {
  const { setup, textOf, startAgain, failedTitle, lead, children } = props
  const { form, conflict } = setup
  const ownId = useId()
  const id = props.id ?? ownId
  return (
    <>
      {setup.restored && (
        <Notice
          role="status"
          title="書きかけの内容が残っていました"
          actions={
            <button type="button" onClick={setup.startAgain}>
              {startAgain}
            </button>
          }
        >
          まだ保存されていません。続きから入力できます。
        </Notice>
      )}
      {lead}
      <Form id={id} form={form} failedTitle={failedTitle} onValid={setup.send}>
        {children}
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
