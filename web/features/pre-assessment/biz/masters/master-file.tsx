import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { longestUpload, type UploadKind, uploadKindLabel } from '#contract/pre-assessment-master'
import { formatCount } from '#contract/text'
import { ApiError } from '#web/lib/api-error.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { isPlainObject } from '#web/lib/case.ts'
import { type CsvText, csvTextOf } from '#web/lib/csv-file.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { reread, useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { CsvFileField } from '#web/ui/csv-file-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Stack } from '#web/ui/page.tsx'
import { type FileProblem, fileColumns, fileProblems, isOver, problemsOf } from './master-file.rules.ts'

export type Upload = AskResult<typeof calls.upload>

const writers = {
  brands: calls.uploadBrands,
  categories: calls.uploadCategories,
  customers: calls.uploadCustomers,
  price_templates: calls.uploadPriceTemplates,
  season_tags: calls.uploadSeasonTags,
} as const

export function MasterFileButton({ kind }: { kind: UploadKind }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <QuietButton startIcon={<Icon name="upload" size={16} />} onClick={() => setOpen(true)}>
        CSVを取り込む
      </QuietButton>
      {isOpen && <MasterFile kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}

type Failure = { sentence: string; problems: readonly FileProblem[] }

const failureOf = (error: unknown): Failure => {
  const body = error instanceof ApiError && isPlainObject(error.body) ? error.body : {}
  return { sentence: sentenceFor(error), problems: fileProblems(body) }
}

const unreadable: Failure = {
  sentence: 'ファイルの文字コードが分かりません。UTF-8かShift_JISで保存してください。',
  problems: [],
}

const tooLong: Failure = {
  sentence: `ファイルが大きすぎます。${formatCount(longestUpload)}文字までに分けてください。`,
  problems: [],
}

/** Follows a file that is read in the background. */
function useUpload(id: number | null, onEnd: (upload: Upload) => void) {
  const client = useQueryClient()
  const read = useCallWithPrevious(calls.upload, { params: { id: id ?? 0 } }, id !== null)
  const { data, refetch } = read
  const upload = data?.id === id && id !== null ? data : undefined
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    if (id === null) return
    if (upload && isOver(upload.state)) {
      void reread(client, ['pre_assessment'])
      ended.current(upload)
      return
    }
    const timer = setInterval(() => void refetch(), 1500)
    return () => clearInterval(timer)
  }, [id, upload, refetch, client])
  return upload
}

function useMasterFile(kind: UploadKind, onClose: () => void) {
  const [name, setName] = useState<string>()
  const [file, setFile] = useState<CsvText>()
  const [followed, setFollowed] = useState<number | null>(null)
  const [checked, setChecked] = useState<Upload>()
  const [failure, setFailure] = useState<Failure>()
  const [pending, setPending] = useState<'check' | 'load'>()
  const load = useMutationOf(writers[kind])
  // Only the newest is shown: another file may be chosen while one is read.
  const newest = useRef(0)
  const done = (upload: Upload) => {
    setFollowed(null)
    setPending(undefined)
    if (upload.state === 'failed')
      return setFailure({
        sentence: '途中で止まりました。何も変わっていません。もう一度お試しください。',
        problems: [],
      })
    if (upload.errors.length > 0) return setFailure({ sentence: '', problems: problemsOf(upload.errors) })
    if (upload.isDryRun) return setChecked(upload)
    notify.done(`${formatCount(upload.created)}件を登録し、${formatCount(upload.updated)}件を変更しました。`)
    onClose()
  }
  const follow = useUpload(followed, done)
  const run = async (text: CsvText, dryRun: boolean) => {
    newest.current += 1
    const own = newest.current
    setPending(dryRun ? 'check' : 'load')
    setFailure(undefined)
    try {
      const upload = await load.mutateAsync({ body: { ...text, dryRun } })
      if (own !== newest.current) return
      if (upload.id !== null && !isOver(upload.state)) setFollowed(upload.id)
      else done(upload)
    } catch (error) {
      if (own !== newest.current) return
      setFailure(failureOf(error))
      setPending(undefined)
    }
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    setName(chosen.name)
    setChecked(undefined)
    setFollowed(null)
    const text = csvTextOf(await chosen.arrayBuffer())
    setFile(text)
    if (!text) setFailure(unreadable)
    else if (text.csv.length > longestUpload) setFailure(tooLong)
    else await run(text, true)
  }
  return {
    ...{ name, failure, pending, follow, choose },
    encoding: file?.encoding,
    checked: failure ? undefined : checked,
    apply: () => file && void run(file, false),
  }
}

const encodingLabel = { 'utf-8': 'UTF-8', shift_jis: 'Shift_JIS' } as const

/** Shows what a file would change before it is loaded; a long one goes on when the dialog or the page is closed. */
function MasterFile({ kind, onClose }: { kind: UploadKind; onClose: () => void }) {
  const work = useMasterFile(kind, onClose)
  const { name, failure, pending, follow, checked, encoding } = work
  const changes = checked ? checked.created + checked.updated : 0
  return (
    <Dialog
      open
      wide
      title={`${uploadKindLabel[kind]}の取り込み`}
      onClose={onClose}
      actions={
        <>
          {changes > 0 && (
            <NextButton pending={pending === 'load'} onClick={work.apply}>
              {`${formatCount(changes)}件を取り込む`}
            </NextButton>
          )}
          <QuietButton onClick={onClose}>{pending && follow ? '閉じて続ける' : '戻る'}</QuietButton>
        </>
      }
    >
      <Stack gap={14}>
        <CsvFileField
          autoFocus
          help={`列は${Object.values(fileColumns[kind])
            .map((header) => `「${header}」`)
            .join('')}。この画面で保存したCSVも、そのまま取り込めます。ファイルにないものは変わりません。`}
          name={name}
          checking={pending === 'check'}
          disabled={pending === 'load'}
          onFile={(file) => void work.choose(file)}
        >
          {encoding && <small>{`文字コード: ${encodingLabel[encoding]}`}</small>}
        </CsvFileField>
        {follow && !isOver(follow.state) && <Progress upload={follow} />}
        {failure && (
          <Notice tone="late" role="alert" title="このファイルは取り込めません">
            {failure.problems.length === 0
              ? failure.sentence
              : `${failure.problems.length}か所を直してください。まだ何も変わっていません。`}
            {failure.problems.length > 0 && <Problems kind={kind} problems={failure.problems} />}
          </Notice>
        )}
        {checked && (
          <Notice
            tone={changes > 0 ? 'wait' : 'plain'}
            role="status"
            title={changes > 0 ? 'まだ何も変わっていません' : '新しく取り込むことはありません'}
          >
            {`登録${formatCount(checked.created)}件、変更${formatCount(checked.updated)}件、変わらない行${formatCount(checked.unchanged)}件です。`}
          </Notice>
        )}
        {checked && <Preview kind={kind} upload={checked} />}
      </Stack>
    </Dialog>
  )
}

export function Progress({ upload }: { upload: Upload }) {
  const { rowsDone, rowsTotal, state } = upload
  return (
    <Notice role="status" title={state === 'waiting' ? '順番を待っています' : '読み込んでいます'}>
      {rowsTotal !== null && (
        <>
          <progress max={rowsTotal} value={rowsDone} aria-label="読み込みの進み具合" />{' '}
          {`${formatCount(rowsDone)} / ${formatCount(rowsTotal)}行。`}
        </>
      )}
      画面を閉じても続きます。<Link to="/biz/price-uploads">取り込みの記録</Link>で確かめられます。
    </Notice>
  )
}

const Scroll = styled('div')(({ theme }) => ({
  maxHeight: 240,
  overflow: 'auto',
  fontSize: 13,
  '& table': { borderCollapse: 'collapse', width: '100%' },
  '& th, & td': {
    padding: '4px 10px',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& th': { fontSize: 11, color: theme.okuru.palette.font.sub },
  '& td.message': { whiteSpace: 'normal', minWidth: 180 },
}))

const MOST = 200

export function Problems({ kind, problems }: { kind: UploadKind; problems: readonly FileProblem[] }) {
  const headers: Readonly<Record<string, string>> = fileColumns[kind]
  return (
    <Scroll role="region" aria-label="直すところ" tabIndex={0} style={{ marginTop: 8 }}>
      <table>
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">列</th>
            <th scope="col">直すところ</th>
          </tr>
        </thead>
        <tbody>
          {problems.slice(0, MOST).map(({ line, field, messages }) => (
            <tr key={`${line}-${field}`}>
              <td>{`${line}行目`}</td>
              <td>{headers[field] ?? '—'}</td>
              <td className="message">{messages.join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problems.length > MOST && <p>{`ほか${problems.length - MOST}か所`}</p>}
    </Scroll>
  )
}

function Preview({ kind, upload }: { kind: UploadKind; upload: Upload }) {
  const columns = Object.entries(fileColumns[kind])
  const rows = upload.preview.map((cells, index) => ({ line: index + 2, cells }))
  if (rows.length === 0) return null
  return (
    <Scroll role="region" aria-label={`はじめの${rows.length}行`} tabIndex={0}>
      <table>
        <caption style={{ textAlign: 'left', fontSize: 12 }}>{`はじめの${rows.length}行`}</caption>
        <thead>
          <tr>
            {columns.map(([key, header]) => (
              <th key={key} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => (
            <tr key={line}>
              {columns.map(([key, header]) => (
                <td key={key}>{String(cells[key] ?? cells[header] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
