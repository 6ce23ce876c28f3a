import {
  createSaveQueue as createQueue,
  entryRules,
  type QueueOptions,
  type Entry as SaveEntry,
  type SaveQueue as SaveQueueOf,
  type Kept as SavesKept,
  type QueueState as StateOf,
} from '#web/lib/save-queue.ts'
import { benchShape, type Item, type Patch, type WritableField } from './bench-types.ts'

export type Entry = SaveEntry<Item, WritableField, Patch>
export type Kept = SavesKept<Patch>
export type QueueState = StateOf<Item, WritableField, Patch>
export type SaveQueue = SaveQueueOf<Item, WritableField, Patch>

export const { viewOf, unsentCount } = entryRules(benchShape)

export const createSaveQueue = (options: QueueOptions<Item, Patch>): SaveQueue =>
  createQueue(benchShape, options)
