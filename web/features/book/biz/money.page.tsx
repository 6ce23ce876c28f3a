import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { MainButton } from '#web/ui/button.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { Accounts } from './accounts.tsx'
import { Entries } from './entries.tsx'
import { Proofs } from './proofs.tsx'
import { SettlementDialog } from './settlement-dialog.tsx'

type View = 'accounts' | 'entries' | 'proofs'

export type MoneyFrame = {
  title: string
  tabs: readonly TabItem<View>[]
  tab: View
  onTab: (view: View) => void
}

const tabs: readonly TabItem<View>[] = [
  { value: 'accounts', label: '残高' },
  { value: 'entries', label: '仕訳' },
  { value: 'proofs', label: '証明' },
]

export default function MoneyPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const [settling, setSettling] = useState(false)
  const tab = search.view === 'entries' || search.view === 'proofs' ? search.view : 'accounts'
  const frame: MoneyFrame = {
    title: '残高と証明',
    tabs,
    tab,
    onTab: (view) => void navigate({ to: '/biz/money', search: view === 'accounts' ? {} : { view } }),
  }
  const settle = <MainButton onClick={() => setSettling(true)}>会社からの精算を記録する</MainButton>
  return (
    <>
      {tab === 'accounts' && <Accounts frame={frame} action={settle} />}
      {tab === 'entries' && <Entries frame={frame} action={settle} />}
      {tab === 'proofs' && <Proofs frame={frame} />}
      {settling && <SettlementDialog onClose={() => setSettling(false)} />}
    </>
  )
}
