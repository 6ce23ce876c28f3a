import type { ComponentType } from 'react'

/** Loosely typed: pages link to each other, so their types would be circular. */
export type Load = () => Promise<unknown>
export type PageModule = { default: ComponentType }

export type PageTable = Record<string, { load: Load; signedIn: boolean }>

export const open = (load: Load) => ({ load, signedIn: false }) as const
export const own = (load: Load) => ({ load, signedIn: true }) as const

export const storePages = {
  '/': open(() => import('#web/features/home/top.page.tsx')),
  '/shops': open(() => import('#web/features/company/shops.page.tsx')),
  '/shops/$id': open(() => import('#web/features/company/shop.page.tsx')),
  '/brands': open(() => import('#web/features/catalogue/brands.page.tsx')),
  '/brands/$id': open(() => import('#web/features/catalogue/brand.page.tsx')),
  '/estimate': open(() => import('#web/features/pre-assessment/quick.page.tsx')),
  '/price-estimate/$token': open(() => import('#web/features/pre-assessment/link.page.tsx')),
  '/register': open(() => import('#web/features/account/register.page.tsx')),
  '/signup': open(() => import('#web/features/account/signup.page.tsx')),
  '/login': open(() => import('#web/features/account/login.page.tsx')),
  '/login/callback': open(() => import('#web/features/account/callback.page.tsx')),
  '/password-reset': open(() => import('#web/features/account/password-reset.page.tsx')),
  '/email/confirm': open(() => import('#web/features/account/email-confirm.page.tsx')),
  '/line/link': open(() => import('#web/features/account/line-confirm.page.tsx')),
  '/announcements': open(() => import('#web/features/announcement/announcements.page.tsx')),
  '/help': open(() => import('#web/features/home/help.page.tsx')),
  '/terms': open(() => import('#web/features/terms/terms.page.tsx')),
  '/terms/$version': open(() => import('#web/features/terms/terms.page.tsx')),
  '/privacy': open(() => import('#web/features/terms/privacy.page.tsx')),
  '/operator': open(() => import('#web/features/company/operator.page.tsx')),
  '/contact': open(() => import('#web/features/company/contact.page.tsx')),
  '/left': open(() => import('#web/features/customer/left.page.tsx')),
  '/dealers': open(() => import('#web/features/company/dealers.page.tsx')),
  '/mypage': own(() => import('#web/features/home/mypage.page.tsx')),
  '/requests': own(() => import('#web/features/purchase-request/requests.page.tsx')),
  '/requests/new': own(() => import('#web/features/purchase-request/new-request.page.tsx')),
  '/requests/$id': own(() => import('#web/features/purchase-request/request.page.tsx')),
  '/requests/$id/result': own(() => import('#web/features/assessment/result.page.tsx')),
  '/requests/$id/statement': own(() => import('#web/features/purchase-request/statement.page.tsx')),
  '/balance': own(() => import('#web/features/transfer/balance.page.tsx')),
  '/balance/transfer': own(() => import('#web/features/transfer/transfer.page.tsx')),
  '/balance/special-withdrawal': own(() => import('#web/features/transfer/special-withdrawal.page.tsx')),
  '/balance/transactions': own(() => import('#web/features/transfer/transactions.page.tsx')),
  '/profile': own(() => import('#web/features/customer/profile.page.tsx')),
  '/profile/bank-account': own(() => import('#web/features/bank-account/bank-account.page.tsx')),
  '/profile/identity': own(() => import('#web/features/identity/identity.page.tsx')),
  '/identity/$id': own(() => import('#web/features/identity/capture.page.tsx')),
  '/notifications': own(() => import('#web/features/account/notifications.page.tsx')),
  '/settings/notifications': own(() => import('#web/features/account/notification-channels.page.tsx')),
  '/settings': own(() => import('#web/features/account/settings.page.tsx')),
  '/settings/data': own(() => import('#web/features/account/own-data.page.tsx')),
  '/leave': own(() => import('#web/features/customer/leave.page.tsx')),
}
