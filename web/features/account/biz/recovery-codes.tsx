import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { saveFile } from '#web/lib/download.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { Row, Stack } from '#web/ui/page.tsx'

const Codes = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
  gap: '6px 16px',
  padding: '14px 18px',
  fontFamily: 'monospace',
  fontSize: 16,
  background: theme.okuru.palette.bg.sunken,
  borderRadius: theme.okuru.radius.field,
}))

const TITLE = 'おくる 業務画面の回復コード'
const EXPLAINED = '認証アプリが使えないときに、コードの代わりに入力します。1つのコードは1回だけ使えます。'

/** Shown once: the server keeps only hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [said, setSaid] = useState<string>()
  const text = [TITLE, EXPLAINED, '', ...codes, ''].join('\r\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('コピーしました。'),
      () => setSaid('コピーできませんでした。印刷するか、ファイルに保存してください。'),
    )
  const save = () => {
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'okuru-recovery-codes.txt')
    setSaid('ファイルに保存しました。ほかの人が開けない場所へ移してください。')
  }
  const list = (
    <Codes aria-label="回復コード">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </Codes>
  )
  return (
    <Stack gap={16}>
      <Notice tone="wait" role="status" title="回復コードを控えてください">
        {EXPLAINED}この画面を閉じると、もう表示できません。スマートフォンとは別の場所に保管してください。
      </Notice>
      {list}
      <Row>
        <QuietButton size="small" onClick={() => void copy()}>
          コピーする
        </QuietButton>
        <QuietButton size="small" startIcon={<Icon name="print" size={16} />} onClick={() => window.print()}>
          印刷する
        </QuietButton>
        <QuietButton size="small" startIcon={<Icon name="download" size={16} />} onClick={save}>
          ファイルに保存する
        </QuietButton>
      </Row>
      {said && <p role="status">{said}</p>}
      <NextButton onClick={onDone}>控えたので終わる</NextButton>
      <OnPaper page={{ size: 'A4', margin: '20mm' }}>
        <h1>{TITLE}</h1>
        <p>{EXPLAINED}</p>
        {list}
      </OnPaper>
    </Stack>
  )
}
