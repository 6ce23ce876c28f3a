import { useEffect, useRef, useState } from 'react'
import { CancelError } from '#web/lib/api-error.ts'
import { saveFile } from '#web/lib/download.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { isNetworkFailure } from '#web/lib/request.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row } from '#web/ui/page.tsx'

export type FileOptions = { signal: AbortSignal; onProgress: (bytes: number) => void }

const brokeOff =
  'ファイルを最後まで受け取れなかったため、保存していません。通信を確かめて、もう一度お試しください。'

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

type Props = { name: string; load: (options: FileOptions) => Promise<Blob> }

/** Saves a list as a CSV file, with progress and cancel. */
export const CsvButton = (props: Props) => <FileButton {...props} kind="CSV" />

export const PdfButton = (props: Props) => <FileButton {...props} kind="PDF" />

function FileButton({ name, load, kind }: Props & { kind: 'CSV' | 'PDF' }) {
  const [bytes, setBytes] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const stop = new AbortController()
    running.current = stop
    setBytes(0)
    setProblem(undefined)
    let came = 0
    let hasBegun = false
    const onProgress = (now: number) => {
      hasBegun = true
      // Throttled: the figure shows one decimal.
      if (now - came < 100_000) return
      came = now
      setBytes(now)
    }
    try {
      const saved = saveFile(await load({ signal: stop.signal, onProgress }), `${name}.${kind.toLowerCase()}`)
      notify.done(`${saved} を保存しました`)
    } catch (error) {
      if (!(error instanceof CancelError))
        setProblem(isNetworkFailure(error) && hasBegun ? brokeOff : sentenceFor(error))
    }
    setBytes(undefined)
  }
  if (bytes === undefined)
    return (
      <div>
        <QuietButton startIcon={<Icon name="download" size={16} />} onClick={() => void save()}>
          {kind}を保存する
        </QuietButton>
        {problem && <ErrorText role="alert">{problem}</ErrorText>}
      </div>
    )
  return (
    <Row>
      <Muted role="status">
        {kind}を書き出しています{bytes > 0 && ` ${megabytes(bytes)}`}
      </Muted>
      <QuietButton onClick={() => running.current?.abort()}>やめる</QuietButton>
    </Row>
  )
}
