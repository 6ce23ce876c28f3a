import { useNavigate } from '@tanstack/react-router'
import { useStaff } from '#web/lib/staff.ts'

const tabLabel = {
  brands: 'ブランド',
  categories: 'カテゴリ',
  attributes: '商品の項目',
  amounts: '買取基準表',
  campaigns: 'キャンペーン',
} as const
type MasterTab = keyof typeof tabLabel

const places = {
  brands: '/biz/brands',
  categories: '/biz/categories',
  attributes: '/biz/category-attributes',
  amounts: '/biz/amounts',
  campaigns: '/biz/campaigns',
} as const

const tabsOf = (...values: MasterTab[]) => values.map((value) => ({ value, label: tabLabel[value] }))
const houseTabs = tabsOf('brands', 'categories', 'attributes')
const dealerTabs = tabsOf('brands', 'amounts', 'campaigns')

/** The lists that belong together under one menu entry. */
export function useMasterTabs(tab: MasterTab) {
  const navigate = useNavigate()
  const isHouse = useStaff()?.company.isOperator ?? false
  return {
    tabs: isHouse ? houseTabs : dealerTabs,
    tab,
    onTab: (next: MasterTab) => void navigate({ to: places[next] }),
  }
}
