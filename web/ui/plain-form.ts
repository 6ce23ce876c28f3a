import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { FormModel } from './form.tsx'

type Problem = { type: string; message: string }
type Values<Name extends string> = Record<Name, string>
type Problems<Name extends string> = Partial<Record<Name, Problem>>

/**
 * A form of a few texts, none of which may be missing, for the pages where visits begin: it does what
 * react-hook-form would do there, without bringing it. `missing` names the fields, in their order, and says what is
 * shown when one is empty.
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

  /** In the order of the fields, and nothing for those in order. */
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

  /** What was found wrong is looked at again with every letter, but nothing before the form was sent. */
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
