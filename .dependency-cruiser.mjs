// The one-way imports of the house; docs/architecture.md draws them.
const app = '(?:shell|remotes/[^/]+)'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    forbid('no-circular', 'A circle has no order to read it in.', {}, { circular: true }),
    forbid(
      'domain-is-pure',
      'The domain imports nothing of ours.',
      { path: '^shared/src/domain' },
      { path: '^(shared/src/(?!domain)|shell|remotes|api|supabase|league|tools|tests)' },
    ),
    forbid(
      'contracts-know-the-domain-only',
      'domain ← contracts ← client.',
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
      'What a release is and what it is held to: read by whoever builds or takes one.',
      { path: '^shared/src/release' },
      { path: '^(shared/src/(client|ui)|shell|remotes|api|supabase|league|tools|tests)' },
    ),
    forbid(
      'no-checks-in-a-page',
      'The checks of releases bring parsers for scripts and style sheets along.',
      { path: `^(${app}/src|tools/harness/src/shell|shared/src/(domain|contracts|client|ui))` },
      { path: '^shared/src/release' },
    ),
    forbid(
      'ui-knows-the-domain-only',
      'Components take plain values, never a contract.',
      { path: '^shared/src/ui' },
      { path: '^(shared/src/(client|contracts)|shell|remotes|api|supabase|league|tools|tests)' },
    ),
    forbid(
      'apps-import-shared-only',
      'Shell and remotes are built and deployed apart.',
      { path: `^${app}/src` },
      { path: '^(api|supabase|league|tests)/|^tools/(?!harness/)' },
    ),
    forbid(
      'the-harness-is-no-product',
      'What a remote is answered when it runs alone lies in src/dev, and goes into no release.',
      { path: `^(${app}/src|shared|api/src)`, pathNot: '(/src/dev/|\\.test\\.tsx?$|/testing/)' },
      { path: '^tools/harness/|/src/dev/' },
    ),
    forbid(
      'the-harness-knows-shared-and-builds',
      'It stands in for the shell, and knows neither it nor a remote by name.',
      { path: '^tools/harness/' },
      { path: '^(shell|remotes|api|supabase|league|tests)/|^tools/(?!federation/|harness/)' },
    ),
    forbid(
      'remotes-do-not-know-each-other',
      'A remote is deployed without asking anyone.',
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
      'app → features → state/config; features do not know each other.',
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
      'The API knows the domain, the contracts and the embedded data service.',
      { path: '^api/src', pathNot: '(\\.test\\.ts$|/testing/)' },
      { path: '^(shell|remotes|league|tests|tools)/|^shared/src/(client|ui)' },
    ),
    forbid(
      'the-backtest-is-no-product',
      'It judges the engine on whole seasons; nothing that ships knows it.',
      { path: `^(${app}|shared|api|league|supabase|tools/harness)/` },
      { path: '^tools/backtest/' },
    ),
    forbid(
      'the-backtest-knows-engine-and-league',
      'What it judges, and where it reads its games.',
      { path: '^tools/backtest/src' },
      { path: `^(${app}|api|supabase|tools/(?!backtest)|tests)/|^shared/src/(client|contracts|ui)` },
    ),
    forbid(
      'services-are-below-routes',
      'routes → services → repositories → db.',
      { path: '^api/src/services/' },
      { path: '^api/src/routes/' },
    ),
    forbid(
      'repositories-are-below-services',
      'routes → services → repositories → db.',
      { path: '^api/src/repositories/' },
      { path: '^api/src/(routes|services)/' },
    ),
    forbid(
      'one-module-knows-lite',
      'What the embedded data service is made of stays behind one module.',
      { path: '.', pathNot: '^supabase/src/embedded' },
      { path: '@supabase/lite' },
    ),
    forbid(
      'tests-use-the-test-entries',
      'A test that crosses packages imports an entry point, so that a package can move its files.',
      { path: '^tests/' },
      {
        path: '^(api/src/(?!testing/index|services/releases/store/open-bundle-store|sources/wire-formats)|tools/(?!testing|backtest/src/index)|(shell|remotes)/)',
      },
    ),
    forbid(
      'no-tests-in-the-product',
      'Test helpers never ship.',
      { path: '/src/', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      { path: '(\\.test\\.tsx?$|/testing/)' },
    ),
    forbid('resolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true, pathNot: '\\.css$' }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
