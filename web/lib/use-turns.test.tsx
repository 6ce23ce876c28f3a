import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { useEffect, useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useTurns } from './use-turns.ts'

afterEach(cleanup)

type Answer = { give: () => void; fail: () => void }

/** Each turn waits until the test answers it. */
function turnsOf(most: number) {
  const [sent, done, answers]: [number[][], number[], Answer[]] = [[], [], []]
  const options = {
    most,
    send: (rows: readonly number[]) => {
      sent.push([...rows])
      return new Promise<{ results: number[] }>((resolve, reject) =>
        answers.push({
          give: () => resolve({ results: rows.map((row) => row * 10) }),
          fail: () => reject(new Error('lost')),
        }),
      )
    },
    onTurn: (results: readonly number[]) => void done.push(...results),
  }
  const answer = (how: keyof Answer) => act(async () => answers.shift()?.[how]())
  return { options, sent, done, answer }
}

it('goes on after a lost answer with what has none, and a second press sends nothing', async () => {
  const { options, sent, done, answer } = turnsOf(2)
  const { result } = renderHook(() => useTurns(options))
  act(() => void result.current.start([1, 2, 3, 4, 5]))
  act(() => void result.current.start([1, 2, 3, 4, 5]))
  expect(sent).toEqual([[1, 2]])
  await answer('give')
  await answer('fail')
  expect(result.current).toMatchObject({ results: [10, 20], isPending: false, isDone: false })
  expect(result.current.error).toBeInstanceOf(Error)
  act(() => void result.current.again())
  expect(result.current).toMatchObject({ isPending: true, error: undefined })
  await answer('give')
  await answer('give')
  expect(result.current).toMatchObject({ results: [10, 20, 30, 40, 50], isPending: false, isDone: true })
  expect(sent).toEqual([[1, 2], [3, 4], [3, 4], [5]])
  expect(done).toEqual([10, 20, 30, 40, 50])
})

it('sends no further turn once the page is left, and still says what was done', async () => {
  const { options, sent, done, answer } = turnsOf(1)
  const { result, unmount } = renderHook(() => useTurns(options))
  act(() => void result.current.start([1, 2]))
  unmount()
  await answer('give')
  expect([sent, done]).toEqual([[[1]], [10]])
})

function useStarted(options: ReturnType<typeof turnsOf>['options']) {
  const turns = useTurns(options)
  const begin = useRef(() => void turns.start([1, 2, 3]))
  useEffect(() => begin.current(), [])
  return turns
}

it('started by a page that React mounts twice, shows each row once', async () => {
  const { options, sent, answer } = turnsOf(2)
  const { result } = renderHook(() => useStarted(options), { reactStrictMode: true })
  for (const _ of [1, 2, 3]) await answer('give')
  await waitFor(() => expect(result.current).toMatchObject({ results: [10, 20, 30], isDone: true }))
  expect(sent).toEqual([[1, 2], [1, 2], [3]])
})
