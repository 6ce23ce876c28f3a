import { CancelError } from './api-error.ts'

export type Cancellable<T> = Promise<T> & { cancel(): void; readonly isCancelled: boolean }

/** A promise that can be cancelled. The work starts one microtask later, so cancelling at once sends nothing. */
export function cancellable<T>(
  run: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Cancellable<T> {
  const controller = new AbortController()
  let state: 'pending' | 'settled' | 'cancelled' = 'pending'
  let callOff: () => void = () => {}

  const promise = new Promise<T>((resolve, reject) => {
    const finish = (settle: () => void) => {
      if (state !== 'pending') return
      state = 'settled'
      outer?.removeEventListener('abort', callOff)
      settle()
    }
    callOff = () => {
      if (state !== 'pending') return
      state = 'cancelled'
      outer?.removeEventListener('abort', callOff)
      controller.abort()
      reject(new CancelError())
    }
    queueMicrotask(() => {
      if (state !== 'pending') return
      run(controller.signal).then(
        (value) => finish(() => resolve(value)),
        (error: unknown) => finish(() => reject(error)),
      )
    })
  })

  if (outer?.aborted) callOff()
  else outer?.addEventListener('abort', callOff)

  return Object.defineProperty(Object.assign(promise, { cancel: callOff }), 'isCancelled', {
    get: () => state === 'cancelled',
  }) as Cancellable<T>
}
