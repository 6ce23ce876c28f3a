import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTimeJa, tokyoDate } from '#contract/day'
import { ownDataCalls } from '#contract/own-data'
import type { AskResult } from '#web/lib/ask.ts'
import { saveFile } from '#web/lib/download.ts'
import { problemIn } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { ProblemNotice } from '#web/ui/notice.tsx'
import { BackMark, Muted, Page, Section, Stack } from '#web/ui/page.tsx'
import { useReauthenticate } from './shared/reauthenticate.tsx'

type OwnData = AskResult<typeof ownDataCalls.copy>

const several = (count: number, unit: string): string => (count === 0 ? 'なし' : `${count}${unit}`)

/** What the copy holds, in the order of the file. */
const parts: readonly { key: string; term: string; told: (data: OwnData) => string }[] = [
  {
    key: 'account',
    term: 'ログイン',
    told: ({ account }) => `${account.email || 'メールアドレスなし'}、端末${account.devices.length}台`,
  },
  { key: 'line', term: 'LINE連携', told: ({ account }) => (account.line?.linkedAt ? 'あり' : 'なし') },
  { key: 'customer', term: 'お客さま情報', told: ({ customer }) => customer?.name || 'なし' },
  { key: 'draft', term: '申し込みの下書き', told: ({ draft }) => (draft ? 'あり' : 'なし') },
  { key: 'requests', term: 'お申し込み', told: ({ requests }) => several(requests.length, '件') },
  {
    key: 'assessments',
    term: '査定結果とお返事',
    told: ({ assessments }) => several(assessments.flatMap(({ items }) => items).length, '点'),
  },
  {
    key: 'preAssessments',
    term: '事前査定',
    told: ({ preAssessments }) => several(preAssessments.length, '件'),
  },
  {
    key: 'prospects',
    term: '店頭やお電話でのご相談の控え',
    told: ({ prospects }) => several(prospects.length, '件'),
  },
  { key: 'questions', term: 'お品物へのご質問', told: ({ questions }) => several(questions.length, '件') },
  {
    key: 'secondLookPhotos',
    term: '再査定のためのお写真',
    told: ({ secondLookPhotos }) => several(secondLookPhotos.length, '枚'),
  },
  {
    key: 'transactions',
    term: '残高の入出金',
    told: ({ transactions }) => several(transactions.length, '件'),
  },
  { key: 'transfers', term: 'お振込み', told: ({ transfers }) => several(transfers.length, '件') },
  {
    key: 'identifications',
    term: '本人確認',
    told: ({ identifications }) => several(identifications.length, '件'),
  },
  {
    key: 'identitySessions',
    term: '本人確認のお手続き',
    told: ({ identitySessions }) => several(identitySessions.length, '回'),
  },
  { key: 'ledger', term: '古物台帳の記載', told: ({ ledger }) => several(ledger.length, '件') },
  { key: 'consents', term: '同意の記録', told: ({ consents }) => several(consents.length, '件') },
  {
    key: 'messages',
    term: 'お知らせ・メール・LINE',
    told: ({ messages, mails, lineMessages }) =>
      several(messages.length + mails.length + lineMessages.length, '通'),
  },
  { key: 'activity', term: '操作の記録', told: ({ activity }) => several(activity.length, '件') },
  {
    key: 'visits',
    term: '閲覧の記録',
    told: ({ visits, events }) => several(visits.length + events.length, '件'),
  },
]

export default function OwnDataPage() {
  const [data, setData] = useState<OwnData>()
  const [problem, setProblem] = useState<string>()
  const copy = useMutationOf(ownDataCalls.copy)
  const { confirmed, dialog } = useReauthenticate()
  const make = async () => {
    setProblem(undefined)
    try {
      setData(await confirmed(() => copy.mutateAsync({})))
    } catch (error) {
      setProblem(problemIn(error))
    }
  }
  return (
    <Page
      title="お預かりしている情報"
      lead="お客さまについてお預かりしている情報のすべてを、ひとつのファイルにしてお渡しします。"
      back={
        <Link to="/settings">
          <BackMark />
          設定
        </Link>
      }
    >
      <ProblemNotice>{problem}</ProblemNotice>
      {data ? (
        <Made data={data} again={() => void make()} pending={copy.isPending} />
      ) : (
        <Section title="ファイルに入るもの">
          <Stack gap={16}>
            <Card>
              <p>{parts.map(({ term }) => term).join('、')}</p>
              <Muted style={{ marginTop: 8, fontSize: 13 }}>
                本人確認でお預かりした画像は、安全のため入りません。
              </Muted>
            </Card>
            <NextButton pending={copy.isPending} onClick={() => void make()}>
              ファイルを作る
            </NextButton>
          </Stack>
        </Section>
      )}
      {dialog}
    </Page>
  )
}

type MadeProps = { data: OwnData; again: () => void; pending: boolean }

function Made({ data, again, pending }: MadeProps) {
  const save = () => {
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    saveFile(file, `okuru-${tokyoDate(data.madeAt)}.json`)
  }
  return (
    <Section title="ファイルができました">
      <Stack gap={16}>
        <Card>
          <DefinitionList items={parts.map(({ key, term, told }) => ({ key, term, value: told(data) }))} />
        </Card>
        <p role="status">
          {formatDateTimeJa(data.madeAt)}
          の内容です。ご住所や口座などが含まれますので、大切に保管してください。写真のリンクは、しばらくすると開けなくなります。
        </p>
        {/* The button that was pressed is gone. */}
        <NextButton autoFocus onClick={save}>
          ファイル(JSON)を保存する
        </NextButton>
        <QuietButton pending={pending} onClick={again}>
          最新の内容で作り直す
        </QuietButton>
      </Stack>
    </Section>
  )
}
