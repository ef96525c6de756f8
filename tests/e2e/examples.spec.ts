import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { openAsNewUser } from '../support/accounts/session.ts'
import { createOutsideProject, type OutsideProject } from '../support/federation/outside-project.ts'
import { BROWSER_FLAGS } from '../support/find-browser.ts'
import { EXAMPLES } from '../support/fixtures.ts'
import { expect, test } from '../support/product/own-product.ts'
import type { RunningProduct } from '../support/product/start-product.ts'

/** The folders of `docs/examples`; the kit contains them as templates. */
const BUNDLERS = readdirSync(resolve(import.meta.dirname, '../../docs/examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const DEV_PORT = 4391

/** Replaces the label of the counter in the screen of a project. */
function relabel(project: OutsideProject, from: string, to: string): void {
  const files = readdirSync(join(project.folder, 'src')).map((file) => `src/${file}`)
  const screen = files.find((file) => readFileSync(join(project.folder, file), 'utf8').includes(`${from} `))
  if (!screen) throw new Error(`${project.folder} shows no ${from}`)
  project.edit(screen, `${from} `, `${to} `)
}

/** Shows the builds of a project in the product in place of its release, and an edit without a reload by hand. */
async function showLocalBuilds(
  page: Page,
  product: RunningProduct,
  project: OutsideProject,
  { name, title, email }: { name: string; title: string; email: string },
): Promise<void> {
  const granted = await page.request.put(`${product.url}/api/developers`, {
    headers: { authorization: `Bearer ${product.adminKey}` },
    data: { email },
  })
  expect(granted.status()).toBe(204)
  const dev = await project.startDev(DEV_PORT)
  try {
    await page.goto(dev.address)
    await page.getByRole('button', { name: 'Run it here' }).click()
    await expect(page.getByText(`${title} runs from`)).toBeVisible()
    await page.goto(`${product.url}/${name}`)
    await expect(page.getByText('Visits 0')).toBeVisible()
    relabel(project, 'Visits', 'Matches')
    await expect(page.getByText('Matches 0')).toBeVisible()
    relabel(project, 'Matches', 'Visits')
    await expect(page.getByText('Visits 0')).toBeVisible()
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByText(`${title} runs from`)).toBeHidden()
  } finally {
    await dev.stop()
  }
}

const TEST_SCRIPT = `
const { chromium } = require(${JSON.stringify(createRequire(import.meta.url).resolve('@playwright/test'))})
const { PROPSIGHT_PREVIEW, PROPSIGHT_SHELL_VERSION, PROPSIGHT_RELEASE, PROPSIGHT_BROWSER, PROPSIGHT_BROWSER_ENV } = process.env
const run = async () => {
  const browser = await chromium.launch({
    args: ${JSON.stringify(BROWSER_FLAGS)},
    ...(PROPSIGHT_BROWSER && { executablePath: PROPSIGHT_BROWSER }),
    env: { ...process.env, ...JSON.parse(PROPSIGHT_BROWSER_ENV ?? '{}') },
  })
  const page = await browser.newPage()
  await page.goto(PROPSIGHT_PREVIEW)
  const { shell, remotes } = JSON.parse(await page.locator('#propsight-registry').textContent())
  await browser.close()
  const found = remotes.some(({ version }) => version === PROPSIGHT_RELEASE)
  if (shell.version !== PROPSIGHT_SHELL_VERSION || !found) throw new Error('another shell or release')
}
run().catch((error) => { console.error(error); process.exit(1) })
`

/** Runs a browser test of the project in the shells of the product, which has only the live one. */
async function testInShells(project: OutsideProject): Promise<void> {
  project.write('browser.cjs', TEST_SCRIPT)
  project.edit('package.json', '"scripts": {', '"scripts": { "test:browser": "node browser.cjs",')
  const { output } = await project.run('npx', 'propsight', 'test', '--json')
  expect(JSON.parse(output)).toMatchObject({
    ok: true,
    shells: [
      { shell: 'live', outcome: 'passed' },
      { shell: 'previous', outcome: 'no such shell' },
      { shell: 'candidate', outcome: 'no such shell' },
    ],
  })
}

/** Declares a slot, and checks components for it against its props. */
async function checkSlotTypes(project: OutsideProject, name: string): Promise<void> {
  const declaration = readFileSync(join(project.folder, 'remote.json'), 'utf8')
  const { placement, ...others } = JSON.parse(declaration)
  const slots = [{ declares: `${name}/row`, props: 1, schema: { line: { type: ['number', 'null'] } } }]
  project.write('remote.json', JSON.stringify({ ...others, placement: { ...placement, slots } }))
  await project.run('npx', 'propsight', 'types')
  project.write('remote.json', declaration)
  project.write(
    'src/row.ts',
    `import { defineContribution } from '@propsight/remote-kit'
export const row = defineContribution('${name}/row', { Component: ({ line }) => (line === null ? 0 : line + 1) })
// @ts-expect-error: the slot has no player
export const wrong = defineContribution('${name}/row', { Component: ({ player }) => player })
`,
  )
}

/** An install of packages from the registry on a busy machine takes minutes. */
const LIMIT_MS = 900_000

for (const bundler of BUNDLERS)
  test(`F1 F2 a remote made with the kit and ${bundler} outside of the repository is deployed, edited and rolled back`, {
    tag: EXAMPLES,
  }, async ({ page, product }) => {
    test.setTimeout(LIMIT_MS)
    const name = `scout-${bundler}`
    const title = name.replaceAll('-', ' ').replace(/^s/, 'S')
    const email = await openAsNewUser(page, product)
    const begun = performance.now()
    const project = await createOutsideProject(product, name, bundler)
    try {
      await project.run('npm', 'install', '--no-audit', '--no-fund')
      await project.run('npm', 'run', 'build')
      const checked = await project.run('npx', 'propsight', 'doctor')
      expect(checked.errors).not.toContain('evaluated by the server only')
      await project.run('npx', 'propsight', 'deploy', '--message', 'first')
      await page.goto(`${product.url}/${name}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const minutesToLive = (performance.now() - begun) / 60_000
      await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
      await page.getByRole('button', { name: 'Add a visit' }).click()
      const visits = page.getByText('Visits 1')
      await expect(visits).toHaveCSS('border-left-color', 'rgb(12, 34, 56)')
      // The button has the styles of the product's component.
      await expect(page.getByRole('button', { name: 'Add a visit' })).toHaveCSS('cursor', 'pointer')

      // The example of rsbuild puts a component into a slot of the Dashboard.
      const { slots = [] } = JSON.parse(readFileSync(join(project.folder, 'remote.json'), 'utf8')).placement
      await page.goto(product.url)
      const contribution = page.locator(`[data-contribution="${name}/tonight"]`)
      await expect(contribution.getByRole('button', { name: 'Players to watch' })).toHaveCount(slots.length)
      await page.goto(`${product.url}/${name}`)

      await checkSlotTypes(project, name)
      await project.run('npm', 'run', 'typecheck')

      relabel(project, 'Visits', 'Games')
      const built = await project.run('npm', 'run', 'build')
      const deployed = await project.run('npx', 'propsight', 'deploy', '--message', 'second')
      await page.reload()
      await expect(page.getByText('Games 0')).toBeVisible()

      const rolledBack = await project.run('npx', 'propsight', 'rollback')
      await page.reload()
      await expect(page.getByText('Visits 0')).toBeVisible()
      relabel(project, 'Games', 'Visits')
      await showLocalBuilds(page, product, project, { name, title, email })
      await testInShells(project)
      const figures = [
        `${minutesToLive.toFixed(1)} min from an empty folder to live`,
        `${(built.seconds + deployed.seconds).toFixed(1)} s from edit to live`,
        `rollback ${rolledBack.seconds.toFixed(1)} s`,
      ]
      process.stdout.write(`  ${bundler}: ${figures.join(', ')}\n`)
    } finally {
      project.remove()
    }
  })
