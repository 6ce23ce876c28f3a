import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { ReactNode } from 'react'

/** None while pages are drawn without a browser. */
export const styleNonce = (): string | undefined => {
  const nonce = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return nonce && !nonce.startsWith('__') ? nonce : undefined
}

const cache = createCache({ key: 'ok', nonce: styleNonce() })

export function StyleCache({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>
}
