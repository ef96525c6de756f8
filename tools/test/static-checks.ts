/** The static checks, which need no running service: name, command, arguments. */
export const STATIC_CHECKS: [name: string, command: string, args: string[]][] = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types', 'tsc', ['-p', '.']],
  [
    'one-way imports',
    'depcruise',
    [
      '--config',
      '.dependency-cruiser.mjs',
      'shared',
      'shell',
      'remotes',
      'api',
      'supabase',
      'league',
      'tests',
      'tools',
    ],
  ],
  ['nothing unused', 'knip', ['--no-config-hints']],
  ['code structure', 'node', ['tools/tasks/test/house.ts']],
]
