/** Roles per permission. A missing permission is 403; what a permitted role sees is a matter of scope (404). */
export const roles = ['nobody', 'customer', 'staff', 'admin', 'operator', 'inspector'] as const
export type Role = (typeof roles)[number]

const everyone = roles
const signedIn = ['customer', 'staff', 'admin', 'operator'] as const
const business = ['staff', 'admin', 'operator'] as const
const dealer = ['staff', 'admin'] as const
const dealerAdmin = ['admin'] as const
const house = ['operator'] as const

/** Operators hold the business permissions but own no shops: their scoped lists are empty. */
export const permissions = {
  anyone: everyone,
  signed_in: signedIn,
  /** With who inspects the ledger, who may do nothing else. */
  'self.read': [...signedIn, 'inspector'],
  'customer.self': ['customer'],
  'customer.create': ['customer'],
  'bank_account.read': signedIn,
  'bank_account.write': ['customer'],
  'assessment.read': signedIn,
  'assessment.write': ['customer', 'staff', 'admin', 'operator'],
  'item.read': signedIn,
  'biz.self': business,
  'biz.item.write': business,
  'biz.item.export': dealerAdmin,
  'biz.request.read': business,
  'biz.request.write': business,
  'biz.request.export': dealerAdmin,
  'biz.customer.read': business,
  'biz.customer.export': dealerAdmin,
  'biz.customer.write': business,
  'biz.customer.stop': dealerAdmin,
  'biz.identity.write': business,
  'biz.ledger.read': [...business, 'inspector'],
  'biz.ledger.verify': business,
  'biz.ledger.export': dealerAdmin,
  'biz.ledger.correct': dealerAdmin,
  'biz.ledger.mail': dealerAdmin,
  'biz.inspection.manage': dealerAdmin,
  'biz.catalogue.read': business,
  'biz.catalogue.write': dealerAdmin,
  'biz.template.write': ['admin', 'operator'],
  'biz.shop.write': business,
  'biz.productization.read': business,
  'biz.productization.write': business,
  'biz.sale.read': dealer,
  'biz.sale.write': dealer,
  'biz.sale.export': dealerAdmin,
  'biz.analysis.use': business,
  'biz.pre_assessment.use': business,
  'biz.pre_assessment.master': dealerAdmin,
  'biz.next_engine.connect': dealerAdmin,
  'biz.next_engine.read': business,
  'biz.insight.read': business,
  'biz.announcement.write': ['admin', 'operator'],
  'biz.view.keep': business,
  'biz.activity.read': ['admin', 'operator'],
  'biz.user.read': business,
  'biz.user.write': ['admin', 'operator'],
  'biz.user.update': business,
  'biz.user.export': ['admin', 'operator'],
  'biz.hold.write': business,
  'biz.custody.use': dealer,
  'biz.custody.places': dealerAdmin,
  'biz.notice.read': dealer,
  'biz.notice.write': dealer,
  'biz.contract.rescind': dealerAdmin,
  'biz.money.read': ['admin', 'operator'],
  'operator.payout': house,
  'operator.money': house,
  'operator.setup': house,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export function roleMay(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role)
}
