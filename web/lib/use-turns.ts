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

/** A call that takes so many rows, made as often as needed. After a failure it goes on with the turn that failed. */
export function useTurns<Row, Result>(options: Options<Row, Result>) {
  const [turns, show] = useState<Turns<Row, Result>>()
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const go = async (rows: readonly Row[], before: readonly Result[]) => {
    const { most, send, onTurn } = options
    let [rest, results] = [rows, before]
    show({ rest, results, isPending: true })
    try {
      while (rest.length > 0 && !left.current) {
        const turn = (await send(rest.slice(0, most))).results
        rest = rest.slice(most)
        results = [...results, ...turn]
        show({ rest, results, isPending: rest.length > 0 })
        onTurn?.(turn)
      }
    } catch (error) {
      show({ rest, results, isPending: false, error })
    }
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
