import { Link } from '@tanstack/react-router'
import { type GapBand, gapBandLabel, insightCalls, wideGaps } from '#contract/insight'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { FigureCard, FigureRead, FigureTable } from '../shared/biz/figure-card.tsx'
import { deviationText, itemsText, shareText } from '../shared/biz/figure-texts.ts'
import { Columns, Spread } from '../shared/biz/lazy-charts.tsx'
import type { Figures } from '../shared/biz/use-period.ts'
import { FigureFile } from './figure-file.tsx'

const publishedIn = ({ dateFrom, dateTo, shop }: Figures) => ({
  published_from: dateFrom,
  published_to: dateTo,
  shop,
})

/** Thousandths from what is usual, from which an assessor's median is marked. */
const farApart = 100

export function SpreadCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.priceSpread, { query: wanted })
  const isAdmin = useStaff()?.isAdmin ?? false
  const days = publishedIn(wanted)
  return (
    <FigureRead title={isAdmin ? '担当ごとの価格差' : '自分の査定額と基準の差'} state={read}>
      {({ n, assessors }, title) => {
        const compared = assessors.flatMap(({ q1, median, q3, ...row }) =>
          q1 === null || median === null || q3 === null ? [] : [{ ...row, q1, median, q3 }],
        )
        const [lowest] = compared
        const highest = compared.at(-1)
        const apart = lowest && highest ? (highest.median - lowest.median) / 10 : 0
        return (
          <FigureCard
            title={title}
            value={!lowest ? '—' : isAdmin ? `${apart.toFixed(1)}pt` : deviationText(lowest.median)}
            note={`${isAdmin ? '中央値のいちばん高い人と低い人の差' : '中央値'} ・ ${itemsText(n)}`}
            says={compared
              .map((row) => `${row.assessorName}は${row.n}点で中央値${deviationText(row.median)}`)
              .join('、')}
            chart={
              <Spread
                halves={compared.map((row) => ({
                  label: row.assessorName,
                  q1: row.q1 / 10,
                  median: row.median / 10,
                  q3: row.q3 / 10,
                  text: deviationText(row.median),
                  isFar: Math.abs(row.median) >= farApart,
                }))}
              />
            }
            table={
              <FigureTable
                label="基準との差、担当ごと"
                heads={['担当', '査定', '比べた', '中央値', '真ん中の5割']}
                rows={assessors.map((row) => ({
                  key: row.assessor,
                  cells: [
                    <Link key="name" to="/biz/items" search={{ ...days, priced_by: row.assessor }}>
                      {row.assessorName}
                    </Link>,
                    row.priced,
                    row.n,
                    deviationText(row.median),
                    row.n > 0 ? `${deviationText(row.q1)}〜${deviationText(row.q3)}` : '—',
                  ],
                }))}
              />
            }
            words="はじめて公開した査定額と、同じブランド・カテゴリ・グレードの基準額(なければこれまでの買取の中央値)の差です。キャンペーンの上乗せは除き、どちらもない品は比べません。帯は真ん中の5割、点は中央値。"
            links={
              lowest && (
                <Link to="/biz/items" search={{ ...days, priced_by: lowest.assessor }}>
                  {isAdmin ? `${lowest.assessorName}の` : '自分の'} {itemsText(lowest.priced)}を見る
                </Link>
              )
            }
            none={compared.length === 0 && 'この期間に、比べられる品はありません。'}
            file={<FigureFile table="price_spread" wanted={wanted} />}
          />
        )
      }}
    </FigureRead>
  )
}

/** Short enough to stand under a bar on a phone. */
const shortBand: Readonly<Record<GapBand, string>> = {
  under_25: '−25%未満',
  under_15: '〜−15%',
  under_5: '〜−5%',
  near: '±5%',
  over_5: '〜+15%',
  over_15: '+15%超',
}

export function GapCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.pastGap, { query: wanted })
  const days = publishedIn(wanted)
  return (
    <FigureRead title="これまでの買取との差" state={read}>
      {({ n, within, bands }, title) => (
        <FigureCard
          title={title}
          value={shareText(within, n)}
          note={`が ±15% 以内 ・ ${itemsText(n)}`}
          says={bands.map((row) => `${gapBandLabel[row.band]}が${row.n}点`).join('、')}
          chart={
            <Columns
              bars={bands.map((row) => ({
                label: shortBand[row.band],
                value: row.n,
                text: String(row.n),
              }))}
              isMarked={(index) => !wideGaps.some((band) => band === bands[index]?.band)}
            />
          }
          table={
            <FigureTable
              label="これまでの買取との差"
              heads={['差', '点数', '割合']}
              rows={bands.map((row) => ({
                key: row.band,
                cells: [
                  row.n > 0 ? (
                    <Link key="band" to="/biz/items" search={{ ...days, past_gap: row.band }}>
                      {gapBandLabel[row.band]}
                    </Link>
                  ) : (
                    gapBandLabel[row.band]
                  ),
                  row.n,
                  shareText(row.n, n),
                ],
              }))}
            />
          }
          words="お客さまに公開した額(キャンペーンの上乗せを除く)と、その品に添えたこれまでの買取(同じブランド・カテゴリ・グレード、5点以上)の中央値の差です。"
          links={
            n - within > 0 && (
              <Link to="/biz/items" search={{ ...days, past_gap: 'wide' }}>
                外れた {itemsText(n - within)}を見る
              </Link>
            )
          }
          none={n === 0 && 'この期間に、これまでの買取を添えて公開した品はありません。'}
          file={<FigureFile table="past_gap" wanted={wanted} />}
        />
      )}
    </FigureRead>
  )
}
