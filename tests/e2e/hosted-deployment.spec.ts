import { signUpByForm } from '../support/accounts/session.ts'
import { type Hosted, operate, startHosted } from '../support/cluster/start-hosted.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'

let hosted: Hosted
test.beforeAll(async () => {
  test.setTimeout(240_000)
  hosted = await startHosted()
})
test.afterAll(() => hosted?.stop())

test('two API processes without a supervisor serve the whole product from an external project, bucket and Redis', {
  tag: NIGHTLY,
}, async ({ page }) => {
  expect(await operate('migrate', hosted.variables, '--check')).toContain('nothing is missing')
  const origins = new Set<string>()
  const files = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    origins.add(origin)
    if (/\.(js|css|woff2)$/.test(pathname)) files.add(origin)
  })

  await signUpByForm(page, hosted)
  await page.getByRole('radio', { name: 'Total Bases' }).check({ force: true })
  await page.getByRole('button', { name: /^Analyze/ }).click()
  await expect(page.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
  const save = page.getByRole('button', { name: /^Save .+ Total Bases/ }).first()
  const label = (await save.getAttribute('aria-label')) ?? ''
  const player = /^Save (.+), (?:over|under) /.exec(label)?.[1] ?? 'no player'
  await save.click()
  await expect(page.getByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true')
  // The browser sent sign-in and picks to the project itself.
  expect(origins).toContain(hosted.variables.SUPABASE_URL)
  // The files of shell and remotes came from the CDN only.
  expect([...files]).toEqual([hosted.cdn])
  // The jobs run over the verified TLS connection.
  const { status, parts } = await (await fetch(`${hosted.url}/health`)).json()
  expect([status, parts.jobs]).toEqual(['ok', { ok: true }])
  expect([...hosted.balancer.answered.keys()].toSorted()).toEqual(
    hosted.instances.map(({ url }) => url).toSorted(),
  )

  // Stopping one process, as a platform does, fails no request.
  await hosted.instances[0]?.stop()
  await page.goto(`${hosted.url}/picks`)
  await expect(page.getByText(player).first()).toBeVisible()
  expect(hosted.balancer.failed()).toBe(0)
})
