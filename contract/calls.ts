import type { AnyCall } from './call.ts'
import * as domains from './domains.ts'

/** For the server and tests only; importing it would put every schema into the browser bundle. */
export const allCalls: { name: string; call: AnyCall }[] = Object.entries(domains).flatMap(
  ([domain, module]) =>
    Object.entries(module)
      .filter(([exported]) => exported.endsWith('Calls'))
      .flatMap(([, calls]) => Object.entries(calls as Record<string, AnyCall>))
      .map(([name, call]) => ({ name: `${domain}.${name}`, call })),
)
