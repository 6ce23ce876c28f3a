import { styled } from '@mui/material/styles'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { type CsvText, csvTextOf, type LineProblem, lineProblems } from '#web/lib/csv-file.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { CsvFileField } from '#web/ui/csv-file-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'

export type Loaded = { created: number; updated: number; unchanged: number }

type Props<Result extends Loaded> = {
  title: string
  /** What the file has to look like. */
  help: ReactNode
  load: (file: CsvText, dryRun: boolean) => Promise<Result>
  preview?: (result: Result) => ReactNode
  /** Whether its lines may also be something new. */
  adds?: boolean
  onClose: () => void
}

const List = styled('ul')({
  margin: 0,
  paddingLeft: '1.4em',
  maxHeight: 220,
  overflow: 'auto',
  fontSize: 13,
  lineHeight: 1.7,
})

type Failure = { sentence: string; problems: readonly LineProblem[] }

const failureOf = (error: unknown): Failure => {
  const problems = error instanceof ApiError ? lineProblems(error.body) : []
  const sentence =
    problems.length > 0
      ? `${problems.length}行に直すところがあります。まだ何も変わっていません。`
      : sentenceFor(error)
  return { sentence, problems }
}

const unreadable = {
  sentence: 'ファイルの文字コードが分かりません。UTF-8かShift_JISで保存してください。',
  problems: [],
}

type Import<Result extends Loaded> = Pick<Props<Result>, 'load' | 'adds' | 'onClose'>

function useCsvImport<Result extends Loaded>({ load, adds = true, onClose }: Import<Result>) {
  const [name, setName] = useState<string>()
  const [file, setFile] = useState<CsvText>()
  const [result, setResult] = useState<Result>()
  const [failure, setFailure] = useState<Failure>()
  const [pending, setPending] = useState<'check' | 'load'>()
  // Only the newest check is shown: another file may be chosen while one is read.
  const newest = useRef(0)
  const run = async (text: CsvText, dryRun: boolean) => {
    newest.current += 1
    const own = newest.current
    setPending(dryRun ? 'check' : 'load')
    setFailure(undefined)
    try {
      const loaded = await load(text, dryRun)
      if (own !== newest.current) return
      setResult(loaded)
      if (!dryRun) {
        notify.done(`${adds ? `${loaded.created}件を登録し、` : ''}${loaded.updated}件を変更しました。`)
        onClose()
      }
    } catch (error) {
      if (own === newest.current) setFailure(failureOf(error))
    }
    if (own === newest.current) setPending(undefined)
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    setName(chosen.name)
    setResult(undefined)
    const text = csvTextOf(await chosen.arrayBuffer())
    setFile(text)
    if (text === undefined) setFailure(unreadable)
    else await run(text, true)
  }
  const apply = () => file !== undefined && void run(file, false)
  return { name, result: failure ? undefined : result, failure, pending, choose, apply }
}

/** Shows what a file would change before it is loaded. */
export function CsvImportDialog<Result extends Loaded>(props: Props<Result>) {
  const { title, help, preview, adds = true, onClose } = props
  const work = useCsvImport(props)
  const { name, result, failure, pending } = work
  const changes = result ? result.created + result.updated : 0
  return (
    <Dialog
      open
      wide
      title={title}
      onClose={onClose}
      actions={
        <>
          {changes > 0 && (
            <NextButton pending={pending === 'load'} onClick={work.apply}>
              {changes}件を取り込む
            </NextButton>
          )}
          <QuietButton onClick={onClose}>戻る</QuietButton>
        </>
      }
    >
      <Stack gap={14}>
        <CsvFileField
          autoFocus
          help={help}
          name={name}
          checking={pending === 'check'}
          disabled={pending === 'load'}
          onFile={(file) => void work.choose(file)}
        />
        {failure && (
          <Notice tone="late" role="alert" title="このファイルは取り込めません">
            {failure.sentence}
            {failure.problems.length > 0 && <Problems problems={failure.problems} />}
          </Notice>
        )}
        {result && (
          <Notice
            tone={changes > 0 ? 'wait' : 'plain'}
            role="status"
            title={changes > 0 ? 'まだ何も変わっていません' : '新しく取り込むことはありません'}
          >
            {`${adds ? `登録${result.created}件、` : ''}変更${result.updated}件、変わらない行${result.unchanged}件です。`}
          </Notice>
        )}
        {result && preview?.(result)}
      </Stack>
    </Dialog>
  )
}

const MOST = 100

function Problems({ problems }: { problems: readonly LineProblem[] }) {
  return (
    <>
      <List>
        {problems.slice(0, MOST).map(({ line, messages }) => (
          <li key={line}>{`${line}行目: ${messages.join(' ')}`}</li>
        ))}
      </List>
      {problems.length > MOST && <Muted>{`ほか${problems.length - MOST}行`}</Muted>}
    </>
  )
}
