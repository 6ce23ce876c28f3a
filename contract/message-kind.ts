export const messageKindLabel = {
  progress: 'お荷物の進み具合',
  reminder: '期限やお手続きのご案内',
  deal: '査定結果・ご契約・お振込み',
  safety: '本人確認と安全のお知らせ',
} as const
export type MessageKind = keyof typeof messageKindLabel
export const messageKinds = Object.keys(messageKindLabel) as MessageKind[]

/** Contracts, money and safety: the mail cannot be switched off. */
export const isRequiredKind = (kind: MessageKind): boolean => kind === 'deal' || kind === 'safety'

export const messageChannelLabel = { mail: 'メール', line: 'LINE' } as const
