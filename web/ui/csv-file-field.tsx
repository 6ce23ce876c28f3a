import { type ReactNode, useId, useRef } from 'react'
import { QuietButton } from './button.tsx'
import { FieldGroup } from './field.tsx'
import { Row } from './page.tsx'

type Props = {
  help: ReactNode
  /** Of the file chosen. */
  name: string | undefined
  checking: boolean
  disabled?: boolean
  autoFocus?: boolean
  onFile: (file: File | undefined) => void
  children?: ReactNode
}

/** Choosing a CSV file, which is checked at once. */
export function CsvFileField({ help, name, checking, disabled, autoFocus, onFile, children }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <FieldGroup label="CSVファイル" help={help}>
      <Row gap={10}>
        <QuietButton
          autoFocus={autoFocus}
          pending={checking}
          disabled={disabled}
          aria-describedby={id}
          onClick={() => input.current?.click()}
        >
          {name ? '別のファイルを選ぶ' : 'ファイルを選ぶ'}
        </QuietButton>
        <span id={id} role="status" style={{ overflowWrap: 'anywhere' }}>
          {checking ? '中身を確かめています。' : name}
        </span>
      </Row>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label="CSVファイル"
        onChange={({ target }) => {
          onFile(target.files?.[0])
          target.value = ''
        }}
      />
      {children}
    </FieldGroup>
  )
}
