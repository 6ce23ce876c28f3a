import { useEffect, useRef, useState } from 'react'

type Turns<Row, Result> = {
  /** So far, in the order of the rows. */
  results: readonly Result[]
  /** Not sent yet, or without an answer. */
  rest: readonly Row[]
  isPending: boolean
  error?: unknown
}

type Options<Row, Result> = {
  /** Rows of one turn. */
  most: number
  send: (rows: readonly Row[]) => Promise<{ results: readonly Result[] }>
  onTurn?: ((results: readonly Result[]) => void) | undefined
}

/**
 * A call that takes so many rows, made as often as needed. After a failure it goes on with the turn that failed; whoever
 * leaves the page sends no further turn.
 */
export function useTurns<Row, Result>(options: Options<Row, Result>) {
  const [turns, show] = useState<Turns<Row, Result>>()
  /** The run under way: there is one at a time, and none once the page is left. */
  const current = useRef<symbol>(undefined)
  useEffect(
    () => () => {
      current.current = undefined
    },
    [],
  )
  const go = async (rows: readonly Row[], before: readonly Result[]) => {
    if (current.current) return
    const { most, send, onTurn } = options
    const own = Symbol('run')
    current.current = own
    const showOwn = (next: Turns<Row, Result>) => current.current === own && show(next)
    let [rest, results] = [rows, before]
    showOwn({ rest, results, isPending: rest.length > 0 })
    try {
      while (rest.length > 0 && current.current === own) {
        const turn = (await send(rest.slice(0, most))).results
        rest = rest.slice(most)
        results = [...results, ...turn]
        showOwn({ rest, results, isPending: rest.length > 0 })
        onTurn?.(turn)
      }
    } catch (error) {
      showOwn({ rest, results, isPending: false, error })
    }
    if (current.current === own) current.current = undefined
  }
  return {
    results: turns?.results ?? [],
    error: turns?.error,
    isPending: turns?.isPending ?? false,
    isDone: turns !== undefined && turns.rest.length === 0,
    start: (rows: readonly Row[]) => go(rows, []),
    /** What is left after a failure. */
    again: () => turns && go(turns.rest, turns.results),
  }
}
