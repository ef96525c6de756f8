import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LEGAL_VERSION } from '@propsight/shared/domain'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import { CONTACT_EMAIL, SUPPORT_EMAIL } from '../../config/support.ts'
import type { LegalText } from '../../state/layer.ts'
import { LEGAL, LEGAL_UPDATED, LegalDialog } from './legal-dialog.tsx'
import { IN_BROWSER, STORED_DATA } from './texts/stored-data.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const SCHEMAS = resolve(ROOT, 'supabase/schemas')
const REMOTES = readdirSync(resolve(ROOT, 'remotes'), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)
const PAGES = ['shell/src', ...REMOTES.map(({ name }) => `remotes/${name}/src`)]
/** BroadcastChannel names, which store nothing. */
const CHANNELS = ['propsight.profile']
const MIN_WORDS = 300

/** Tables without personal data: access codes, releases and deploy permissions. */
const TABLES_WITHOUT_PERSONAL_DATA = [
  'access_codes',
  'admin_sessions',
  'deploy_tokens',
  'deploy_token_uses',
  'remote_config',
  'remote_events',
  'odds_budget',
  'odds_changes',
  'odds_current',
  'odds_events',
  'remote_releases',
  'remote_rollouts',
  'remote_uploads',
  'remote_webhooks',
]

const SCHEMA_FILES = readdirSync(SCHEMAS).map((name) => readFileSync(resolve(SCHEMAS, name), 'utf8'))

const tablesOfTheDatabase = (): string[] =>
  SCHEMA_FILES.flatMap((sql) =>
    [...sql.matchAll(/^create table public\.(\w+)/gm)].map((match) => match[1] ?? ''),
  )

/** Tables of the auth service with personal data, as named by the data export. */
function tablesOfTheSignIn(): string[] {
  const exporting = SCHEMA_FILES.filter((sql) => sql.includes('create function public.export_account_page('))
  return exporting.flatMap((sql) => [...sql.matchAll(/'(auth\.\w+)'/g)].map((match) => match[1] ?? ''))
}

/** All `propsight.` and `propsight:` names in the sources of shell and remotes. */
function namesInPages(): string[] {
  const files = PAGES.flatMap((folder) =>
    readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      resolve(ROOT, folder, file),
    ),
  ).filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/testing/'))
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['`](propsight[.:][a-z-]+)/g)].map((match) => match[1] ?? ''),
  )
}

const shown = async (text: LegalText) => {
  render(<LegalDialog text={text} open onClose={vi.fn()} />)
  return await screen.findByRole('dialog', { name: LEGAL[text].title })
}

describe('S7 legal texts', () => {
  it.each(['privacy', 'terms', 'disclaimer', 'accessibility'] as const)(
    'include %s in full, dated, with both addresses',
    async (text) => {
      const dialog = await shown(text)
      expect(LEGAL_UPDATED).toBe('August 5, 2025')
      expect(dialog.textContent).toContain('Last updated August 5, 2025')
      expect(dialog.textContent).toContain(SUPPORT_EMAIL)
      expect(dialog.textContent).toContain(CONTACT_EMAIL)
      expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
      expect((dialog.textContent ?? '').split(/\s+/).length).toBeGreaterThan(MIN_WORDS)
    },
  )

  it('have the version that sign-up accepts', () => {
    expect(new Date(`${LEGAL_UPDATED} UTC`).toISOString().slice(0, 10)).toBe(LEGAL_VERSION)
  })

  it('focus a section when it is selected in the contents', async () => {
    await shown('terms')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Governing law' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Governing law' }))
  })

  it('name the ages, the disclaimer and the helplines', async () => {
    const text = (of: LegalText) => JSON.stringify(LEGAL[of])
    expect(text('terms')).toContain('at least 18 years old')
    expect(text('disclaimer')).toContain('21+')
    expect(text('disclaimer')).toContain('1-800-GAMBLER')
    expect(text('disclaimer')).toContain('1-800-MY-RESET')
    expect(text('accessibility')).toContain('2 business days')
    for (const each of ['terms', 'disclaimer'] as const)
      expect(text(each)).toMatch(/not gambling[\s\S]*[Nn]o accuracy/)
  })

  it('list every table with personal data', () => {
    const documented = new Set([
      ...STORED_DATA.flatMap(({ tables }) => tables),
      ...TABLES_WITHOUT_PERSONAL_DATA,
    ])
    const ofTheSignIn = tablesOfTheSignIn()
    expect(ofTheSignIn).toContain('auth.audit_log_entries')
    const existing = [...tablesOfTheDatabase(), ...ofTheSignIn]
    expect(existing.filter((table) => !documented.has(table))).toEqual([])
    expect([...documented].filter((table) => !existing.includes(table))).toEqual([])
  })

  it('list every key of the browser’s storage', () => {
    const documented = IN_BROWSER.join('\n').replaceAll(/\{[^}]+\}/g, '{}')
    const keys = Object.values(STORAGE).map((key) => (typeof key === 'string' ? key : key('{}')))
    const names = namesInPages().filter((name) => !CHANNELS.includes(name))
    expect([...keys, ...names].filter((key) => !documented.includes(key))).toEqual([])
    expect(names.length).toBeGreaterThan(keys.length)
  })
})
