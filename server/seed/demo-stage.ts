import type { Db } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import type { Worker } from './demo-business.ts'
import type { DemoCustomer } from './demo-customers.ts'
import type { NamedMasters } from './demo-named-masters.ts'
import type { BoxPlan } from './demo-plan.ts'
import type { DemoWorld } from './demo-world.ts'
import type { Article } from './goods.ts'
import type { PhotoShelf } from './photos.ts'
import type { Dice } from './random.ts'

export interface Stage {
  db: Db
  tools: Tools
  world: DemoWorld
  masters: NamedMasters
  photos: PhotoShelf
  die: Dice
  anchor: string
}

export interface Step {
  at: Date
  run: (at: Date) => Promise<void>
}

export interface Box {
  plan: BoxPlan
  customer: DemoCustomer
  staff: Worker
  articles: Article[]
  id: number
}
