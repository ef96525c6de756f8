import { expect, test } from '../support/fixtures.ts'
import { type Hosted, operate, startHosted } from '../support/hosted/start-hosted.ts'
import { signUp } from '../support/sign-up.ts'

let hosted: Hosted
test.beforeAll(async () => {
  test.setTimeout(240_000)
  hosted = await startHosted()
})
test.afterAll(() => hosted?.stop())

test('two API processes without a supervisor serve the whole product from a project, a bucket and a Redis elsewhere', async ({
  page,
}) => {
  expect(await operate('migrate', hosted.variables, '--check')).toContain('nothing is missing')
  const elsewhere = new Set<string>()
  page.on('request', (request) => elsewhere.add(new URL(request.url()).origin))

  await signUp(page, hosted)
  await page.getByRole('radio', { name: 'Total Bases' }).check({ force: true })
  await page.getByRole('button', { name: /^Analyze/ }).click()
  await expect(page.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
  const save = page.getByRole('button', { name: /^Save .+ Total Bases$/ }).first()
  const label = (await save.getAttribute('aria-label')) ?? ''
  const player = /^Save (.+), (?:over|under) /.exec(label)?.[1] ?? 'nobody'
  await save.click()
  await expect(page.getByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true')
  // Sign-in and picks went to the project itself.
  expect(elsewhere).toContain(hosted.variables.SUPABASE_URL)
  expect([...hosted.balancer.answered.keys()].toSorted()).toEqual(
    hosted.instances.map(({ url }) => url).toSorted(),
  )

  // One of the two goes as a platform ends it: nobody notices.
  await hosted.instances[0]?.stop()
  await page.goto(`${hosted.url}/picks`)
  await expect(page.getByText(player).first()).toBeVisible()
  expect(hosted.balancer.failed()).toBe(0)
})
