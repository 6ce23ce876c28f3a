import { styled } from '@mui/material/styles'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import {
  ErrorText,
  HelpText,
  Input,
  Label,
  LabelRow,
  LabelText,
  NeedMark,
  SelectBox,
  TextBox,
} from './field-style.tsx'

export type FieldProps = {
  label: ReactNode
  required?: boolean
  help?: ReactNode
  error?: string
  labelEnd?: ReactNode
}

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const Root = styled('div')({ minWidth: 0 })

export function Field(props: FieldProps & { id?: string; children: (control: ControlProps) => ReactNode }) {
  const { label, required, help, error, labelEnd, children } = props
  const generated = useId()
  const id = props.id ?? generated
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <Root>
      <LabelRow>
        <Label htmlFor={id}>{label}</Label>
        <NeedMark required={required} />
        {labelEnd && <span className="end">{labelEnd}</span>}
      </LabelRow>
      {help && <HelpText id={`${id}-help`}>{help}</HelpText>}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </Root>
  )
}

export function FieldGroup({ label, required, help, error, children }: FieldProps & { children: ReactNode }) {
  const id = useId()
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={describedBy || undefined}>
      <Legend>
        <LabelText>{label}</LabelText>
        <NeedMark required={required} />
      </Legend>
      {help && <HelpText id={`${id}-help`}>{help}</HelpText>}
      {children}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </fieldset>
  )
}

const Legend = styled('legend')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: 0,
  marginBottom: 4,
})

const Ends = styled('span')({ display: 'flex', alignItems: 'center', gap: 8, '& > .unit': { flex: 'none' } })

type TextFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, 'size'> & { unit?: ReactNode }

export function TextField({ label, required, help, error, labelEnd, unit, id, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, required, help, error, labelEnd, id }}>
      {(control) =>
        unit ? (
          <Ends>
            <Input {...input} {...control} />
            <span className="unit">{unit}</span>
          </Ends>
        ) : (
          <Input {...input} {...control} />
        )
      }
    </Field>
  )
}

type TextAreaProps = FieldProps & ComponentPropsWithRef<'textarea'>

export function TextArea({ label, required, help, error, labelEnd, id, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, required, help, error, labelEnd, id }}>
      {(control) => <TextBox rows={3} {...area} {...control} />}
    </Field>
  )
}

export type Option = { value: string | number; label: string; disabled?: boolean }

type SelectFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'select'>, 'children'> & {
    options: readonly Option[]
    emptyLabel?: string
  }

export function SelectField(props: SelectFieldProps) {
  const { label, required, help, error, labelEnd, id, options, emptyLabel, ...select } = props
  return (
    <Field {...{ label, required, help, error, labelEnd, id }}>
      {(control) => (
        <SelectBox {...select} {...control}>
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  )
}
