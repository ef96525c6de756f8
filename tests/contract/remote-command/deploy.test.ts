import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prove } from '@propsight/api/testing'
import { runCommand } from '@propsight/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADMIN_KEY,
  type CommandFixture,
  hashFiles,
  newRemoteName,
  startCommandFixture,
  writeBuild,
} from './command-fixture.ts'

let fixture: CommandFixture
beforeAll(async () => {
  fixture = await startCommandFixture()
})
afterAll(() => fixture?.close())

/** Deploys the output of an external bundler. */
const deploy = (name: string, text: string, ...more: string[]) =>
  fixture.json(['deploy', name, '--dist', writeBuild(fixture, name, text), ...more])
const liveOf = async (name: string) => (await fixture.json(['list', name])).body.rollout

describe('F2 remote deploy', () => {
  it('publishes an external build, reports it with a preview link, and changes no other remote', async () => {
    const name = newRemoteName()
    const other = newRemoteName()
    expect((await deploy(other, 'other')).code).toBe(0)
    const before = hashFiles(join(fixture.bundles, other))
    const { code, stdout, stderr } = await fixture.remote([
      'deploy',
      name,
      '--dist',
      writeBuild(fixture, name, 'one'),
    ])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /(^|\n)c-\w+: 1\.0\.0-[0-9a-f]{8} for everybody, in \d+\.\d+ s\. .*no earlier release.*\nPreview until [\d-]{10}, in the browser that opens it: http\S+\?preview=\S+\n$/,
      ),
    })
    for (const step of ['connected', 'sent']) expect(stderr).toMatch(new RegExp(`✓ ${step} \\d+\\.\\d\\d s`))
    const [version = ''] = readdirSync(join(fixture.bundles, name)).filter((entry) => !entry.startsWith('.'))
    const served = await fetch(`${fixture.api.url}/bundles/${name}/${version}/container.js`)
    expect(await served.text()).toContain("'one'")
    expect(hashFiles(join(fixture.bundles, other))).toEqual(before)
  })

  it('reports the previous release, to which a rollback returns', async () => {
    const name = newRemoteName()
    const first = await deploy(name, 'one')
    const second = await deploy(name, 'two', '--message', 'wider rows')
    expect(second.body).toMatchObject({
      ok: true,
      published: true,
      dryRun: false,
      rollout: { live: second.body.version, previous: first.body.version },
      seconds: { total: expect.any(Number), sent: expect.any(Number) },
    })
    expect((await fixture.json(['rollback', name])).body).toMatchObject({
      rollout: { live: first.body.version },
    })
    const { body } = await fixture.json(['list', name])
    expect(body.releases).toEqual([
      expect.objectContaining({ version: second.body.version, state: 'withdrawn', message: 'wider rows' }),
      expect.objectContaining({ version: first.body.version, state: 'live' }),
    ])
  })

  it('warns of a value that is set and that the release does not accept', async () => {
    const name = newRemoteName()
    const build = (text: string, maximum: number) =>
      writeBuild(fixture, name, text, {
        contract: '1.6',
        config: { limit: { type: 'integer', default: 5, maximum } },
      })
    await fixture.remote(['deploy', name, '--dist', build('one', 50)])
    expect((await fixture.remote(['config', name, '--set', 'limit=20'])).code).toBe(0)
    const { code, stdout } = await fixture.remote(['deploy', name, '--dist', build('two', 10)])
    expect(code).toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/! manifest 'limit' is set to 20, .*an integer to 10/)
  })

  it('builds and publishes an app of the workspace by name, and leaves the rest of the store unchanged', async () => {
    const other = newRemoteName()
    await deploy(other, 'other')
    const before = hashFiles(join(fixture.bundles, other))
    const { code, body } = await fixture.json(['deploy', 'weather'])
    expect({ code, body }).toMatchObject({
      code: 0,
      body: { name: 'weather', report: { ok: true, findings: expect.any(Array) } },
    })
    const files = Object.keys(hashFiles(join(fixture.bundles, 'weather', String(body.version))))
    expect(files).toEqual(expect.arrayContaining(['mf-manifest.json', 'static/js/remote-entry.js']))
    expect(hashFiles(join(fixture.bundles, other))).toEqual(before)
  }, 60_000)

  it('of the same content publishes no new release', async () => {
    const name = newRemoteName()
    const dist = writeBuild(fixture, name, 'one')
    const first = await fixture.json(['deploy', name, '--dist', dist])
    const before = hashFiles(join(fixture.bundles, name))
    const again = await fixture.json(['deploy', name, '--dist', dist])
    expect(again).toMatchObject({ code: 0, body: { published: false, version: first.body.version } })
    expect(hashFiles(join(fixture.bundles, name))).toEqual(before)
  })

  it('starts a canary for a share of visitors and prints the next commands', async () => {
    const name = newRemoteName()
    await deploy(name, 'one')
    const dist = writeBuild(fixture, name, 'two')
    const flags = ['--channel', 'canary', '--percent', '25']
    const { code, stdout } = await fixture.remote(['deploy', name, '--dist', dist, ...flags])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /for 25 % of visitors, .* for the rest.*remote -- promote c-.*remote -- halt c-/,
      ),
    })
    const { canary } = (await liveOf(name)) as { canary: { version: string } }
    await prove(fixture.api.url, name, canary.version, ADMIN_KEY)
    expect((await fixture.json(['promote', name])).body).toMatchObject({ rollout: { canary: null } })
  })

  it('of a first release as a canary fails with a conflict', async () => {
    const name = newRemoteName()
    const { code, body } = await deploy(name, 'one', '--channel', 'canary')
    expect({ code, body }).toMatchObject({
      code: 4,
      body: { ok: false, error: { message: expect.stringContaining('stable') } },
    })
  })

  it('without a browser makes a canary, which is promoted once a browser has loaded it', async () => {
    const name = newRemoteName()
    const dist = writeBuild(fixture, name, 'one')
    const { code, stdout } = await fixture.remote(['deploy', name, '--dist', dist], { browser: '' })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /for 10 % of visitors, nothing for the rest.*once a browser has loaded it/,
      ),
    })
    expect(await fixture.json(['promote', name])).toMatchObject({
      code: 4,
      body: { error: { message: expect.stringContaining('No browser has loaded') } },
    })
    expect(await fixture.json(['deploy', name, '--dist', dist])).toMatchObject({
      code: 0,
      body: { published: false, rollout: { live: expect.any(String), canary: null } },
    })
  })

  it('whose browser ends without a report says so, and no visitor gets the release', async () => {
    const name = newRemoteName()
    const dist = writeBuild(fixture, name, 'one')
    const outcome = await fixture.remote(['deploy', name, '--dist', dist], { browser: '/bin/false' })
    expect(outcome).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/for 0 % of visitors, nothing for the rest/),
      stderr: expect.stringMatching(/its page reported nothing/),
    })
  })

  it('of which another one was faster exits with 4, and the other one stays', async () => {
    const name = newRemoteName()
    const first = await deploy(name, 'one')
    const attempts = await Promise.all(['two', 'three'].map((text) => deploy(name, text)))
    expect(attempts.map(({ code }) => code).sort()).toEqual([0, 4])
    const [loser] = attempts.filter(({ code }) => code === 4)
    expect(loser?.body).toMatchObject({
      error: { message: expect.stringContaining('Somebody else changed') },
    })
    const [winner] = attempts.filter(({ code }) => code === 0)
    expect(await liveOf(name)).toMatchObject({
      live: winner?.body.version,
      previous: first.body.version,
      canary: null,
    })
  })

  it('with --dry-run runs every check of the server and publishes nothing', async () => {
    const name = newRemoteName()
    expect(await deploy(name, 'one', '--dry-run')).toMatchObject({
      code: 0,
      body: { ok: true, dryRun: true, published: false, rollout: null, report: { ok: true } },
    })
    expect((await fixture.json(['list', name])).code).toBe(1)
    expect(existsSync(join(fixture.bundles, name))).toBe(false)
  })
})

describe('F2 a release that fails a check', () => {
  it('is not deployed, and the report of the server names the check and the file', async () => {
    const name = newRemoteName()
    const dist = writeBuild(fixture, name, 'one')
    writeFileSync(join(dist, 'odd.css'), 'body { margin: 0 }')
    const { code, stdout, stderr } = await fixture.remote(['deploy', name, '--dist', dist])
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/✗ css {2}odd\.css/) })
    expect(stderr).toMatch(/was not deployed: checks failed/)
    expect(stderr).not.toContain('✓ sent')
    const scripts = await fixture.json(['deploy', name, '--dist', dist])
    expect(scripts).toMatchObject({
      code: 1,
      body: {
        ok: false,
        error: { exitCode: 1 },
        report: {
          ok: false,
          findings: expect.arrayContaining([expect.objectContaining({ check: 'css', file: 'odd.css' })]),
        },
      },
    })
    expect(await fixture.json(['doctor', name, '--dist', dist])).toMatchObject({
      code: 1,
      body: { ok: false },
    })
    expect(existsSync(join(fixture.bundles, name))).toBe(false)
  })

  it('that ends in a warning is printed with its files, and stops nothing', async () => {
    const name = newRemoteName()
    const folder = join(fixture.folder, name)
    const container = `export const init = () => {}
      export const get = async () => { const remote = await import('./remote.js'); return () => remote }`
    const remote = `import './theme.js'; export default { contract: '1.3', name: '${name}', Root: () => null }`
    const files = {
      'remote.json': {
        name,
        contract: '1.3',
        placement: { mount: 'page', paths: [`/${name}`], title: name, signIn: false },
      },
      'dist/mf-manifest.json': {
        metaData: {
          globalName: `g_${name.replaceAll('-', '_')}`,
          remoteEntry: { name: 'container.js', path: '', type: 'module' },
        },
        exposes: [{ path: './remote', assets: { js: { sync: ['remote.js'] }, css: { sync: [] } } }],
      },
      'dist/container.js': container,
      'dist/remote.js': remote,
      'dist/theme.js': "import './base.js'; export const theme = await Promise.resolve(1)",
      'dist/base.js': 'export const base = await Promise.resolve(2)',
    }
    mkdirSync(join(folder, 'dist'), { recursive: true })
    for (const [path, content] of Object.entries(files))
      writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
    const { code, stdout } = await fixture.remote([
      'deploy',
      name,
      '--dist',
      join(folder, 'dist'),
      '--declaration',
      join(folder, 'remote.json'),
      '--version',
      '0.1.0',
      '--dry-run',
    ])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/! manifest {2}theme\.js\n[\s\S]*'theme\.js' awaits[\s\S]*'base\.js'/),
    })
    expect(stdout).toMatch(/passes every check; nothing was published \([\d.]+ s\)\.\n$/)
  })

  it('is found by doctor without a server or a token, which says that live releases were not compared', async () => {
    const name = newRemoteName()
    const dist = writeBuild(fixture, name, 'one')
    for (const env of [{}, { PROPSIGHT_API: fixture.api.url }]) {
      const whole = await runCommand(['doctor', name, '--dist', dist], { env })
      expect({ code: whole.code, stderr: whole.stderr }).toEqual({
        code: 0,
        stderr: expect.stringContaining('live were not compared'),
      })
    }
    writeFileSync(join(dist, 'odd.css'), 'body { margin: 0 }')
    const { code, stdout } = await runCommand(['doctor', name, '--dist', dist])
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/✗ css {2}odd\.css/) })
  })

  it('against all stored releases is refused by deploy and by doctor with the same report', async () => {
    const name = newRemoteName()
    for (const text of ['one', 'two', 'three']) expect((await deploy(name, text)).code).toBe(0)
    // Reuses the global name of the first release, whose files are still stored, for other content.
    const dist = writeBuild(fixture, name, 'one')
    writeFileSync(join(dist, 'more.txt'), 'another build')
    const live = await liveOf(name)
    const { code, stdout } = await fixture.remote(['deploy', name, '--dist', dist])
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/✗ manifest/) })
    const doctor = await fixture.remote(['doctor', name, '--dist', dist])
    expect({ code: doctor.code, stdout: doctor.stdout }).toEqual({ code: 1, stdout })
    expect(await liveOf(name)).toEqual(live)
  })
})

describe('F2 the permission to deploy', () => {
  it('is checked before anything is built or sent', async () => {
    const name = newRemoteName()
    const other = newRemoteName()
    const { body } = await fixture.json(['token', 'create', other, '--label', 'ci'])
    const dist = writeBuild(fixture, name, 'one')
    const unknown = await fixture.remote(['deploy', name, '--dist', dist], { token: 'psd_unknown' })
    expect(unknown.code).toBe(3)
    expect(unknown.stderr).not.toContain('sent')
    const foreign = await fixture.json(['deploy', name, '--dist', dist], { token: String(body.token) })
    expect(foreign).toMatchObject({
      code: 3,
      body: { error: { message: expect.stringContaining(`opens ${other}`) } },
    })
    expect(existsSync(join(fixture.bundles, name))).toBe(false)
    const own = ['deploy', other, '--dist', writeBuild(fixture, other, 'one')]
    expect((await fixture.json(own, { token: String(body.token) })).code).toBe(0)
    const early = await fixture.remote(['deploy', name, '--dist', dist], { token: String(body.token) })
    expect({ code: early.code, stderr: early.stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^✗ connected .*\n✗ This deploy token opens c-\w+, not c-/),
    })
    expect((await fixture.json(['list', other])).body).toMatchObject({
      releases: [{ publishedBy: expect.stringContaining('ci') }],
    })
  })
})
