import type { ComponentType } from 'react'

export type PageModule = { default: ComponentType }
type Pages = Record<string, () => Promise<PageModule>>

/**
 * The page of every address, one line each. An address of the route tree that has no line here says that it
 * is being prepared.
 */
export const pages = {
  '/': () => import('#web/features/home/top.page.tsx'),
  '/help': () => import('#web/features/home/help.page.tsx'),
  '/shops': () => import('#web/features/company/shops.page.tsx'),
  '/shops/$id': () => import('#web/features/company/shop.page.tsx'),
  '/brands': () => import('#web/features/catalogue/brands.page.tsx'),
  '/announcements': () => import('#web/features/announcement/announcements.page.tsx'),
  '/terms': () => import('#web/features/terms/terms.page.tsx'),
  '/terms/$version': () => import('#web/features/terms/terms.page.tsx'),
  '/privacy': () => import('#web/features/terms/privacy.page.tsx'),
  '/operator': () => import('#web/features/company/operator.page.tsx'),
  '/contact': () => import('#web/features/company/contact.page.tsx'),
  '/dealers': () => import('#web/features/company/dealers.page.tsx'),
  '/register': () => import('#web/features/account/register.page.tsx'),
  '/signup': () => import('#web/features/account/signup.page.tsx'),
  '/login': () => import('#web/features/account/login.page.tsx'),
  '/password-reset': () => import('#web/features/account/password-reset.page.tsx'),
  '/email/confirm': () => import('#web/features/account/email-confirm.page.tsx'),
  '/mypage': () => import('#web/features/home/mypage.page.tsx'),
  '/notifications': () => import('#web/features/account/notifications.page.tsx'),
  '/settings': () => import('#web/features/account/settings.page.tsx'),
  '/requests': () => import('#web/features/purchase-request/requests.page.tsx'),
  '/requests/$id': () => import('#web/features/purchase-request/request.page.tsx'),
  '/profile': () => import('#web/features/customer/profile.page.tsx'),
  '/profile/bank-account': () => import('#web/features/bank-account/bank-account.page.tsx'),
  '/profile/identity': () => import('#web/features/identity/identity.page.tsx'),
  '/leave': () => import('#web/features/customer/leave.page.tsx'),
  '/requests/new': () => import('#web/features/purchase-request/new-request.page.tsx'),
  '/requests/$id/result': () => import('#web/features/assessment/result.page.tsx'),
  '/biz/login': () => import('#web/features/account/biz/biz-login.page.tsx'),
  '/biz/password-reset': () => import('#web/features/account/biz/biz-password-reset.page.tsx'),
  '/biz': () => import('#web/features/purchase-request/biz/today.page.tsx'),
  '/biz/requests': () => import('#web/features/purchase-request/biz/requests.page.tsx'),
  '/biz/requests/$id': () => import('#web/features/purchase-request/biz/request.page.tsx'),
  '/biz/intake': () => import('#web/features/purchase-request/biz/intake.page.tsx'),
  '/biz/second-looks': () => import('#web/features/purchase-request/biz/second-looks.page.tsx'),
  '/biz/returns': () => import('#web/features/purchase-request/biz/returns.page.tsx'),
  '/biz/requests/$id/result': () => import('#web/features/assessment/biz/result.page.tsx'),
  '/biz/items': () => import('#web/features/item/biz/items.page.tsx'),
  '/biz/productization': () => import('#web/features/productization/biz/productization.page.tsx'),
  '/biz/customers': () => import('#web/features/customer/biz/customers.page.tsx'),
  '/biz/customers/$shop/$id': () => import('#web/features/customer/biz/customer.page.tsx'),
  '/biz/ledger': () => import('#web/features/antique-ledger/biz/ledger.page.tsx'),
  '/biz/users': () => import('#web/features/company/biz/users.page.tsx'),
  '/biz/bench/$id': () => import('#web/features/item/biz/bench.page.tsx'),
  '/biz/payouts': () => import('#web/features/transfer/biz/payouts.page.tsx'),
  '/biz/payouts/$id': () => import('#web/features/transfer/biz/payout.page.tsx'),
  '/biz/payout-lines': () => import('#web/features/transfer/biz/payout-lines.page.tsx'),
  '/biz/money': () => import('#web/features/book/biz/money.page.tsx'),
} satisfies Pages as Pages
