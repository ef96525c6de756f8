import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { chromium } from '@playwright/test'

/** Flags of every launch: no sandbox (it fails in containers and as root), no background network requests. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
]

export interface Browser {
  executable: string
  /** Added to the environment of the browser process. */
  env: Record<string, string>
  from: string
}

/** The headless shell needs about a third less CPU time per page than a full browser in headless mode. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

async function works(executable: string, env: Record<string, string> = {}): Promise<boolean> {
  if (!existsSync(executable)) return false
  try {
    const browser = await chromium.launch({
      executablePath: executable,
      args: BROWSER_FLAGS,
      timeout: 20_000,
      env: { ...cleanEnv(), ...env },
    })
    const page = await browser.newPage()
    await page.setContent('<p>ok</p>')
    const text = await page.textContent('p')
    await browser.close()
    return text === 'ok'
  } catch {
    return false
  }
}

const cleanEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

/**
 * Finds the first browser that launches, in this order: `CHROMIUM_PATH`; the headless shell of the system; on
 * Linux x64 the headless shell of a registry package (unpacked once into a cache folder); a full browser of
 * the system; Playwright's download.
 * @throws Error with the command that installs a browser
 */
export async function findBrowser(): Promise<Browser> {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (await works(configured)) return { executable: configured, env: {}, from: 'CHROMIUM_PATH' }
    throw new Error(`CHROMIUM_PATH=${configured} does not launch`)
  }
  if (await works(HEADLESS_SHELL)) return { executable: HEADLESS_SHELL, env: {}, from: 'system' }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const packaged = await packagedBrowser()
    if (packaged) return packaged
  }
  for (const executable of SYSTEM_PATHS)
    if (await works(executable)) return { executable, env: {}, from: 'system' }
  const downloaded = chromium.executablePath()
  if (await works(downloaded)) return { executable: downloaded, env: {}, from: 'Playwright' }
  throw new Error(
    'No browser launches here. Install one with: apt-get install -y chromium (or set CHROMIUM_PATH)',
  )
}

/**
 * The browser of `@sparticuz/chromium`. It needs its fonts.conf on every system and its libraries on some.
 */
async function packagedBrowser(): Promise<Browser | null> {
  const folder = resolve(tmpdir(), `propsight-chromium-153-${process.getuid?.() ?? 0}`)
  if (!existsSync(join(folder, '.ok'))) await unpack(folder)
  const executable = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts', 'fonts.conf') }
  const withLibraries = { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  for (const env of [fonts, withLibraries]) {
    if (await works(executable, env)) return { executable, env, from: '@sparticuz/chromium' }
  }
  return null
}

async function unpack(folder: string): Promise<void> {
  const temporary = `${folder}.${process.pid}`
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true })
  const saved = process.env.TMPDIR
  process.env.TMPDIR = temporary // the package unpacks into os.tmpdir()
  try {
    const { default: packaged, inflate } = await import('@sparticuz/chromium')
    await packaged.executablePath()
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    await inflate(join(dirname(entry), '..', 'bin', 'al2023.tar.br'))
  } finally {
    if (saved === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = saved
  }
  writeFileSync(
    join(temporary, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fontcache</cachedir></fontconfig>`,
  )
  writeFileSync(join(temporary, '.ok'), '')
  rmSync(folder, { recursive: true, force: true })
  renameSync(temporary, folder)
}
