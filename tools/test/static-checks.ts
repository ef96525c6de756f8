import { command } from '../lib/command.ts'

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

/** Runs one static check as a root script, with its output and its exit code. */
export async function runCheck(name: string, extra: string[] = []): Promise<never> {
  const check = STATIC_CHECKS.find(([title]) => title === name)
  if (!check) throw new Error(`no check '${name}'`)
  const result = await command(check[1], [...check[2], ...extra], { show: true })
  process.exit(result.code)
}
