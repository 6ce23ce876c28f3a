import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** What errors of server and browser say they come from, and the source maps say they belong to. */
export const release = `okuru@${version}`
