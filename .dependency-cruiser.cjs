// The walls of the house (docs: ARCHITECTURE.md). Run by `npm run check`.

const domains = Object.entries(require('./server/domains.ts'))
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const { levels: levelNames } = require('./server/platform/domain.ts')
/** Folders by level, lowest first. */
const levels = levelNames.map((name) =>
  domains.filter(([, { level }]) => level === name).map(([folder]) => kebab(folder)),
)

const domain = (names) => `^server/domains/(${names.join('|')})/`
const tests = '\\.test\\.tsx?$'
// Tests and data sets may reach into any domain: they build what a user would have built.
const free = [tests, '\\.factory\\.ts$']

const upward = levels.slice(0, -1).map((names, level) => ({
  name: `no-call-upward-from-${levelNames[level]}`,
  comment:
    'No call goes up: upward work is a job row in the same transaction. What a row means (.predicates.ts) may be asked anywhere.',
  severity: 'error',
  from: { path: domain(names), pathNot: free },
  to: { path: domain(levels.slice(level + 1).flat()), pathNot: '\\.predicates\\.ts$' },
}))

module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'What crosses the wire is data: zod and the contract itself, nothing else.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: ['^contract/', '^node_modules/zod/'] },
    },
    { name: 'web-not-server', severity: 'error', from: { path: '^web/' }, to: { path: '^server/' } },
    { name: 'server-not-web', severity: 'error', from: { path: '^server/' }, to: { path: '^web/' } },
    {
      name: 'product-not-tests',
      comment: 'What ships does not need the tests, the bench or the scripts.',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: tests },
      to: { path: '^(tests|bench|scripts)/' },
    },
    {
      name: 'features-meet-in-shared',
      comment: 'Only the shared/ folder of a feature may be imported by another.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: ['^web/features/$1/', '^web/features/[^/]+/shared/'] },
    },
    {
      name: 'only-app-joins-features',
      severity: 'error',
      from: { path: '^web/(?!app/|features/)', pathNot: ['^web/main[.]tsx$', tests] },
      to: { path: '^web/features/' },
    },
    {
      name: 'features-not-app',
      severity: 'error',
      from: { path: '^web/features/', pathNot: tests },
      to: { path: '^web/app/', pathNot: '^web/app/(theme|fonts)/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules are given data and a time: no I/O and no clock.',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: {
        path: [
          '^node_modules/(@types/)?(pg|kysely|fastify|graphile-worker|nodemailer|pino)/',
          '^(node:)?(fs|fs/promises|net|http|https|child_process|dgram|tls|worker_threads|timers|timers/promises)$',
          '^server/platform/(db|clock|files|mail|jobs|log|handle|config|schema-dump|migrate|embedded-postgres)[^/]*\\.ts$',
          '\\.(queries|service|routes|jobs|client|factory)\\.ts$',
        ],
      },
    },
    {
      name: 'routes-know-services-only',
      comment: 'A route is one line a call: it knows neither SQL nor rules.',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: ['\\.(queries|rules|jobs|client|factory)\\.ts$', '^node_modules/(@types/)?(pg|kysely)/'] },
    },
    {
      name: 'services-know-no-http',
      severity: 'error',
      from: { path: '^server/domains/', pathNot: ['\\.(routes|domain)\\.ts$', tests] },
      to: { path: ['\\.routes\\.ts$', '^node_modules/(@fastify/|fastify)'] },
    },
    {
      name: 'domains-meet-at-the-service',
      comment:
        'The only door of a domain is its service, split by use case where it is large; its rules are pure and may be read as well.',
      severity: 'error',
      from: { path: '^server/domains/([^/]+)/', pathNot: free },
      to: {
        path: '^server/domains/[^/]+/.+\\.(queries|routes|jobs|client|domain)\\.ts$',
        pathNot: ['^server/domains/$1/'],
      },
    },
    {
      name: 'factories-for-tests-and-data',
      severity: 'error',
      from: { path: '^server/', pathNot: [...free, '^server/seed/'] },
      to: { path: '\\.factory\\.ts$' },
    },
    ...upward,
    {
      name: 'platform-knows-no-business',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: tests },
      to: { path: '^server/(domains|seed|app|main|cli)' },
    },
    {
      name: 'every-domain-has-a-level',
      comment: 'A new domain gets its line in server/domains.ts, which knows its level.',
      severity: 'error',
      from: { path: '^server/domains/', pathNot: domain(levels.flat()) },
      to: {},
    },
    {
      name: 'no-cycles',
      comment: 'Types may refer to each other; code may not need itself to start.',
      severity: 'error',
      from: { pathNot: '^node_modules/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'imports-lead-somewhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '[.](css|svg|woff2)'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
}
