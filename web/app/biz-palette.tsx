import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useId, useState } from 'react'
import { labelOf } from '#contract/codes'
import { requestStatusLabel } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { codeKind, tidyCode } from '#contract/scan-code'
import { foldSearch } from '#contract/text'
import { describeFound } from '#web/features/purchase-request/shared/biz/code-look-up.ts'
import { recordPlaceOf } from '#web/features/purchase-request/shared/biz/find-anything.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { type Choice, useCombobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { queueKeysUntil } from '#web/ui/key-pipeline.ts'
import { keyText, type Shortcut } from '#web/ui/shortcut-list.ts'
import type { navFor } from './biz-nav.ts'

const WANTED = '画面・お客さま・番号・操作'
const SETTLE_MS = 120
const MOST = 6

const List = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  height: 'min(420px, 56vh)',
  marginTop: 10,
  '& [role="listbox"]': { position: 'relative', minHeight: 0, overflowY: 'auto' },
  '& .head': { padding: '8px 10px 2px', fontSize: 11, fontWeight: 700, color: theme.okuru.palette.font.sub },
  '& [role="option"]': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: 12,
    padding: '6px 10px',
    borderRadius: 8,
    cursor: 'pointer',
  },
  '& [role="option"][aria-selected="true"]': { background: theme.okuru.palette.primary.lightest },
  '& small': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& .note:empty': { display: 'none' },
  '& .note': { padding: '8px 10px', color: theme.okuru.palette.font.sub },
}))

type Place = ReturnType<typeof navFor>[number]['entries'][number]
type Option = Choice & { group: string; keys?: string; run: () => unknown }

type Props = {
  places: readonly Place[]
  shortcuts: readonly Shortcut[]
  /** The operator has no requests to search. */
  isOperator: boolean
  onShown: () => void
  onClose: () => void
}

const contains = (text: string, words: string): boolean => foldSearch(text).includes(foldSearch(words))

function useFinds(text: string, enabled: boolean) {
  const navigate = useNavigate()
  const settled = useSettled(text, SETTLE_MS)
  const asks = enabled && settled !== ''
  const kind = codeKind(settled)
  const scan = useQuery({
    ...queryOf(purchaseRequestCalls.scan, { params: { code: tidyCode(settled) } }),
    enabled: asks && kind !== 'unknown',
    retry: false,
  })
  const list = useQuery({
    ...queryOf(purchaseRequestCalls.bizList, { query: { q: settled, size: MOST } }),
    enabled: asks,
  })
  const isScanHere = kind === 'unknown' || scan.data !== undefined || scan.isError
  const isListHere = list.isError || list.data !== undefined
  const rows = asks ? (list.data?.results ?? []) : []
  const customers = rows.filter(
    ({ customer }, index) => rows.findIndex((row) => row.customer === customer) === index,
  )
  const found = kind === 'unknown' || !asks ? undefined : scan.data
  const isHere = !enabled || text === '' || (settled === text && isScanHere && isListHere)
  const code: Option[] = found
    ? [
        {
          value: 'code',
          group: '番号・コード',
          label: describeFound(found).title,
          hint: describeFound(found).detail,
          run: () => navigate(recordPlaceOf(found, tidyCode(settled))),
        },
      ]
    : []
  const others: Option[] = [
    ...customers.map(({ customer, customerName, shop, shopName }) => ({
      value: `customer-${customer}`,
      group: 'お客さま',
      label: `${customerName} 様`,
      hint: shopName,
      run: () =>
        navigate({ to: '/biz/customers/$shop/$id', params: { shop: String(shop), id: String(customer) } }),
    })),
    ...rows.map(({ id, customerName, status }) => ({
      value: `request-${id}`,
      group: '申し込み',
      label: `申し込み ${id}`,
      hint: `${customerName} 様 ・ ${labelOf(requestStatusLabel, status)}`,
      run: () => navigate({ to: '/biz/requests/$id', params: { id: String(id) } }),
    })),
  ]
  return { code: isHere ? code : [], others: isHere ? others : [], failed: asks && list.isError, isHere }
}

export function BizPalette(props: Props) {
  return (
    <Dialog open wide title="呼び出す" onClose={props.onClose}>
      <Finder {...props} />
    </Dialog>
  )
}

function Finder({ places, shortcuts, isOperator, onShown, onClose }: Props) {
  const navigate = useNavigate()
  const [written, setWritten] = useState('')
  const text = written.trim()
  const finds = useFinds(text, !isOperator)
  useEffect(onShown, [onShown])

  const own: Option[] = [
    ...places
      .filter(({ label, reading }) => contains(label, text) || contains(reading, text))
      .map(({ label, to, search, code }) => ({
        value: `place-${label}`,
        group: '画面',
        label,
        keys: code && keyText({ after: 'KeyG', code }),
        run: () => navigate({ to, search }),
      })),
    ...shortcuts
      .filter(
        ({ label, after, elsewhere, code, ctrl }) =>
          !after && !elsewhere && code !== 'Escape' && !(ctrl && code === 'KeyK') && contains(label, text),
      )
      .filter(({ label }, index, all) => all.findIndex((one) => one.label === label) === index)
      .map((shortcut) => ({
        value: `act-${shortcut.label}`,
        group: 'この画面の操作',
        label: shortcut.label,
        keys: keyText(shortcut),
        run: shortcut.run,
      })),
  ]
  // A fixed order, whichever response comes first, and only results for the current text.
  const { code, others } = finds
  const options = [...code, ...own, ...others]
  const take = (option: Option | undefined) => {
    if (!option) return
    onClose()
    // After the palette has closed and the focus is back on the page.
    queueKeysUntil(
      new Promise<void>((done) => setTimeout(() => void Promise.resolve(option.run()).finally(done))),
    )
  }
  const id = useId()
  const combobox = useCombobox({
    id,
    shown: written,
    open: true,
    options,
    marksFirst: true,
    // Pages and commands need no response, unless the text is a code.
    ready: (marked) =>
      finds.isHere || (codeKind(text) === 'unknown' && marked !== undefined && own.includes(marked)),
    hold: queueKeysUntil,
    takesEnter: () => true,
    onText: setWritten,
    onOpen: () => undefined,
    onClose: () => undefined,
    onEscape: onClose,
    onChoose: take,
    onEnter: take,
  })
  return (
    <div {...combobox.root}>
      <Input {...combobox.input} aria-label={WANTED} autoFocus placeholder={WANTED} />
      <List>
        <ul {...combobox.listbox('候補')} aria-busy={!finds.isHere}>
          {groupsOf(options).map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: what a list of choices holds is no part of a form.
            <ul key={group} role="group" aria-label={group}>
              <li className="head" aria-hidden>
                {group}
              </li>
              {options.map((option, index) => {
                if (option.group !== group) return null
                const { key, ...line } = combobox.optionProps(option, index)
                return <Line key={key} {...line} option={option} />
              })}
            </ul>
          ))}
        </ul>
        <div className="note" role="status">
          {noteOf(finds, combobox.isWaiting, options.length)}
        </div>
      </List>
    </div>
  )
}

const groupsOf = (options: readonly Option[]): string[] => [...new Set(options.map(({ group }) => group))]

function noteOf(finds: { isHere: boolean; failed: boolean }, isWaiting: boolean, count: number): string {
  if (isWaiting) return '探しています。見つかったら、そのまま開きます。'
  if (!finds.isHere) return '探しています…'
  if (finds.failed) return '通信が切れて、お客さまと申し込みを探せませんでした。'
  return count === 0 ? '見つかりません。書き直してください。' : ''
}

function Line({ option, ...props }: ComponentProps<'li'> & { option: Option }) {
  const { label, hint, keys } = option
  return (
    <li {...props}>
      <span>
        {label} {hint && <small>{hint}</small>}
      </span>
      {keys && (
        <span>
          {keys.split(' ').map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </li>
  )
}
