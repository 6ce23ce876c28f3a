import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { FormModel } from './form.tsx'

type Problem = { type: string; message: string }
type Values<Name extends string> = Record<Name, string>
type Problems<Name extends string> = Partial<Record<Name, Problem>>

/**
 * A small replacement for react-hook-form on entry pages, for required text fields only. `missing` names the fields in
 * order, with the message for an empty one.
 */
export function usePlainForm<const Name extends string>(missing: Readonly<Record<Name, string>>) {
  const names = Object.keys(missing) as Name[]
  const fromEach = (textOf: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, textOf(name)])) as Values<Name>

  const sent = useRef(fromEach(() => ''))
  const [asked, setAsked] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [problems, setProblems] = useState<Problems<Name>>({})
  const [overall, setOverall] = useState<Problem>()

  const problemOf = (name: Name, text: string): Problems<Name>[Name] =>
    text === '' ? { type: 'required', message: missing[name] } : undefined

  const collected = (of: (name: Name) => Problem | undefined) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const problem = of(name)
        return problem ? [[name, problem]] : []
      }),
    ) as Problems<Name>

  const handleSubmit: FormModel<Values<Name>>['handleSubmit'] =
    (onValid, onInvalid) => async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const data = new FormData(event.currentTarget)
      const values = fromEach((name) => String(data.get(name) ?? ''))
      const found = collected((name) => problemOf(name, values[name]))
      sent.current = values
      setAsked(true)
      setProblems(found)
      if (Object.keys(found).length > 0) {
        onInvalid()
        return
      }
      setSubmitting(true)
      try {
        await onValid(values)
      } finally {
        setSubmitting(false)
      }
    }

  const form: FormModel<Values<Name>> = {
    formState: { errors: { ...problems, ...(overall && { root: { server: overall } }) }, isSubmitting },
    getValues: () => sent.current,
    setError: (name, problem) => {
      if (name === 'root.server') setOverall(problem)
      else setProblems((known) => collected((each) => (each === name ? problem : known[each])))
    },
    clearErrors: () => setOverall(undefined),
    handleSubmit,
  }

  /** After the first submit, errors are checked again on every input. */
  const register = (name: Name) => ({
    name,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!asked) return
      const { value } = event.target
      setProblems((known) => collected((each) => (each === name ? problemOf(name, value) : known[each])))
    },
  })

  return { form, register, problems }
}
