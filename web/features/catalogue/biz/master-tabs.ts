import { useNavigate } from '@tanstack/react-router'

const dealerTabs = [
  { value: 'brands', label: 'ブランド' },
  { value: 'amounts', label: '買取基準表' },
] as const
type MasterTab = (typeof dealerTabs)[number]['value']

const places = { brands: '/biz/brands', amounts: '/biz/amounts' } as const

/** The lists that belong together under one menu entry. */
export function useMasterTabs(tab: MasterTab, isDealer: boolean) {
  const navigate = useNavigate()
  if (!isDealer) return {}
  return { tabs: dealerTabs, tab, onTab: (next: MasterTab) => void navigate({ to: places[next] }) }
}
