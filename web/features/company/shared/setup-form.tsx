import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { NextButton } from '#web/ui/button.tsx'
import { Row } from '#web/ui/page.tsx'
import { StoredForm } from '#web/ui/stored-form.tsx'

type Props<Values extends FieldValues, Stored extends { version: number }> = Pick<
  ComponentProps<typeof StoredForm<Values, Stored>>,
  'setup' | 'textOf' | 'children'
> & {
  /** Null: it is only read. */
  submit: string | null
  more: ReactNode
}

export function SetupForm<Values extends FieldValues, Stored extends { version: number }>(
  props: Props<Values, Stored>,
) {
  const { setup, textOf, submit, more, children } = props
  return (
    <StoredForm
      setup={setup}
      textOf={textOf}
      startAgain="書きかけを消して、はじめから入力する"
      failedTitle="保存できませんでした"
    >
      {children}
      <Row style={{ marginTop: 4 }}>
        {submit && (
          <NextButton type="submit" pending={setup.form.formState.isSubmitting}>
            {submit}
          </NextButton>
        )}
        {more}
      </Row>
    </StoredForm>
  )
}
