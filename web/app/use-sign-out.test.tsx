import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentOwner, makeDraftWriter } from '#web/lib/draft-store.ts'
import { isLoggedIn } from '#web/lib/session.ts'
import { startServer, type TestServer } from '#web/lib/test-server.ts'
import { MOVES_DRAFT, registerSender, reportUnsent, unsentChanges } from '#web/lib/unsent.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { useSignOut } from './use-sign-out.tsx'

let server: TestServer
const left = vi.fn()

function Bar() {
  const { signOut, question } = useSignOut()
  return (
    <>
      <button type="button" onClick={() => signOut(left)}>
        ログアウト
      </button>
      {question}
    </>
  )
}

beforeEach(async () => {
  localStorage.clear()
  left.mockClear()
  server = await startServer(({ path }) => (path === '/api/logout/' ? { status: 204 } : { json: {} }))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

async function keep(key: string, value: object) {
  openBiz('/biz', {
    '/biz': Bar,
    '/biz/bench/$id': () => <p>査定台</p>,
    '/biz/custody': () => <p>保管と移動</p>,
  })
  const writer = makeDraftWriter(key, currentOwner(), 1, [])
  writer.write(value)
  writer.flush()
  fireEvent.click(await screen.findByRole('button', { name: 'ログアウト' }))
}
const change = { patch: { basePrice: 900 }, base: { basePrice: 800 } }
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

describe('signing out of the back office', () => {
  it('asks nothing when everything is sent', async () => {
    await keep('bench:31', {})
    await waitFor(() => expect(left).toHaveBeenCalled())
    expect(isLoggedIn()).toBe(false)
  })

  it('says what has not been sent, and stays until it is told to go', async () => {
    await keep('bench:31', { aaa: change, bbb: change })
    expect(await screen.findByRole('dialog', { name: '未送信が2件あります' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('戻る')
    await press('戻る')
    expect(isLoggedIn()).toBe(true)
    expect(unsentChanges()).toHaveLength(1)

    fireEvent.click(screen.getByRole('button', { name: 'ログアウト', hidden: true }))
    await press('ログアウトする')
    await waitFor(() => expect(left).toHaveBeenCalledTimes(1))
    expect(isLoggedIn()).toBe(false)
    expect(unsentChanges()).toEqual([])
  })

  it('sends it first and leads to its bench', async () => {
    const send = vi.fn()
    const stop = registerSender(send)
    await keep('bench:31', { aaa: change })
    await press('先に送る')
    expect(send).toHaveBeenCalledTimes(1)
    expect(await screen.findByText('査定台')).toBeTruthy()
    expect(isLoggedIn()).toBe(true)
    stop()
  })

  it('leads to the hand-overs that wait, where one is in the way', async () => {
    reportUnsent(MOVES_DRAFT, 1)
    await keep(`${MOVES_DRAFT}@tab`, { moves: [{}], waiting: [] })
    await press('先に送る')
    expect(await screen.findByText('保管と移動')).toBeTruthy()
    reportUnsent(MOVES_DRAFT, 0)
  })

  it('speaks of half-written text when there is nothing to send', async () => {
    await keep('note-31', { text: 'あ' })
    expect(await screen.findByText('書きかけの入力は、この端末から消えます。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '先に送る' })).toBeNull()
  })
})
