import { lasting } from '#web/lib/storage.ts'

const KEY = 'registerAddress'

/** The link of the mail opens in another tab, where the address need not be typed again. */
export const rememberAddress = (email: string): void => lasting.set(KEY, email)
export const rememberedAddress = (): string => lasting.get(KEY) ?? ''
export const forgetAddress = (): void => lasting.remove(KEY)
