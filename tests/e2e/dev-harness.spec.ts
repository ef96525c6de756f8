import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyRemote } from '../support/federation/dev-remote.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { type RunningHarness, startHarness } from '../support/product/start-harness.ts'

/** Source of a remote that calls its host. An edit changes `word`. */
const appSaying = (word: string) => `
import type { RemoteProps } from '@propsight/shared/contracts'
import { useEffect, useState } from 'react'

export function App({ shell }: RemoteProps) {
  const [count, setCount] = useState(0)
  useEffect(() => shell.registerUnsavedWork(() => count > 0), [shell, count])
  return (
    <div className="u-page">
      <h1>${word}</h1>
      <button type="button" onClick={() => setCount(count + 1)}>Pressed {count}</button>
      <button type="button" onClick={() => shell.navigate('/pricing?plan=basic')}>Leave</button>
      <button type="button" onClick={() => shell.notify({ message: 'Kept', tone: 'good' })}>Tell</button>
      <button type="button" onClick={() => shell.openOverlay('weather')}>Weather</button>
      <button type="button" onClick={() => void shell.api.json('/api/none').catch(() => {})}>Ask</button>
    </div>
  )
}
`

let folder: string
let harness: RunningHarness
const remoteIn = (page: Page) => page.frameLocator('iframe')
const stateOf = (page: Page, what: string) => page.locator(`[data-harness=${what}]`)

test.describe('F5 a remote in the development harness', () => {
  test.beforeAll(async () => {
    folder = copyRemote('picks')
    harness = await startHarness(folder)
  })
  test.afterAll(async () => {
    await harness?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  test('shows My Picks in every scenario', { tag: NIGHTLY }, async ({ page }) => {
    const open = (scenario: string) => page.goto(`${harness.url}/?scenario=${scenario}`)
    const remote = remoteIn(page)

    await open('signed-in')
    await expect(remote.getByRole('listitem')).toHaveCount(4)
    await expect(stateOf(page, 'credits')).toHaveText('20')
    const request = page.locator('li[data-kind=data]').filter({ hasText: 'GET /rest/v1/my_picks' })
    await expect(request).toHaveCount(1)

    await open('no-credits')
    await expect(stateOf(page, 'credits')).toHaveText('0')

    // Without a session picks are kept on the device, which has none yet.
    await open('signed-out')
    await expect(remote.getByRole('heading', { name: 'No Picks Saved' })).toBeVisible()

    await open('failing')
    await expect(remote.getByRole('alert')).toContainText('Error Loading Picks')

    await open('slow')
    await expect(remote.getByRole('status', { name: 'Loading picks' })).toBeVisible()
    await expect(remote.getByRole('listitem')).toHaveCount(4)

    await open('offline')
    await expect(remote.getByRole('alert')).toContainText('Error Loading Picks')
    expect(await remote.locator('body').evaluate(() => navigator.onLine)).toBe(false)
  })

  test('repaints after an edit, keeps its state, and logs its calls of the host', { tag: NIGHTLY }, async ({
    page,
  }) => {
    writeFileSync(join(folder, 'src/app/app.tsx'), appSaying('Before'))
    await page.goto(`${harness.url}/?scenario=signed-in`)
    const remote = remoteIn(page)
    const log = page.locator('section li')
    await expect(remote.getByRole('heading', { name: 'Before' })).toBeVisible()
    await expect(stateOf(page, 'unsaved')).toHaveText('no: a new release is swapped in')

    await remote.getByRole('button', { name: 'Pressed 0' }).click()
    await expect(stateOf(page, 'unsaved')).toHaveText('yes: a new release waits')
    writeFileSync(join(folder, 'src/app/app.tsx'), appSaying('After'))
    await expect(remote.getByRole('heading', { name: 'After' })).toBeVisible()
    await expect(remote.getByRole('button', { name: 'Pressed 1' })).toBeVisible()

    await remote.getByRole('button', { name: 'Tell' }).click()
    await expect(remote.getByRole('status').filter({ hasText: 'Kept' })).toBeVisible()
    await remote.getByRole('button', { name: 'Weather' }).click()
    await remote.getByRole('button', { name: 'Ask' }).click()
    await expect(log.filter({ hasText: 'openOverlay' })).toContainText('weather')
    await expect(log.filter({ hasText: '/api/none' })).toContainText('404')

    await remote.getByRole('button', { name: 'Leave' }).click()
    await expect(stateOf(page, 'address')).toHaveText('/pricing?plan=basic')
    await expect(page.getByText('the shell shows another screen here')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(stateOf(page, 'address')).toHaveText('/picks')

    await page.getByRole('button', { name: 'Remount' }).click()
    await expect(remote.getByRole('button', { name: 'Pressed 0' })).toBeVisible()
  })
})
