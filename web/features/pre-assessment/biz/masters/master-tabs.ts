import { useNavigate } from '@tanstack/react-router'

const places = {
  templates: { label: '価格', to: '/biz/price-templates' },
  brands: { label: 'ブランド', to: '/biz/price-brands' },
  categories: { label: 'カテゴリ', to: '/biz/price-categories' },
  conditions: { label: '状態', to: '/biz/price-conditions' },
  seasons: { label: '季節', to: '/biz/price-seasons' },
  operators: { label: '担当', to: '/biz/price-operators' },
  uploads: { label: '取り込みの記録', to: '/biz/price-uploads' },
} as const
export type MasterTab = keyof typeof places

const tabs = Object.entries(places).map(([value, { label }]) => ({ value: value as MasterTab, label }))

/** What a named price comes from, under one menu entry. */
export function useMasterTabs(tab: MasterTab) {
  const navigate = useNavigate()
  return { tabs, tab, onTab: (next: MasterTab) => void navigate({ to: places[next].to }) }
}
