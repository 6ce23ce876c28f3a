import { styled } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { beep } from '#web/ui/beep.ts'
import { hasTypedOver, watchTyping } from '#web/ui/dialog-typing.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { keyText, NOWHERE } from '#web/ui/shortcut-list.ts'
import { onEveryScan, type Scan, useScans } from '#web/ui/use-scans.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { describeFound, type Found, lookUpCode, placeOfScan } from './code-look-up.ts'
import { passNewParcel } from './new-parcel.ts'
import { type ScanMessage, showScanMessage, useScanMessage } from './scan-message.ts'

const FOUND_MS = 6000
const UNDO_MS = 10_000

const Panel = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    position: 'fixed',
    top: 56,
    right: 16,
    zIndex: theme.zIndex.snackbar,
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    gap: '2px 10px',
    alignItems: 'start',
    width: 'min(420px, calc(100vw - 32px))',
    padding: '12px 8px 12px 14px',
    color: palette.font.main,
    background: palette.bg.paper,
    border: `1px solid ${palette.border.strong}`,
    borderLeftWidth: 6,
    borderRadius: 12,
    boxShadow: theme.okuru.shadow.card,
    '&[data-tone="found"]': { borderColor: palette.success.main, background: palette.success.bg },
    '&[data-tone="unknown"]': { borderColor: palette.error.main, background: palette.error.bg },
    '&[data-tone="found"] > svg': { color: palette.success.main },
    '&[data-tone="unknown"] > svg': { color: palette.error.main },
    '& > svg': { marginTop: 2 },
    '& b': { display: 'block', fontSize: 16, lineHeight: 1.5, overflowWrap: 'anywhere' },
    '& code': { fontSize: 12, overflowWrap: 'anywhere' },
    '& button.act': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 6,
      minHeight: 32,
      marginTop: 4,
      padding: '0 12px',
      fontWeight: 700,
      color: palette.primary.main,
      background: palette.bg.paper,
      border: `1px solid ${palette.border.strong}`,
      borderRadius: 16,
      cursor: 'pointer',
    },
  }
})

/** Looks up and opens scanned codes that the page does not handle itself. */
export function Scanner() {
  const navigate = useNavigate()
  const open = useOpening()
  const newest = useRef<Scan>(undefined)

  const look = async (scan: Scan): Promise<unknown> => {
    newest.current = scan
    const { code, kind } = scan
    showScanMessage({ code, tone: 'asking', title: '読み取りました', detail: '探しています…' })
    const looked = await lookUpCode(code)
    // A newer scan replaces this one.
    if (newest.current !== scan) return undefined
    if ('found' in looked) {
      const isClear = looked.found.candidates.length === 0
      beep(isClear)
      const opened = await open(looked.found, code)
      // Keys typed ahead must not choose one of several.
      return isClear ? opened : NOWHERE
    }
    const { problem, isMissing } = looked
    const taken = isMissing && kind === 'parcel' ? passNewParcel(code) : undefined
    beep(taken !== undefined)
    if (taken) {
      showScanMessage({ code, tone: 'found', title: '送り状番号を入れました', detail: taken })
      return undefined
    }
    // Text that only looks like an item code may have been typed, so it goes back into its field.
    if (isMissing && kind === 'item') scan.putBack?.()
    const search = () => navigate({ to: '/biz/requests', search: { q: code } })
    const act = isMissing
      ? ({ label: '申し込みから探す', key: 'Enter', run: search } as const)
      : ({ label: 'もう一度試す', key: 'Enter', run: () => look(scan) } as const)
    const title = isMissing ? '見つかりません' : '確かめられませんでした'
    showScanMessage({ code, tone: 'unknown', title, detail: problem, act })
    return scan.putBack ? undefined : NOWHERE
  }
  useScans(look, { everywhere: true })
  useEffect(
    () =>
      // What was said about the scan before is over, also where the page takes this one itself.
      onEveryScan(() => {
        newest.current = undefined
        showScanMessage(undefined)
      }),
    [],
  )
  useEffect(watchTyping, [])
  return <SaidPanel />
}

/** Opens the next step, unless the user is typing on the page. */
function useOpening() {
  const navigate = useNavigate()
  return async (found: Found, code: string): Promise<unknown> => {
    const { title, detail } = describeFound(found)
    const go = () => navigate(placeOfScan(found, code))
    if (!hasTypedOver()) {
      showScanMessage({ code, tone: 'found', title, detail })
      return go()
    }
    const act = { label: 'この画面を離れて開く', key: 'Enter', run: go } as const
    showScanMessage({
      code,
      tone: 'found',
      title,
      detail: `${detail}。入力の途中なので、まだ開いていません。`,
      act,
    })
    return NOWHERE
  }
}

function SaidPanel() {
  const said = useScanMessage()
  const act = said?.act
  const run = () => {
    showScanMessage(undefined)
    return act?.run()
  }
  useShortcuts(
    [
      {
        code: 'Enter',
        alt: true,
        label: '読み取ったものを開く・探す',
        inFields: true,
        when: () => act?.key === 'Enter',
        run,
      },
      {
        code: 'KeyZ',
        alt: true,
        label: '名札で決めた担当を元に戻す',
        inFields: true,
        when: () => act?.key === 'KeyZ',
        run,
      },
    ],
    { overDialogs: true },
  )
  useShortcuts(
    [{ code: 'Escape', label: '読み取りのお知らせを閉じる', run: () => showScanMessage(undefined) }],
    {
      enabled: said !== undefined,
      everywhere: true,
    },
  )
  useEffect(() => {
    if (said?.tone !== 'found' || said.act?.key === 'Enter') return
    const timer = setTimeout(() => showScanMessage(undefined), said.act ? UNDO_MS : FOUND_MS)
    return () => clearTimeout(timer)
  }, [said])
  useEffect(() => () => showScanMessage(undefined), [])
  // In the body: only there is it visible and read aloud while a dialog is open.
  return createPortal(said ? <Words said={said} onAct={run} /> : null, document.body)
}

const icons = { asking: 'label', found: 'check', unknown: 'warning' } as const

function Words({ said, onAct }: { said: ScanMessage; onAct: () => unknown }) {
  const { code, tone, title, detail, act } = said
  return (
    <Panel data-tone={tone} role={tone === 'unknown' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div>
        <b>{title}</b>
        {detail}
        <br />
        <code>{code}</code>
        {act && (
          <div>
            <button type="button" className="act" onClick={() => void onAct()}>
              {act.label} <Kbd>{keyText({ alt: true, code: act.key })}</Kbd>
            </button>
          </div>
        )}
      </div>
      <IconButton label="閉じる" onClick={() => showScanMessage(undefined)}>
        <Icon name="close" size={16} />
      </IconButton>
    </Panel>
  )
}
