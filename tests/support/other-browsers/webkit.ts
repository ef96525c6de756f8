import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import * as z from 'zod'
import {
  collectProblems,
  fieldOf,
  firstOf,
  isPrepared,
  labelOfRadio,
  labelsOf,
  selectOption,
  sentName,
  setDate,
} from './page-queries.ts'
import { LIMIT_MS, type Visitor } from './visitor.ts'
import { startWebDriver, type WebDriver } from './webdriver.ts'

/** As a script for the browser, where it defines `TestingLibraryDom`. */
const QUERIES = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** Opens the WebKitGTK of this machine, which has no headless mode, on a display of its own. */
export async function openWebkit(
  binary: string,
  { width, height }: { width: number; height: number },
): Promise<Visitor> {
  const driver = await startWebDriver(
    ['xvfb-run', '--auto-servernum', '--server-args=-screen 0 1920x1200x24', 'WebKitWebDriver'],
    { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
  )
  // The window is the whole browser, with its toolbar.
  await driver.command('POST', '/window/rect', { width, height })
  return visitorOf(driver)
}

/** Repeats an action until it succeeds: elements appear, move and are replaced while a page loads. */
const untilDone = (action: () => Promise<void>): Promise<void> => expect(action).toPass({ timeout: LIMIT_MS })

function visitorOf(driver: WebDriver): Visitor {
  /** Makes the functions of `page-queries.ts` work in the current document. */
  async function prepare(): Promise<void> {
    if (await driver.run(isPrepared)) return
    await driver.command('POST', '/execute/sync', { script: QUERIES, args: [] })
    await driver.run(collectProblems)
  }
  async function click<Given extends unknown[]>(
    query: (...given: Given) => Element | null,
    ...given: Given
  ): Promise<void> {
    await untilDone(async () => {
      await prepare()
      const element = await driver.find(query, ...given)
      if (element === null) throw new Error(`there is no ${JSON.stringify(given)}`)
      await driver.command('POST', `${element}/click`, {})
    })
  }
  return {
    async open(url) {
      await driver.command('POST', '/url', { url })
    },
    press: (role, name) => click(firstOf, role, sentName(name)),
    check: (group, option) => click(labelOfRadio, group, option),
    type: (label, text) =>
      untilDone(async () => {
        await prepare()
        const field = await driver.find(fieldOf, label)
        if (field === null) throw new Error(`there is no field ${label}`)
        if ((await driver.command('GET', `${field}/attribute/type`)) === 'date')
          await driver.run(setDate, label, text)
        else await driver.command('POST', `${field}/value`, { text })
      }),
    select: (label, option) =>
      untilDone(async () => {
        await prepare()
        expect(await driver.run(selectOption, label, option)).toBe(true)
      }),
    async labels(role, name) {
      await prepare()
      return z.array(z.string()).parse(await driver.run(labelsOf, role, sentName(name)))
    },
    // The text command of WebKitWebDriver leaves out visible text next to clipped elements.
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
    pageText: async () => z.string().parse(await driver.run(() => document.body.innerText)),
    async problems() {
      await prepare()
      return z.array(z.string()).parse(await driver.run(() => window.problemsOfVisit))
    },
    async screenshot(file) {
      const picture = z.string().parse(await driver.command('GET', '/screenshot'))
      writeFileSync(file, Buffer.from(picture, 'base64'))
    },
    close: () => driver.close(),
  }
}
