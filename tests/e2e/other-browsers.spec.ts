import { test as base, expect } from '@playwright/test'
import type { TestUser } from '@propsight/api/testing'
import { freshEmail, PASSWORD } from '../support/accounts/create-account.ts'
import { codeTo, linkTo } from '../support/accounts/mailbox.ts'
import { newAccount } from '../support/accounts/session.ts'
import { demoAccount, OTHER_BROWSERS_TAG, productUrl, WIDTHS } from '../support/fixtures.ts'
import { OTHER_BROWSERS, type OtherBrowser } from '../support/other-browsers/installed.ts'
import { LIMIT_MS, reads, sees, type Visitor } from '../support/other-browsers/visitor.ts'
import { startTestSite, type TestSite } from '../support/product/test-site.ts'

/** The main journeys in browsers other than Chromium. */

const test = base.extend<{ browserUnderTest: OtherBrowser; visitor: Visitor }, { site: TestSite }>({
  browserUnderTest: [{ name: '', open: () => Promise.reject(new Error('no browser')) }, { option: true }],
  async visitor({ browserUnderTest }, use, info) {
    const visitor = await browserUnderTest.open(WIDTHS.desktop)
    try {
      await use(visitor)
      const problems = await visitor.problems()
      if (info.status !== 'passed') await visitor.screenshot(info.outputPath('screen.png'))
      expect(problems).toEqual([])
    } finally {
      await visitor.close()
    }
  },
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const site = await startTestSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
// The visitor takes the pictures.
test.use({ screenshot: 'off', trace: 'off' })
test.describe.configure({ timeout: 4 * LIMIT_MS })

interface Credentials {
  email: string
  password: string
}

async function signIn(visitor: Visitor, url: string, { email, password }: Credentials): Promise<void> {
  await visitor.open(url)
  await visitor.type('Email', email)
  await visitor.type('Password', password)
  await visitor.press('button', 'Sign in')
  await sees(visitor, 'heading', 'Get Started')
}

async function signOut(visitor: Visitor): Promise<void> {
  await visitor.press('button', /^Account/)
  await visitor.press('button', 'Sign Out')
  await sees(visitor, 'heading', 'Welcome to Propsight')
}

/** Opens the board of a stat. @returns names of its Save buttons, one per line */
async function analyze(visitor: Visitor, stat: string): Promise<string[]> {
  await visitor.check('MLB stat lines', stat)
  await visitor.press('button', /^Analyze ?(\d credits?|free)$/)
  // Before that, lines still move while a button is pressed.
  await reads(visitor, /Complete!/)
  await sees(visitor, 'button', saveButtons(stat))
  return visitor.labels('button', saveButtons(stat))
}
const saveButtons = (stat: string): RegExp => new RegExp(`^Save .+ ${stat}, `)
const playerOf = (saveButton: string): string => /^Save (.+), (?:over|under) /.exec(saveButton)?.[1] ?? ''

/** Saves the first line of each of the first players and waits until they are recorded. */
async function savePicks(visitor: Visitor, user: TestUser, count: number): Promise<void> {
  const buttons = await analyze(visitor, 'Hits')
  // From the top down: the board keeps only the rows near the visible ones.
  const chosen = [...Map.groupBy(buttons, playerOf).values()].slice(0, count).map(([first = '']) => first)
  expect(chosen).toHaveLength(count)
  for (const button of chosen) await visitor.press('button', button)
  await expect.poll(() => legsOf(user), { timeout: LIMIT_MS }).toHaveLength(count)
  await visitor.press('link', 'My Picks')
  await reads(visitor, new RegExp(`${count} picks?\\b`))
  const text = await visitor.pageText()
  for (const player of chosen.map(playerOf)) expect(text).toContain(player)
}

async function legsOf({ client }: TestUser): Promise<{ id: string }[]> {
  const { data, error } = await client.from('track_legs').select('id').is('parlay_id', null)
  if (error) throw new Error(`no track record: ${error.message}`)
  return data
}

for (const browser of OTHER_BROWSERS)
  test.describe(`in ${browser.name}`, { tag: OTHER_BROWSERS_TAG }, () => {
    test.skip(browser.missing !== undefined, `${browser.name} is missing: ${browser.missing}`)
    test.use({ browserUnderTest: browser })

    test('an account is created with an access code, signs out and signs in', async ({ visitor }) => {
      const email = freshEmail()
      await visitor.open(productUrl())
      await visitor.press('button', 'Sign up with an access code')
      await visitor.type('Email', email)
      await visitor.type('Password', PASSWORD)
      await visitor.type('Confirm password', PASSWORD)
      await visitor.type('Date of birth', '1988-05-17')
      await visitor.type('Access code', demoAccount().accessCode)
      await visitor.press('button', 'Create account')
      await sees(visitor, 'heading', 'Get Started')
      await signOut(visitor)
      await signIn(visitor, productUrl(), { email, password: PASSWORD })
    })

    test('F01 a mailed link signs in by its button after it was only opened, and the code of a mail signs in too', async ({
      visitor,
    }) => {
      const email = await newAccount()
      const requestMail = async () => {
        await visitor.type('Email', email)
        await visitor.press('button', 'Email me a sign-in link')
        await reads(visitor, /Sign-in link sent\. Check your inbox\./)
      }
      await visitor.open(productUrl())
      await requestMail()
      const link = await linkTo(productUrl(), email)
      for (let opened = 0; opened < 2; opened += 1) {
        await visitor.open(link)
        await sees(visitor, 'heading', 'Sign in to Propsight')
      }
      await visitor.press('button', 'Continue')
      await sees(visitor, 'heading', 'Get Started')
      await signOut(visitor)
      await requestMail()
      const code = await codeTo(productUrl(), email, 2)
      await visitor.press('button', 'Enter the code from the mail')
      await visitor.type('Code from the mail', code)
      await visitor.press('button', 'Continue')
      await sees(visitor, 'heading', 'Get Started')
    })

    test('a board is analyzed, sorted and filtered', async ({ visitor, site }) => {
      await signIn(visitor, site.url, await site.newUser())
      const ranked = await analyze(visitor, 'Total Bases')
      const shown = () => visitor.labels('button', saveButtons('Total Bases'))
      await visitor.select('Sort', 'Hit rate')
      await expect.poll(shown, { timeout: LIMIT_MS }).not.toEqual(ranked)
      await visitor.check('Side', 'Over')
      await reads(visitor, /\d+ of [\d,]+ lines/)
      await expect
        .poll(async () => (await shown()).filter((name) => / under /.test(name)), { timeout: LIMIT_MS })
        .toEqual([])
      expect(await shown()).not.toEqual([])
    })

    test('a saved pick is on My Picks, and shows how it ended', async ({ visitor, site }) => {
      const user = await site.newUser()
      await signIn(visitor, site.url, user)
      await savePicks(visitor, user, 1)
      const results = (await legsOf(user)).map(({ id }) => ({ id, status: 'winner', actual: 2 }))
      expect((await site.admin.rpc('grade_legs', { p_results: results })).data).toBe(1)
      await visitor.open(`${site.url}/picks`)
      await reads(visitor, /\bWinner\b/)
      await visitor.open(`${site.url}/picks?view=record`)
      await sees(visitor, 'heading', 'Track record')
    })

    test('a parlay is built from saved picks', async ({ visitor, site }) => {
      const user = await site.newUser()
      await signIn(visitor, site.url, user)
      await savePicks(visitor, user, 3)
      await visitor.press('button', /^Parlay ?1 credit$/)
      await sees(visitor, 'dialog', 'Parlay Recommendations')
      await sees(visitor, 'tab', /^Parlay 1/)
      await visitor.press('button', 'Close')
      await visitor.press('button', 'Past Parlays')
      await sees(visitor, 'dialog', 'Past Parlays')
    })

    test('a player, the weather, the scanner and the pitchers open', async ({ visitor, site }) => {
      await signIn(visitor, site.url, await site.newUser())
      const [first = ''] = await analyze(visitor, 'Total Bases')
      await visitor.press('link', playerOf(first))
      await sees(visitor, 'heading', playerOf(first))
      await sees(visitor, 'heading', 'Hitting averages')
      await visitor.open(site.url)
      await visitor.press('button', 'Weather')
      await sees(visitor, 'dialog', 'Game Time Weather')
      await visitor.open(`${site.url}/scanner`)
      await sees(visitor, 'heading', 'AI Odds Scanner')
      await visitor.open(`${site.url}/pitchers`)
      await sees(visitor, 'table', 'Strongest to Weakest: Strikeouts')
      await reads(visitor, /Numbers read/)
      await visitor.open(site.url)
      await signOut(visitor)
    })
  })
