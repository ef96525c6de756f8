// Rules for one-way imports. docs/architecture.md draws them.
const app = '(?:shell|remotes/[^/]+)'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

// The layers of the API. Each imports only the layers to its right: server → routes and jobs → http → services →
// repositories and sources → platform. `server/build-deps.ts` knows all parts, so nothing else imports it: a
// module declares the functions that it needs.
const COMPOSITION = ['app.ts', 'main.ts', 'server']
const API_ENTRY_POINTS = [...COMPOSITION, 'jobs', 'routes']
const forbiddenInLayer = {
  jobs: [...COMPOSITION, 'http', 'routes'],
  routes: [...COMPOSITION, 'jobs'],
  http: API_ENTRY_POINTS,
  services: [...API_ENTRY_POINTS, 'http'],
  repositories: [...API_ENTRY_POINTS, 'http', 'services', 'sources'],
  sources: [...API_ENTRY_POINTS, 'http', 'services', 'repositories'],
  platform: [...API_ENTRY_POINTS, 'http', 'services', 'repositories', 'sources'],
}
const apiLayers = Object.entries(forbiddenInLayer).map(([layer, forbidden]) =>
  forbid(
    `api-${layer}-imports-lower-layers-only`,
    'routes, jobs → http → services → repositories, sources → platform.',
    { path: `^api/src/${layer}/`, pathNot: '(\\.test\\.ts$|/testing/)' },
    { path: `^api/src/(${forbidden.join('|')})(/|$)` },
  ),
)

export default {
  forbidden: [
    forbid(
      'no-circular',
      'Modules in a cycle cannot be read, tested or replaced one at a time.',
      {},
      { circular: true },
    ),
    forbid(
      'domain-is-pure',
      'Domain code imports no other package and no other part of shared.',
      { path: '^shared/src/domain' },
      { path: '^(shared/src/(?!domain)|shell|remotes|api|supabase|league|tools|tests)' },
    ),
    forbid(
      'one-module-knows-the-sports',
      'Other domain code reaches a sport through sports/index.ts. The entry points export both.',
      {
        path: '^shared/src/domain/',
        pathNot: '(^shared/src/domain/(sports/|index\\.ts|engine/index\\.ts)|\\.test\\.ts$)',
      },
      { path: '^shared/src/domain/sports/[^/]+/' },
    ),
    forbid(
      'a-sport-knows-no-other-sport',
      'A sport can be added or removed alone.',
      { path: '^shared/src/domain/sports/([^/]+)/' },
      { path: '^shared/src/domain/sports/(?!$1/)[^/]+/' },
    ),
    forbid(
      'contracts-know-the-domain-only',
      'schema, domain ← contracts ← client.',
      { path: '^shared/src/contracts' },
      { path: '^(shared/src/(client|ui)|shell|remotes|api|supabase|league|tools|tests)' },
    ),
    forbid(
      'client-knows-contracts-and-domain',
      'domain ← contracts ← client.',
      { path: '^shared/src/client' },
      { path: '^(shared/src/ui|shell|remotes|api|supabase|league|tools|tests)' },
    ),
    forbid(
      'release-knows-the-contracts',
      'The release checks run in the build and in the API.',
      { path: '^shared/src/release' },
      { path: '^(shared/src/(client|ui)|shell|remotes|api|supabase|league|tools|tests)' },
    ),
    forbid(
      'no-checks-in-a-page',
      'The release checks import large parsers, which must not get into a page.',
      { path: `^(${app}/src|tools/harness/src/shell|shared/src/(domain|contracts|client|ui))` },
      { path: '^shared/src/release' },
    ),
    forbid(
      'pages-use-the-shared-schema-module',
      'Shell and remotes share one copy of the functions in shared/src/schema; an import of zod bundles another.',
      {
        path: `^(${app}/src|shared/src/(domain|contracts|client|ui))/`,
        pathNot: '(/src/dev/|\\.test\\.tsx?$|/testing/)',
      },
      { path: '(^|/)node_modules/zod/' },
    ),
    forbid(
      'ui-knows-the-domain-only',
      'Components receive plain values, never a contract.',
      { path: '^shared/src/ui' },
      { path: '^(shared/src/(client|contracts)|shell|remotes|api|supabase|league|tools|tests)' },
    ),
    forbid(
      'format-knows-the-domain-only',
      'Formatting needs no contract, client or component.',
      { path: '^shared/src/format' },
      { path: '^(shared/src/(?!format|domain)|shell|remotes|api|supabase|league|tools|tests)' },
    ),
    forbid(
      'apps-import-shared-only',
      'Shell and remotes are built and deployed separately.',
      { path: `^${app}/src` },
      { path: '^(api|supabase|league|tests)/|^tools/(?!harness/)' },
    ),
    forbid(
      'the-harness-is-no-product',
      'src/dev has the responses for a remote that runs alone; it is part of no release.',
      { path: `^(${app}/src|shared|api/src)`, pathNot: '(/src/dev/|\\.test\\.tsx?$|/testing/)' },
      { path: '^tools/harness/|/src/dev/' },
    ),
    forbid(
      'the-harness-knows-shared-and-builds',
      'The harness replaces the shell and imports neither the shell nor a remote.',
      { path: '^tools/harness/' },
      { path: '^(shell|remotes|api|supabase|league|tests)/|^tools/(?!federation/|harness/)' },
    ),
    forbid(
      'remotes-do-not-know-each-other',
      'Each remote is deployed independently.',
      { path: '^remotes/([^/]+)/' },
      { path: '^(shell|remotes/(?!$1/))' },
    ),
    forbid(
      'shell-knows-no-remote',
      'The registry names the remotes at run time.',
      { path: '^shell/' },
      { path: '^remotes/' },
    ),
    forbid(
      'feature-knows-no-feature',
      'app → features → state/config; a feature imports no other feature.',
      { path: `^(${app}/src/features)/([^/]+)/` },
      { path: '^$1/(?!$2/)' },
    ),
    forbid(
      'state-is-below-features',
      'app → features → state/config.',
      { path: `^${app}/src/(state|config)/` },
      { path: `^${app}/src/(app|features)/` },
    ),
    forbid(
      'features-are-below-app',
      'app → features → state/config.',
      { path: `^${app}/src/features/` },
      { path: `^${app}/src/app/` },
    ),
    forbid(
      'api-imports',
      'The API imports domain, contracts, release checks and the embedded data service.',
      { path: '^api/src', pathNot: '(\\.test\\.ts$|/testing/)' },
      { path: '^(shell|remotes|league|tests|tools)/|^shared/src/(client|ui)' },
    ),
    forbid(
      'the-backtest-is-no-product',
      'The backtest evaluates the engine; no shipped code imports it.',
      { path: `^(${app}|shared|api|league|supabase|tools/harness)/` },
      { path: '^tools/backtest/' },
    ),
    forbid(
      'the-backtest-knows-engine-and-league',
      'The backtest imports the engine and reads games from the league package.',
      { path: '^tools/backtest/src' },
      { path: `^(${app}|api|supabase|tools/(?!backtest)|tests)/|^shared/src/(client|contracts|ui)` },
    ),
    ...apiLayers,
    forbid(
      'one-module-knows-lite',
      'Only the embedded data service imports its implementation.',
      { path: '.', pathNot: '^supabase/src/embedded' },
      { path: '@supabase/lite' },
    ),
    forbid(
      'tests-use-the-test-entries',
      'A test across packages imports an entry point, so that a package can move its files.',
      { path: '^tests/' },
      {
        path: '^(api/src/(?!testing/index|services/releases/store/open-bundle-store|sources/testing/wire-formats)|tools/(?!testing|backtest/src/(testing/)?index)|(shell|remotes)/)',
      },
    ),
    forbid(
      'no-tests-in-the-product',
      'Test helpers never ship.',
      { path: '/src/', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      { path: '(\\.test\\.tsx?$|/testing/)' },
    ),
    forbid('resolvable', 'An import without a target.', {}, { couldNotResolve: true, pathNot: '\\.css$' }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
