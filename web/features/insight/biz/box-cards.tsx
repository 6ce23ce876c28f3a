import { Link } from '@tanstack/react-router'
import { insightCalls, type LeadStep, leadStepLabel, outcomeLabel } from '#contract/insight'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { FigureCard, FigureRead, FigureTable } from '../shared/biz/figure-card.tsx'
import { boxesText, daysOf, durationText, shareText } from '../shared/biz/figure-texts.ts'
import { Rows, Spans } from '../shared/biz/lazy-charts.tsx'
import type { Figures } from '../shared/biz/use-period.ts'
import { FigureFile } from './figure-file.tsx'

export function LeadCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.leadTime, { query: wanted })
  const days = { published_from: wanted.dateFrom, published_to: wanted.dateTo, shop: wanted.shop }
  return (
    <FigureRead title="届いてから公開までの時間" state={read}>
      {({ n, steps, byShop, overP90 }, title) => {
        const whole = steps.find(({ step }) => step === 'lead')
        const name = (step: string) => leadStepLabel[step as LeadStep]
        return (
          <FigureCard
            title={title}
            value={durationText(whole?.p50)}
            note={
              n === 0
                ? boxesText(0)
                : `半分の箱。9割の箱は ${durationText(whole?.p90)} 以内 ・ ${boxesText(n)}`
            }
            says={steps
              .map(
                ({ step, p50, p90 }) =>
                  `${name(step)}は半分が${durationText(p50)}、9割が${durationText(p90)}以内`,
              )
              .join('、')}
            chart={
              <Spans
                spans={steps.map(({ step, p50, p90 }) => ({
                  label: name(step),
                  half: daysOf(p50),
                  most: daysOf(p90),
                  halfText: durationText(p50),
                  mostText: durationText(p90),
                }))}
              />
            }
            table={
              <FigureTable
                label="届いてから公開までの時間、工程と店舗ごと"
                heads={['工程・店舗', '件数', '半分の箱', '9割の箱']}
                rows={[
                  ...steps.map(({ step, n: boxes, p50, p90 }) => ({
                    key: step,
                    cells: [name(step), boxes, durationText(p50), durationText(p90)],
                    isSum: step === 'lead',
                  })),
                  ...byShop.map(({ shop, shopName, n: boxes, p50, p90 }) => ({
                    key: shop,
                    cells: [shopName, boxes, durationText(p50), durationText(p90)],
                  })),
                ]}
              />
            }
            links={
              n > 0 && (
                <>
                  <Link to="/biz/requests" search={days}>
                    公開した {boxesText(n)}を見る
                  </Link>
                  {overP90 > 0 && (
                    <>
                      {' ・ '}
                      <Link to="/biz/requests" search={{ ...days, lead_over: whole?.p90 }}>
                        {durationText(whole?.p90)}を超えた {boxesText(overP90)}を見る
                      </Link>
                    </>
                  )}
                </>
              )
            }
            none={n === 0 && 'この期間に公開した結果はありません。'}
            file={<FigureFile table="lead_time" wanted={wanted} />}
          />
        )
      }}
    </FigureRead>
  )
}

const endedIn = ({ dateFrom, dateTo, shop }: Figures) => ({ ended_from: dateFrom, ended_to: dateTo, shop })

export function AcceptanceCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.acceptance, { query: wanted })
  return (
    <FigureRead title="承諾率" state={read}>
      {({ n, sold, nBefore, soldBefore, byShop }, title) => (
        <FigureCard
          title={title}
          value={shareText(sold, n)}
          note={`お返事 ${boxesText(n)} ・ 前の期間 ${shareText(soldBefore, nBefore)}`}
          says={byShop.map((row) => `${row.shopName}は${shareText(row.sold, row.n)}`).join('、')}
          chart={
            <Rows
              bars={byShop.map((row) => ({
                label: row.shopName,
                value: row.n === 0 ? 0 : (row.sold / row.n) * 100,
                text: `${shareText(row.sold, row.n)}(${row.n}件)`,
              }))}
            />
          }
          table={
            <FigureTable
              label="承諾率、店舗ごと"
              heads={['店舗', 'お返事', '売る', '承諾率', '前の期間']}
              rows={[...byShop, { shop: 0, shopName: '合計', n, sold, nBefore, soldBefore }].map((row) => ({
                key: row.shop,
                isSum: row.shop === 0,
                cells: [
                  row.shopName,
                  row.n,
                  row.sold,
                  shareText(row.sold, row.n),
                  shareText(row.soldBefore, row.nBefore),
                ],
              }))}
            />
          }
          first="table"
          links={
            n > 0 && (
              <Link to="/biz/requests" search={endedIn(wanted)}>
                お返事 {boxesText(n)}を見る
              </Link>
            )
          }
          none={n === 0 && 'この期間のお返事はありません。'}
          file={<FigureFile table="acceptance" wanted={wanted} />}
        />
      )}
    </FigureRead>
  )
}

export function RefusalCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.acceptance, { query: wanted })
  const days = endedIn(wanted)
  return (
    <FigureRead title="売却にならなかった理由" state={read}>
      {({ n, sold, reasons }, title) => (
        <FigureCard
          title={title}
          value={boxesText(n - sold)}
          note={`お返事 ${boxesText(n)}のうち ${shareText(n - sold, n)}`}
          says={reasons.map((row) => `${outcomeLabel[row.outcome]}が${row.n}件`).join('、')}
          chart={
            <Rows
              names={152}
              bars={reasons.map((row) => ({
                label: outcomeLabel[row.outcome],
                value: row.n,
                text: `${row.n}件`,
              }))}
            />
          }
          table={
            <FigureTable
              label="売却にならなかった理由"
              heads={['理由', '件数', '割合']}
              rows={reasons.map((row) => ({
                key: row.outcome,
                cells: [
                  row.n > 0 ? (
                    <Link key="reason" to="/biz/requests" search={{ ...days, outcome: row.outcome }}>
                      {outcomeLabel[row.outcome]}
                    </Link>
                  ) : (
                    outcomeLabel[row.outcome]
                  ),
                  row.n,
                  shareText(row.n, n - sold),
                ],
              }))}
            />
          }
          links={
            n > sold && (
              <Link to="/biz/requests" search={{ ...days, outcome: 'refused' }}>
                断られた {boxesText(n - sold)}を見る
              </Link>
            )
          }
          none={n === sold && 'この期間に、売却にならなかった申し込みはありません。'}
          file={<FigureFile table="refusals" wanted={wanted} />}
        />
      )}
    </FigureRead>
  )
}
