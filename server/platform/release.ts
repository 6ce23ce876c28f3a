import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** Names this release in error reports of server and browser, and in the uploaded source maps. */
export const release = `okuru@${version}`
