import { lasting } from './storage.ts'

const KEY = 'registerAddress'

/**
 * The link of the mail opens in another tab, where the address need not be typed again. It goes away with the
 * registration, and with the next sign-out should that never be finished.
 */
export const rememberAddress = (email: string): void => lasting.set(KEY, email)
export const rememberedAddress = (): string => lasting.get(KEY) ?? ''
export const forgetAddress = (): void => lasting.remove(KEY)
