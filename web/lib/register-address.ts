import { lasting } from './storage.ts'

const KEY = 'registerAddress'
const RETURN_KEY = 'registerReturn'

/** For the mail's link, which opens in another tab. Removed by registration or sign-out. */
export function rememberAddress(email: string, returnUrl?: string): void {
  lasting.set(KEY, email)
  if (returnUrl) lasting.set(RETURN_KEY, returnUrl)
  else lasting.remove(RETURN_KEY)
}
export const rememberedAddress = (): string => lasting.get(KEY) ?? ''
export const rememberedReturn = (): string | undefined => lasting.get(RETURN_KEY) ?? undefined
export function forgetAddress(): void {
  lasting.remove(KEY)
  lasting.remove(RETURN_KEY)
}
