import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { customerCalls } from '#contract/customer'
import { declaredListCalls } from '#contract/declared-list'
import { termsCalls } from '#contract/terms'
import { isElsewhere, openOnStore } from '#web/app/theme/store-key.ts'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'
import { useShops } from '#web/features/company/shared/use-store.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackMark, Page, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { DonePage } from './new/done.tsx'
import type { Stored } from './new/draft-keeper.ts'
import { ObstacleNotice, obstacleOf } from './new/refusal.tsx'
import { type Step, stepIn } from './new/request-draft.ts'
import { Wizard } from './new/wizard.tsx'

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value)
    ? Number(value)
    : typeof value === 'number'
      ? value
      : undefined

/** Asked once, when the page opens: what another device chooses later is a conflict that the form shows. */
function Form(props: ComponentProps<typeof Wizard>) {
  const { storeKey } = useStoreTheme()
  const { stored } = props
  const [asks, setAsks] = useState(() => !!stored?.shopName && isElsewhere(storeKey, stored.storeKey))
  return asks && stored ? (
    <BegunElsewhere stored={stored} onStay={() => setAsks(false)} />
  ) : (
    <Wizard {...props} />
  )
}

type BegunProps = { stored: Stored; onStay: () => void }

/** On the storefront of another dealer, where the shop that was chosen would be lost. */
function BegunElsewhere({ stored: { shopName, storeKey, declared }, onStay }: BegunProps) {
  return (
    <Page title="買取を申し込む" back={back}>
      <Stack gap={20}>
        <Notice tone="wait" title={`${shopName}への申し込みが書きかけです`}>
          {`いまは別のお店のサイトをご覧です。このサイトでは、${shopName}に送れません。`}
          {declared.total > 0 && `書きかけの品${declared.total}点は、どちらでも残ります。`}
        </Notice>
        <Stack gap={8}>
          <NextButton onClick={() => openOnStore(storeKey, '/requests/new')}>お店のサイトで続ける</NextButton>
          <QuietButton onClick={onStay}>このサイトのお店に変える</QuietButton>
        </Stack>
      </Stack>
    </Page>
  )
}

const back = (
  <Link to="/requests">
    <BackMark />
    申し込みの一覧
  </Link>
)

export default function NewRequestPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const done = numberIn(search.done)
  return done === undefined ? (
    <NewRequest step={stepIn(search.step)} shop={numberIn(search.shop)} brand={numberIn(search.brand)} />
  ) : (
    <DonePage id={done} />
  )
}

type Asked = { step: Step | undefined; shop: number | undefined; brand: number | undefined }

function NewRequest({ step, shop, brand }: Asked) {
  const shops = useShops()
  const handling = useShops({ brand })
  const terms = useCall(termsCalls.current)
  const customers = useCall(customerCalls.list)
  // Never an older one: another device may have gone on.
  const draft = useQuery({ ...queryOf(declaredListCalls.draft), staleTime: 0, gcTime: 0 })
  const failed = [shops, handling, terms, customers, draft].filter(({ isError }) => isError)
  if (failed.length > 0) {
    return (
      <Page title="買取を申し込む" back={back}>
        <ErrorPanel
          saved="入力した内容は残っています。"
          retrying={failed.some(({ isRefetching }) => isRefetching)}
          onRetry={() => failed.forEach((call) => void call.refetch())}
        />
      </Page>
    )
  }
  if (!shops.data || !handling.data || !terms.data || !customers.data || draft.data === undefined) {
    return (
      <Page title="買取を申し込む" back={back}>
        <Loading skeleton={<CardListSkeleton />} />
      </Page>
    )
  }
  const [customer] = customers.data.results
  const obstacle = obstacleOf(customer, todayInTokyo())
  if (obstacle) {
    return (
      <Page title="買取を申し込む" back={back}>
        <ObstacleNotice obstacle={obstacle} />
      </Page>
    )
  }
  if (shops.data.length === 0) {
    return (
      <Page title="買取を申し込む" back={back}>
        <Empty title="いまお受けできるお店がありません">準備ができるまで、もうしばらくお待ちください。</Empty>
      </Page>
    )
  }
  return (
    <Form
      back={back}
      stored={draft.data}
      // Where no shop is known for the brand, any may be asked.
      shops={handling.data?.length ? handling.data : shops.data}
      terms={terms.data}
      customer={customer}
      asked={step}
      chosenShop={shop}
    />
  )
}
