import { Link } from '@tanstack/react-router'
import { deliveringOptionLabel } from '#contract/codes'
import { setupCalls } from '#contract/setup'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type Company, phoneText } from './company.rules.ts'
import { SetupList, SetupSection } from './setup-parts.tsx'
import { addressText, kitText, type Shop } from './shop.rules.ts'

export function CompanyShops({ company, mayEdit }: { company: Company; mayEdit: boolean }) {
  const read = useCall(setupCalls.shops, { params: { companyPk: company.id } })
  const params = { id: String(company.id) }
  const add = (first: boolean) => {
    if (!mayEdit) return undefined
    const Add = first ? NextLink : QuietLink
    return (
      <Add to="/biz/companies/$id/shops/new" params={params}>
        店舗を追加する
      </Add>
    )
  }
  const isEmpty = read.data?.length === 0
  return (
    <SetupSection title="店舗" action={read.data && !isEmpty && add(false)}>
      {read.isError && !read.data && <Failed state={read} />}
      {read.isPending && <Loading skeleton={<TableSkeleton rows={2} />} />}
      {isEmpty && (
        <Card>
          <Empty title="店舗はまだありません" action={add(true)}>
            店舗を登録すると、お客さまが箱の送り先に選べるようになります。
          </Empty>
        </Card>
      )}
      {read.data && !isEmpty && (
        <SetupList>
          {read.data.map((shop) => (
            <OneShop key={shop.id} shop={shop} mayEdit={mayEdit} />
          ))}
        </SetupList>
      )}
    </SetupSection>
  )
}

function OneShop({ shop, mayEdit }: { shop: Shop; mayEdit: boolean }) {
  const params = { id: String(shop.company), shop: String(shop.id) }
  return (
    <li>
      <div className="what">
        <p>
          <b>{shop.name}</b>
          <StatusChip tone={shop.isOpen ? 'ok' : 'gray'}>{shop.isOpen ? '受付中' : '受付停止'}</StatusChip>
        </p>
        <small>
          {addressText(shop.address)} ・ {phoneText(shop.phone)}
        </small>
        <small>
          {[
            `送り方 ${deliveringOptionLabel[shop.deliveringOption]}`,
            `段ボール ${kitText(shop.kitSizes)}`,
            `ストア ${shop.storeKey}`,
            shop.tags.length > 0 && `タグ ${shop.tags.join('、')}`,
          ]
            .filter(Boolean)
            .join(' ・ ')}
        </small>
      </div>
      <span className="acts">
        {shop.isOpen && (
          <Link to="/shops/$id" params={{ id: String(shop.id) }} target="_blank">
            お客さまのページ
          </Link>
        )}
        {mayEdit && (
          <QuietLink size="small" to="/biz/companies/$id/shops/$shop" params={params}>
            変更する
          </QuietLink>
        )}
      </span>
    </li>
  )
}
