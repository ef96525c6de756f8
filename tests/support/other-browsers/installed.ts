import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { openFirefox } from './firefox.ts'
import type { Visitor } from './visitor.ts'
import { openWebkit } from './webkit.ts'

export interface OtherBrowser {
  name: string
  /** What to install, if this machine lacks something that the browser needs. */
  missing?: string
  open(viewport: { width: number; height: number }): Promise<Visitor>
}

const isCommand = (name: string): boolean => spawnSync('which', [name]).status === 0
const firstExisting = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find((path) => path && existsSync(path))

const firefox = firstExisting([
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
])
// The folder is named after the architecture and the version of the library.
const webkit = firstExisting(globSync('/usr/lib/*/webkit{2gtk,gtk}-*/MiniBrowser').toSorted().reverse())
const webkitTools = ['WebKitWebDriver', 'xvfb-run'].every(isCommand)

/** The browsers besides Chromium. The tests install none. */
export const OTHER_BROWSERS: readonly OtherBrowser[] = [
  {
    name: 'Firefox',
    ...(firefox ? {} : { missing: 'apt-get install -y firefox-esr' }),
    open: (viewport) => openFirefox(firefox ?? '', viewport),
  },
  {
    name: 'WebKit',
    ...(webkit && webkitTools ? {} : { missing: 'apt-get install -y webkit2gtk-driver xvfb' }),
    open: (viewport) => openWebkit(webkit ?? '', viewport),
  },
]
