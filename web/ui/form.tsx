import { styled, useTheme } from '@mui/material/styles'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { CancelError } from '#web/lib/api-error.ts'
import { applyServerErrors, type FormProblem, listProblems } from './form-errors.ts'
import { Icon } from './icons.tsx'

const FormRoot = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.okuru.variant === 'biz' ? 12 : 24,
}))

const Summary = styled('div')(({ theme }) => ({
  padding: '14px 16px',
  color: theme.okuru.palette.error.main,
  background: theme.okuru.palette.error.bg,
  border: `1px solid ${theme.okuru.palette.error.main}`,
  borderRadius: theme.okuru.radius.field,
  scrollMarginTop: 96,
  '& h2': { display: 'flex', gap: 8, alignItems: 'center', fontSize: 14, fontWeight: 700 },
  '& ul': { margin: '6px 0 0', paddingLeft: 28 },
  '& li': { listStyle: 'disc', padding: '4px 0' },
  '& a': { color: 'inherit' },
  '& p': { marginTop: 6, paddingLeft: 28 },
}))

type SummaryProps = {
  problems: readonly FormProblem[]
  labels?: Readonly<Record<string, string>>
  overall?: string
  failed?: string
  ref?: RefObject<HTMLDivElement | null>
  onJump: (name: string) => void
}

export function ErrorSummary(props: SummaryProps) {
  const { problems, labels = {}, overall, failed, ref, onJump } = props
  // Customers send something to the shop, staff save what is theirs.
  const usual = useTheme().okuru.variant === 'biz' ? '保存できませんでした' : '送信できませんでした'
  if (problems.length === 0 && !overall) return null
  return (
    <Summary ref={ref} tabIndex={-1} role="alert">
      <h2>
        <Icon name="warning" />
        {problems.length > 0 ? `${problems.length}か所をご確認ください` : (failed ?? usual)}
      </h2>
      {overall && <p>{overall}</p>}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ name, message }) => (
            <li key={name}>
              <a
                href={`#${name}`}
                onClick={(event) => {
                  event.preventDefault()
                  onJump(name)
                }}
              >
                {labels[name] ? `${labels[name]}: ${message}` : message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Summary>
  )
}

function focusField(form: HTMLFormElement, name: string): void {
  const found = form.elements.namedItem(name)
  const control = found instanceof RadioNodeList ? found[0] : found
  if (control instanceof HTMLElement) {
    control.scrollIntoView?.({ block: 'center' })
    control.focus({ preventScroll: true })
  }
}

const bodyOf = (error: unknown): unknown =>
  error && typeof error === 'object' && 'body' in error ? error.body : undefined

const LOST =
  '通信が切れたか、ただいま処理できません。入力した内容はこの画面に残っています。もう一度お試しください。'

export type FormModel<Output> = {
  /** How the fields are called on the page, by dotted name. */
  labels?: Readonly<Record<string, string>>
  formState: { errors: FieldErrors; isSubmitting: boolean }
  getValues(): object
  setError(name: string, problem: { type: string; message: string }): void
  clearErrors(name: 'root.server'): void
  handleSubmit(
    onValid: (values: Output) => unknown,
    onInvalid: () => unknown,
  ): (event: FormEvent<HTMLFormElement>) => Promise<unknown>
}

type FormProps<Output> = {
  form: FormModel<Output>
  /** May throw the server's error, whose messages are read from `error.body`; a `CancelError` is passed over. */
  onValid: (values: Output) => Promise<unknown> | unknown
  children: ReactNode
  /** Instead of the form's. */
  labels?: Readonly<Record<string, string>>
  id?: string
  /** Shown when the failure carried no message. */
  lostMessage?: string
  failedTitle?: string
}

/**
 * A form whose submit button is never disabled. Errors are listed above and get the focus; server errors go to their
 * fields; the input is kept.
 */
export function Form<Output>(props: FormProps<Output>) {
  const { form, onValid, children, labels = form.labels, id, lostMessage = LOST, failedTitle } = props
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const [attempts, setAttempts] = useState(0)
  const [shown, setShown] = useState(false)
  const failed = useRef(false)
  const { errors } = form.formState
  const overall = errors.root?.server?.message

  useEffect(() => {
    if (attempts === 0) return
    // Set after react-hook-form's own timer, which focuses the first field.
    const timer = setTimeout(() => summary.current?.focus())
    return () => clearTimeout(timer)
  }, [attempts])

  const refused = () => {
    failed.current = true
    setShown(true)
  }
  const send = async (values: Output) => {
    try {
      await onValid(values)
      setShown(false)
    } catch (error) {
      if (error instanceof CancelError) return
      if (!applyServerErrors(form, bodyOf(error)))
        form.setError('root.server', { type: 'server', message: lostMessage })
      refused()
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation()
    if (form.formState.isSubmitting) {
      event.preventDefault()
      return
    }
    form.clearErrors('root.server')
    failed.current = false
    await form.handleSubmit(send, refused)(event)
    if (failed.current) setAttempts((count) => count + 1)
  }
  return (
    <FormRoot ref={element} id={id} noValidate onSubmit={(event) => void submit(event)}>
      {shown && (
        <ErrorSummary
          ref={summary}
          problems={listProblems(errors)}
          labels={labels}
          overall={overall}
          failed={failedTitle}
          onJump={(name) => element.current && focusField(element.current, name)}
        />
      )}
      {children}
    </FormRoot>
  )
}
