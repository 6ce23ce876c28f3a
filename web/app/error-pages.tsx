import { styled } from '@mui/material/styles'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { ChunkMissing, reloadForChunks } from '#web/lib/chunk.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { isOnline, useOnline } from '#web/lib/online.ts'
import { ErrorPanel, errorKindOf } from '#web/ui/error-panel.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'
import { drawnPageShown } from './first-paint.ts'

const inBiz = (): boolean => /^\/biz(\/|$)/.test(window.location.pathname)

function HomeLink() {
  return inBiz() ? <MainLink to="/biz">「今日」を開く</MainLink> : <MainLink to="/">トップページへ</MainLink>
}

/** The title is the page's heading, so the panel below is not one. */
export function NotFoundPage() {
  return (
    <Page title="ページが見つかりません">
      <ErrorPanel kind="lost" heading={false} action={<HomeLink />} />
    </Page>
  )
}

const titles = {
  forbidden: 'この画面を開く権限がありません',
  lost: 'ページが見つかりません',
  server: 'ただいま処理できません',
  offline: '通信が切れています',
} as const

/** Any error that a page did not handle. */
export function ErrorPage(props: ErrorComponentProps) {
  return props.error instanceof ChunkMissing ? <MissingChunkPage /> : <FaultPage {...props} />
}

/** A lazy page could not be loaded. Reloads for a newer release; without a connection it waits for it. */
function MissingChunkPage() {
  const online = useOnline()
  const [trying, setTrying] = useState(true)
  const reload = (asked: boolean) => {
    setTrying(true)
    void reloadForChunks(asked).then((done) => setTrying(done))
  }
  useEffect(() => {
    setTrying(online)
    if (online) void reloadForChunks(false).then((done) => setTrying(done))
  }, [online])
  const [drawn] = useState(drawnPageShown)
  if (drawn.length > 0 && (trying || !online)) return <DrawnPage parts={drawn} />
  if (trying) return <PagePending />
  return (
    <Page title={online ? 'ページを読み込めませんでした' : titles.offline}>
      <ErrorPanel kind="offline" heading={false} onRetry={() => reload(true)} action={<HomeLink />}>
        {online
          ? '通信が不安定なようです。少し待ってから、もう一度お試しください。'
          : 'このページはまだ読み込まれていません。電波の届く場所に移ると、ひらきます。'}
      </ErrorPanel>
    </Page>
  )
}

/** Moves the page that the document already showed into the program's, so that it stays readable. */
function DrawnPage({ parts }: { parts: readonly Element[] }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(...parts)
    place.current?.querySelector('main')?.setAttribute('id', 'main')
  }, [parts])
  return <div ref={place} />
}

function FaultPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const kind = isOnline() ? errorKindOf(error instanceof ApiError ? error.status : undefined) : 'offline'
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={titles[kind]}>
      <ErrorPanel kind={kind} heading={false} onRetry={retry} action={<HomeLink />}>
        {error instanceof ApiError ? sentenceFor(error) : undefined}
      </ErrorPanel>
    </Page>
  )
}

const Pending = styled('main')({ maxWidth: 640, margin: '0 auto', padding: '32px 16px' })

export function PagePending() {
  return (
    <Pending id="main">
      <Loading />
    </Pending>
  )
}
