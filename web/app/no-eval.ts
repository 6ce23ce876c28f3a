/** Disables zod's runtime code generation, which the CSP forbids and would report. Has to run before zod is loaded. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
