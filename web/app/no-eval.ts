/**
 * The schema library writes itself faster code at run time where it may. The page's security policy forbids
 * that and would report the attempt, so it is told not to try; this has to run before the library does.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
