import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../federation/apps.ts'
import { command } from '../../lib/command.ts'
import { runCommand } from '../testing/run-command.ts'
import { createRemote } from './create-remote.ts'

// Inside this repository, so that its node_modules resolve, but not part of the workspace.
const WORKSPACE = join(ROOT, `test-results/new-remote-${process.pid}`)
const MADE = ['bullpen', 'parks', 'umpires']
const ENOUGH_MS = 180_000

describe('F2 remote from the template', () => {
  beforeAll(async () => {
    mkdirSync(join(WORKSPACE, 'remotes'), { recursive: true })
    symlinkSync(join(ROOT, 'tools'), join(WORKSPACE, 'tools'))
    for (const name of readdirSync(join(ROOT, 'remotes')))
      symlinkSync(join(ROOT, 'remotes', name), join(WORKSPACE, 'remotes', name))
    const made = { root: WORKSPACE, link: async () => {} }
    await createRemote({ ...made, name: 'bullpen', mount: 'tab' })
    await createRemote({ ...made, name: 'parks', mount: 'page', path: '/park-notes', title: "Today's parks" })
    await createRemote({ ...made, name: 'umpires', mount: 'overlay' })
  })
  afterAll(() => rmSync(WORKSPACE, { recursive: true, force: true }))

  it(
    'passes the format and lint checks of the workspace',
    async () => {
      const folders = MADE.map((name) => join(WORKSPACE, 'remotes', name))
      const checked = await command('biome', [
        'check',
        '--vcs-use-ignore-file=false',
        '--error-on-warnings',
        ...folders,
      ])
      expect(checked).toMatchObject({ code: 0, output: expect.stringMatching(/Checked \d\d files/) })
    },
    ENOUGH_MS,
  )

  it(
    'passes the type check of the contract, which fails for another contract',
    async () => {
      const config = join(WORKSPACE, 'tsconfig.json')
      const include = [...MADE.map((name) => `remotes/${name}`), relative(WORKSPACE, join(ROOT, 'types'))]
      writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.json', include }))
      expect(await command('tsc', ['-p', config])).toEqual({ code: 0, output: '' })
      // `DRIFTED` uses a shell field that the contract does not have.
      writeFileSync(join(WORKSPACE, 'remotes/bullpen/src/drift.ts'), DRIFTED)
      expect((await command('tsc', ['-p', config])).output).toContain('drift.ts')
      rmSync(join(WORKSPACE, 'remotes/bullpen/src/drift.ts'))
    },
    ENOUGH_MS,
  )

  it.each(MADE)(
    'builds %s and passes every check of a deploy',
    async (name) => {
      const folder = join(WORKSPACE, 'remotes', name)
      const rsbuild = join(ROOT, 'node_modules/@rsbuild/core/bin/rsbuild.js')
      const built = await command('node', [rsbuild, 'build', '--root', folder], {
        env: { NODE_ENV: 'production' },
      })
      expect(built.code, built.output).toBe(0)
      const dist = join(folder, 'dist')
      const declaration = join(folder, 'remote.json')
      const doctor = await runCommand([
        'doctor',
        name,
        '--dist',
        dist,
        '--declaration',
        declaration,
        '--json',
      ])
      expect(doctor.code, doctor.stdout + doctor.stderr).toBe(0)
      const { report } = doctor.json() as { report: { findings: { level: string; check: string }[] } }
      const warnings = report.findings.filter(({ level }) => level !== 'info')
      // Without a server no shell is known.
      expect(warnings).toMatchObject([{ check: 'contract', level: 'warning' }])
    },
    ENOUGH_MS,
  )
})

const DRIFTED = `import { defineRemote } from '@propsight/shared/contracts'

export const drifted = defineRemote({ contract: '1.0', name: 'x', Root: ({ shell }: { shell: { gone: string } }) => null })
`
