import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { enterBench, queueOf } from './bench-queues.ts'

export function useBenchQueue(request: number) {
  const client = useQueryClient()
  const [{ queue }] = useState(() => queueOf(client, request))
  useEffect(() => enterBench(client, request), [client, request])
  const state = useSyncExternalStore(queue.subscribe, queue.getState)
  return { queue, state }
}
