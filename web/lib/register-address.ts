import { lasting } from './storage.ts'

const KEY = 'registerAddress'
const RETURN_KEY = 'registerReturn'

/**
 * The link of the mail opens in another tab, where the address need not be typed again. It goes away with the
 * registration, and with the next sign-out should that never be finished.
 */
export function rememberAddress(email: string, returnUrl?: string): void {
  lasting.set(KEY, email)
  if (returnUrl) lasting.set(RETURN_KEY, returnUrl)
  else lasting.remove(RETURN_KEY)
}
export const rememberedAddress = (): string => lasting.get(KEY) ?? ''
/** Where the person wanted to go when the registration came between. */
export const rememberedReturn = (): string | undefined => lasting.get(RETURN_KEY) ?? undefined
export function forgetAddress(): void {
  lasting.remove(KEY)
  lasting.remove(RETURN_KEY)
}
