import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { hasComparedWords, stolenNoticeCalls } from '#contract/stolen-notice'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice as Message } from '#web/ui/notice.tsx'
import { BackMark, Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { DaysLeft } from './days-left.tsx'
import { MatchCard } from './match-card.tsx'
import { type Article, articleLabels, dayText, type Notice } from './notice.rules.ts'
import { NoticePages } from './notice-pages.tsx'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  '& h2': { ...theme.typography.h3, marginBottom: 6 },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 380px' },
}))

/** Much in hand takes longer than the answer to whoever registers a notice. */
const COMPARING_MS = 3000
const isBeingCompared = ({ comparedAt, isLive }: Notice): boolean => comparedAt === null && isLive

export default function NoticePage() {
  const { id } = useParams({ strict: false })
  const state = useCall(stolenNoticeCalls.get, { params: { id: Number(id) } })
  const notice = state.data
  const { refetch } = state
  const isWaiting = notice !== undefined && isBeingCompared(notice)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void refetch(), COMPARING_MS)
    return () => clearInterval(timer)
  }, [isWaiting, refetch])
  return (
    <DetailPage
      title={notice ? `品触れ ${notice.number}` : '品触れ'}
      lead={
        notice && (
          <>
            <Muted>{notice.policeStation}</Muted>
            <StatusChip tone={notice.isLive ? 'ok' : 'gray'}>
              {notice.isLive ? '有効' : '期限切れ'}
            </StatusChip>
          </>
        )
      }
      actions={
        <>
          <Link to="/biz/notices" style={{ display: 'inline-flex', gap: 4 }}>
            <BackMark />
            品触れの一覧
          </Link>
          {notice && (
            <QuietLink to="/biz/notices/$id/edit" params={{ id: String(notice.id) }}>
              訂正する
            </QuietLink>
          )}
        </>
      }
    >
      <WhenRead state={state} skeleton={<FormSkeleton />}>
        {(read) => <Contents notice={read} />}
      </WhenRead>
    </DetailPage>
  )
}

function Contents({ notice }: { notice: Notice }) {
  return (
    <Columns>
      <Stack gap={16}>
        <Matches notice={notice} />
        {notice.articles.map((article, index) => (
          <ArticleCard key={article.id} article={article} place={index + 1} />
        ))}
      </Stack>
      <Stack gap={16}>
        <Card>
          <h2>受け取り</h2>
          <DefinitionList
            items={[
              { key: 'arrived', term: '到達した日', value: dayText(notice.arrivedOn) },
              { key: 'until', term: '保存と照合の期限', value: <DaysLeft until={notice.expiresOn} /> },
              { key: 'issued', term: '紙にある日付', value: dayText(notice.issuedOn) },
              { key: 'contact', term: '連絡先', value: notice.contact || '—' },
              { key: 'note', term: 'メモ', value: notice.note || '—' },
              {
                key: 'by',
                term: '登録',
                value: `${notice.registeredBy} ・ ${formatDateTimeJa(notice.registeredAt)}`,
              },
            ]}
          />
        </Card>
        <NoticePages notice={notice} />
      </Stack>
    </Columns>
  )
}

function Matches({ notice }: { notice: Notice }) {
  const articleOf = (id: number) => notice.articles.find((article) => article.id === id)
  const leftOut = notice.articles.reduce((sum, { similarLeftOut }) => sum + similarLeftOut, 0)
  return (
    <section>
      <h2>該当しそうな品 {notice.matches.length}点</h2>
      {isBeingCompared(notice) && (
        <Message role="status" tone="wait">
          いま、お預かりしている品・買い取った品と照らし合わせています。終わると、ここに表示します。
        </Message>
      )}
      {notice.matches.length === 0 && notice.comparedAt && (
        <Card>
          <Muted>
            {notice.isLive
              ? 'いま手元に該当する品はありません。期限までのあいだ、これから届く品と査定の内容も照らし合わせます。'
              : '該当する品はありませんでした。期限が過ぎたので、もう照らし合わせません。'}
          </Muted>
        </Card>
      )}
      <Stack gap={12}>
        {notice.matches.map((match) => (
          <MatchCard key={match.id} match={match} article={articleOf(match.article)} isLive={notice.isLive} />
        ))}
      </Stack>
      {leftOut > 0 && (
        <Muted>
          {`ほかに、似ている度合いの低い品が${leftOut}点あります。番号や特徴を書き足すと、絞り込めます。`}
        </Muted>
      )}
    </section>
  )
}

const shownFields = [
  'brand',
  'name',
  'color',
  'serialNumber',
  'productNumber',
  'otherNumber',
  'features',
  'stolenPlace',
] as const

const canBeCompared = (article: Article): boolean =>
  hasComparedWords(article) ||
  [article.brand, article.serialNumber, article.productNumber, article.otherNumber].some(Boolean)

function ArticleCard({ article, place }: { article: Article; place: number }) {
  const period = [article.stolenFrom, article.stolenUntil].filter((day) => day !== null)
  return (
    <Card>
      <h2>
        {place}つめの品{article.quantity > 1 && ` ${article.quantity}点`}
      </h2>
      <DefinitionList
        items={[
          ...(article.categoryName
            ? [{ key: 'category', term: articleLabels.category, value: article.categoryName }]
            : []),
          ...shownFields.flatMap((name) =>
            article[name]
              ? [
                  {
                    key: name,
                    term: articleLabels[name],
                    value:
                      name === 'brand' && !article.isBrandKnown ? (
                        <>
                          {article.brand}{' '}
                          <Muted style={{ fontSize: 12 }}>
                            一覧にないブランドです。品名の文字で照らします。
                          </Muted>
                        </>
                      ) : (
                        article[name]
                      ),
                  },
                ]
              : [],
          ),
          ...(period.length > 0
            ? [
                {
                  key: 'period',
                  term: '盗まれた日',
                  value: `${dayText(article.stolenFrom)} 〜 ${dayText(article.stolenUntil)}`,
                },
              ]
            : []),
        ]}
      />
      {!canBeCompared(article) && (
        <Muted style={{ display: 'block', marginTop: 8, fontSize: 12 }}>
          この内容だけでは照らし合わせられません。ブランドか番号、または色・特徴を書き足してください。
        </Muted>
      )}
    </Card>
  )
}
