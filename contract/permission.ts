/** Roles per permission. A missing permission is 403; what a permitted role sees is a matter of scope (404). */
export const roles = ['nobody', 'customer', 'staff', 'admin', 'operator', 'inspector', 'machine'] as const
export type Role = (typeof roles)[number]

const everyone = roles
const signedIn = ['customer', 'staff', 'admin', 'operator'] as const
const business = ['staff', 'admin', 'operator'] as const
const dealer = ['staff', 'admin'] as const
/** Also a machine whose API key was given the permission. */
const orMachine = [...business, 'machine'] as const
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
  'assessment.read': [...signedIn, 'machine'],
  'assessment.write': ['customer', 'staff', 'admin', 'operator'],
  'item.read': [...signedIn, 'machine'],
  'biz.self': business,
  'biz.item.write': orMachine,
  'biz.item.export': ['admin', 'machine'],
  'biz.request.read': orMachine,
  'biz.request.write': orMachine,
  'biz.request.export': ['admin', 'machine'],
  'biz.customer.read': orMachine,
  'biz.customer.export': ['admin', 'machine'],
  'biz.customer.write': business,
  'biz.customer.stop': dealerAdmin,
  'biz.identity.write': business,
  'biz.ledger.read': [...business, 'inspector'],
  'biz.ledger.verify': business,
  'biz.ledger.export': dealerAdmin,
  'biz.ledger.correct': dealerAdmin,
  'biz.ledger.mail': dealerAdmin,
  'biz.inspection.manage': dealerAdmin,
  'biz.catalogue.read': orMachine,
  'biz.catalogue.write': dealerAdmin,
  'biz.template.write': ['admin', 'operator'],
  'biz.shop.write': business,
  'biz.productization.read': orMachine,
  'biz.productization.write': orMachine,
  'biz.sale.read': [...dealer, 'machine'],
  'biz.sale.write': [...dealer, 'machine'],
  'biz.sale.export': ['admin', 'machine'],
  'biz.analysis.use': business,
  'biz.pre_assessment.use': business,
  'biz.pre_assessment.master': dealerAdmin,
  'biz.next_engine.connect': dealerAdmin,
  'biz.next_engine.read': business,
  'biz.insight.read': orMachine,
  'biz.announcement.write': ['admin', 'operator'],
  'biz.view.keep': business,
  'biz.activity.read': ['admin', 'operator'],
  'biz.api_key.manage': dealerAdmin,
  'biz.webhook.manage': dealerAdmin,
  'biz.work.watch': ['admin', 'operator'],
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
  'biz.money.read': ['admin', 'operator', 'machine'],
  'operator.payout': house,
  'operator.money': house,
  'operator.setup': house,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** What an API key can be given. */
export type MachinePermission = {
  [P in Exclude<Permission, 'anyone'>]: 'machine' extends (typeof permissions)[P][number] ? P : never
}[Exclude<Permission, 'anyone'>]

export function roleMay(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role)
}
