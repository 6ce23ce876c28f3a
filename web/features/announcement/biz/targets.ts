import { businessUserCalls } from '#contract/business-user'
import { setupCalls } from '#contract/setup'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { type AnnouncementValues, readersOf } from './announcement.rules.ts'

type Option = { value: string; label: string }

export type Targets = {
  isHouse: boolean
  companies: readonly Option[]
  shops: readonly Option[]
  /** Whether this person may write to the people of all shops. */
  mayTellAll: boolean
  /** Counted by the server; undefined until then, null where it cannot be. */
  people: number | undefined | null
}

const optionsOf = (rows: readonly { id: number; name: string }[] | undefined): Option[] =>
  (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

const most = 500

/** Whom this person may write to, and how many people the form reaches as it stands. */
export function useTargets(values: AnnouncementValues): Targets {
  const staff = useStaff()
  const isHouse = staff?.company.isOperator ?? false
  const own = useCallWithPrevious(
    businessUserCalls.get,
    { params: { id: staff?.id ?? 0 } },
    staff !== undefined && !isHouse,
  )
  const companies = useCallWithPrevious(setupCalls.companies, { query: { size: most } }, isHouse)
  const { audience, company, shop } = readersOf(values)
  const reach = useCallWithPrevious(
    setupCalls.announcementReach,
    { query: { audience, company: company ?? undefined, shop: shop ?? undefined } },
    staff !== undefined,
  )
  return {
    isHouse,
    companies: optionsOf(companies.data?.results.filter(({ isOperator }) => !isOperator)),
    shops: optionsOf(staff?.company.shops),
    mayTellAll: own.data === undefined || own.data.shops.length === 0,
    people: reach.isError ? null : reach.isPlaceholderData ? undefined : reach.data?.people,
  }
}
