import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** These tests start the whole application, which leaves listeners on the window: each file needs its own. */
const wholeProgram = ['web/app/guards.test.tsx', 'web/app/suspended-session.test.tsx']

const inDom = {
  environment: 'jsdom' as const,
  setupFiles: ['web/ui/test-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

// Four projects: tests in Node (rules, HTTP on real PostgreSQL, races), tests that need a DOM, tests of the whole
// application in an isolated DOM, and journeys through a real browser.
export default defineConfig({
  plugins: [react()],
  test: {
    // One more than processors: each test waits for the database or the browser for a part of its time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/**/*.test.ts',
          ],
          exclude: ['tests/browser/**', 'node_modules/**'],
          // Modules are loaded once per worker instead of once per file, a third of the time. Hence no `vi.mock` here.
          isolate: false,
          globalSetup: ['tests/global-setup.ts'],
          // For a machine that does several things at once; what waits for something says how long.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          ...inDom,
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          exclude: wholeProgram,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'program', ...inDom, include: wholeProgram } },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          isolate: false,
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
