import { makeSavedView } from '#server/domains/saved-view/saved-view.factory'
import type { Db } from '#server/platform/db'
import type { BusinessWorld } from './demo-business.ts'
import { shops } from './demo-texts.ts'

const views = [
  {
    of: 'admin@aoyama.example',
    shop: '青山本店',
    list: 'requests',
    name: '高い順',
    search: 'ordering=-offer_total',
  },
  {
    of: 'admin@aoyama.example',
    shop: '青山本店',
    list: 'requests',
    name: '持ち込みの箱',
    search: 'delivering_option=SELF_ONLY&ordering=-id',
    hidden: ['assessor'],
  },
  {
    of: 'staff@aoyama.example',
    list: 'requests',
    name: '今日の査定',
    search: 'ordering=arrived_at&view=assessing',
  },
  { of: 'admin@aoyama.example', shop: '青山本店', list: 'items', name: '高額品', search: 'ordering=-price' },
  { of: 'staff@aoyama.example', list: 'customers', name: '確認前の方', search: 'is_identity_verified=false' },
  { of: 'admin@aoyama.example', list: 'brands', name: '非公開のブランド', search: 'is_private=true' },
  { of: 'admin@aoyama.example', list: 'announcements', name: '担当者あて', search: 'audience=business' },
  { of: 'operator@okuru.example', list: 'categories', name: '使わないもの', search: 'is_active=false' },
  { of: 'admin@aoyama.example', list: 'users', name: '管理者', search: 'role=admin' },
] as const satisfies readonly View[]

interface View {
  of: string
  shop?: string
  list: string
  name: string
  search: string
  hidden?: readonly string[]
}

/** Views that staff keep, and those that their shop shares. */
export async function makeDemoViews(db: Db, world: BusinessWorld): Promise<void> {
  for (const [place, view] of (views as readonly View[]).entries()) {
    const { of, shop, list, name, search, hidden } = view
    const owner = world.workers.get(of)
    if (!owner) throw new Error(`nobody is called ${of}`)
    await makeSavedView(
      db,
      { company_id: owner.company_id, business_user_id: owner.id },
      {
        ...{ list, name, search, place, hidden: hidden ? [...hidden] : null },
        shop_id: world.shops[shops.findIndex((one) => one.name === shop)]?.id ?? null,
      },
    )
  }
}
