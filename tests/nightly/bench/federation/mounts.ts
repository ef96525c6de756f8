import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Release } from '@propsight/shared/contracts'
import { atMost, type Row } from '../row.ts'
import type { Served } from './serve.ts'

const NAME = 'mount-costs'
const VERSION = '1.0.0-00000001'
const ENTRY = 'entry.js'
const LIMIT_MS = 60_000
const LEASE_BUDGET_MS = 1
const SLOT_BUDGET_MS = 1

/**
 * Code of a remote, so that the lease finds its caller. It measures what the wrapped functions cost for the effects of a
 * mount, in comparison with those of a frame, which are not wrapped, and how long a contribution to a slot takes.
 */
const CODE = `
const ROUNDS = 100
const SLOTS = 20
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const task = () => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0) })
const ignore = () => {}

/** Ten listeners, three timeouts, two intervals and two style elements, created and removed. */
function runEffects(page) {
  const styles = [0, 1].map(() => document.createElement('style'))
  const begun = performance.now()
  const events = Array.from({ length: 10 }, (_, index) => 'cost' + index)
  for (const type of events) page.add.call(window, type, ignore)
  const timeouts = [0, 1, 2].map(() => page.timeout.call(window, ignore, 1e6))
  const intervals = [0, 1].map(() => page.interval.call(window, ignore, 1e6))
  for (const style of styles) page.append.call(document.head, style)
  for (const style of styles) style.remove()
  for (const id of intervals) clearInterval(id)
  for (const id of timeouts) clearTimeout(id)
  for (const type of events) page.remove.call(window, type, ignore)
  return performance.now() - begun
}

async function measureLease() {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { EventTarget, Node, setTimeout: timeout, setInterval: interval } = frame.contentWindow
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  const { appendChild: append } = Node.prototype
  const plain = { add, remove, timeout, interval, append }
  const leased = {
    add: window.addEventListener,
    remove: window.removeEventListener,
    timeout: window.setTimeout,
    interval: window.setInterval,
    append: document.head.appendChild,
  }
  // The sum, because one round is shorter than the resolution of the clock.
  let cost = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    cost -= runEffects(plain)
    cost += runEffects(leased)
    await task()
  }
  frame.remove()
  return cost / ROUNDS
}

async function measureSlot(shell) {
  const costs = []
  for (let round = 0; round < ROUNDS / 5; round += 1) {
    const places = Array.from({ length: SLOTS }, () => document.body.appendChild(document.createElement('span')))
    await task()
    const begun = performance.now()
    const rendered = []
    await Promise.all(
      places.map((place) => new Promise((shown) => {
        const onShown = (isShown) => { if (isShown && place.textContent) shown() }
        rendered.push(shell.renderExtension(place, { name: 'header/menu', isSlot: true, props: {}, onShown }))
        const watch = new MutationObserver(() => { if (place.textContent) { watch.disconnect(); shown() } })
        watch.observe(place, { childList: true, subtree: true })
      })),
    )
    costs.push((performance.now() - begun) / SLOTS)
    for (const each of rendered) each.unmount()
    for (const place of places) place.remove()
    await task()
  }
  // The first rounds load the code of slots.
  return median(costs.slice(2))
}

async function measure(shell) {
  while (/native code/.test(String(history.pushState))) await new Promise((done) => setTimeout(done, 50))
  globalThis.mountCosts = { lease: await measureLease(), slot: await measureSlot(shell) }
}

let measuring
globalThis.mount_costs_1 = {
  init() {},
  get: () => Promise.resolve(() => ({
    default: {
      contract: '1.5',
      name: '${NAME}',
      Root({ shell }) { measuring ??= measure(shell); return null },
      extensions: {
        mark: {
          props: { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value }) } },
          mount(element) { element.textContent = 'shown'; return { update() {}, unmount() {} } },
        },
      },
    },
  })),
}
`

/** The remote that measures itself: its folder for the store, and its release. */
export function createMeasuringRemote(): { name: string; version: string; folder: string; release: Release } {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-mount-costs-'))
  writeFileSync(join(folder, ENTRY), CODE)
  const integrity = { [ENTRY]: `sha384-${createHash('sha384').update(CODE).digest('base64')}` }
  const release: Release = {
    name: NAME,
    version: VERSION,
    contract: '1.5',
    placement: {
      mount: 'page',
      paths: [`/${NAME}`],
      title: 'Costs',
      signIn: false,
      slots: [{ slot: 'header/menu', props: 1, extension: 'mark' }],
    },
    entry: ENTRY,
    globalName: 'mount_costs_1',
    shared: [],
    integrity,
    preload: [ENTRY],
    size: CODE.length,
  }
  return { name: NAME, version: VERSION, folder, release }
}

/** What the lease of a mount and a contribution cost, on a page without a slowdown. */
export async function mountRows(browser: Browser, served: Pick<Served, 'url'>): Promise<Row[]> {
  const page = await browser.newPage()
  try {
    await page.goto(`${served.url}/${NAME}`, { timeout: LIMIT_MS })
    const found = await page.waitForFunction(() => Reflect.get(globalThis, 'mountCosts'), null, {
      timeout: LIMIT_MS,
    })
    const { lease, slot } = (await found.jsonValue()) as { lease: number; slot: number }
    return [
      atMost('the lease of a mount: 10 listeners, 5 timers, 2 styles', lease, LEASE_BUDGET_MS),
      atMost('a contribution in a slot', slot, SLOT_BUDGET_MS),
    ]
  } finally {
    await page.close()
  }
}
