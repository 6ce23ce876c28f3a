import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import type { holdCalls } from '#contract/hold'
import { formatPhone, formatYen } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { OnPaper } from '#web/ui/on-paper.tsx'

export type PoliceReport = AskResult<typeof holdCalls.policeReport>

const Sheet = styled('article')(({ theme }) => ({
  display: 'grid',
  gap: 18,
  fontSize: 14,
  lineHeight: 1.6,
  fontVariantNumeric: 'tabular-nums',
  '& h2': { fontSize: 16, textAlign: 'center', letterSpacing: '0.1em' },
  '& h3': { fontSize: 14, marginBottom: 4 },
  '& p': { margin: 0 },
  '& .from': { justifySelf: 'end', width: 'min(100%, 360px)' },
  '& table': { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  '& th, & td': {
    padding: '5px 8px',
    border: `1px solid ${theme.okuru.palette.border.medium}`,
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& th': { width: '30%', fontWeight: 400 },
  '& section, & tr': { breakInside: 'avoid' },
  '& .write': { height: 34 },
}))

const words = {
  stolen_notice: {
    title: '品触れに該当する疑いのある品の届出書',
    lead: '古物営業法第19条の規定により、次のとおり届け出ます。',
  },
  suspicion: {
    title: '不正品の疑いのある品の申告書',
    lead: '古物営業法第15条第3項の規定により、次のとおり申告します。',
  },
  police_order: {
    title: '差止めを受けた品の保管状況の報告書',
    lead: '古物営業法第21条の差止めについて、次のとおり保管の状況を報告します。',
  },
  dispute: { title: '保管している品の報告書', lead: '次のとおり保管の状況を報告します。' },
} as const

const day = (value: string | null): string => (value ? formatDateJa(value) : '')

type Line = readonly [term: string, value: ReactNode]

/** What is not known is left out, apart from what the law asks for, which stays to be written by hand. */
function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <table>
        <tbody>
          {lines.map(([term, value]) => (
            <tr key={term}>
              <th scope="row">{term}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const known = (...lines: readonly Line[]): Line[] => lines.filter(([, value]) => value !== '')

const ofNotice = ({
  number,
  policeStation,
  issuedOn,
  arrivedOn,
  wanted,
}: NonNullable<PoliceReport['notice']>) =>
  known(
    ['番号', `${policeStation} ${number}`],
    ['発行の日', day(issuedOn)],
    ['到達した日', day(arrivedOn)],
    ['品触れの品', wanted],
  )

const ofItem = (item: PoliceReport['items'][number]): Line[] =>
  known(
    ['品目', [item.categoryName, item.name].filter(Boolean).join(' ') || `${item.seq}点目`],
    ['数量', '1点'],
    ['ブランド', item.brandName],
    ['色', item.color],
    ['サイズ', item.size],
    ['品番(型番)', item.productNumber],
    ['製造番号', item.serialNumber],
    ['特徴', item.features],
    ['買受けの年月日', item.boughtOn ? day(item.boughtOn) : 'まだ買い受けていません'],
    ['代価', item.price === null ? '' : formatYen(item.price)],
  )

function Written({ report }: { report: PoliceReport }) {
  const { dealer, seller, notice, items } = report
  return (
    <Sheet>
      <p style={{ textAlign: 'right' }}>{day(report.writtenOn)}</p>
      <p>{report.policeStation ? `${report.policeStation}長 殿` : '　　　　　　警察署長 殿'}</p>
      <div className="from">
        <p>{dealer.name}</p>
        {dealer.representative && <p>代表者 {dealer.representative}</p>}
        <p>
          {dealer.publicSafetyCommission} {dealer.licenseNumber}
        </p>
        <p>{dealer.officeName}</p>
        <p>{dealer.officeAddress}</p>
        {dealer.phone && <p>電話 {formatPhone(dealer.phone)}</p>}
      </div>
      <h2>{words[report.kind].title}</h2>
      <p>{words[report.kind].lead}</p>
      {notice && <Lines title="品触れ" lines={ofNotice(notice)} />}
      {items.map((item, index) => (
        <Lines
          key={item.seq}
          title={items.length > 1 ? `品物 ${index + 1}/${items.length}` : '品物'}
          lines={ofItem(item)}
        />
      ))}
      <Lines
        title="取引の相手方"
        lines={[
          ['氏名', seller.name],
          ['住所', seller.address],
          ['職業', seller.occupation],
          ['年齢', seller.age === null ? '' : `${seller.age}歳`],
          ...known(['電話', formatPhone(seller.phone)]),
          ['本人確認', seller.measure || 'まだ確認していません(申し込みの内容)'],
        ]}
      />
      <Lines
        title="経緯と保管の状況"
        lines={[
          ...known(
            ['申し込み', `番号 ${report.request} ・ ${formatDateTimeJa(report.appliedAt)}(宅配買取)`],
            ['品物の受け取り', report.arrivedAt ? formatDateTimeJa(report.arrivedAt) : ''],
            ['保管を始めた日時', formatDateTimeJa(report.placedAt)],
            ['差止めの期間', report.until ? `${day(report.orderedOn)} 〜 ${day(report.until)}` : ''],
            ['保管の理由', report.reason],
            ['保管の場所', `${dealer.officeName}(${dealer.officeAddress})`],
          ),
          ['届け出た担当者', <div key="who" className="write" />],
          ['受理した警察官・受理番号', report.reportNumber || <div key="number" className="write" />],
        ]}
      />
    </Sheet>
  )
}

export function PoliceReportSheet({ report }: { report: PoliceReport }) {
  return (
    <>
      <Written report={report} />
      <OnPaper page={{ size: 'A4', margin: '15mm' }}>
        <Written report={report} />
      </OnPaper>
    </>
  )
}
