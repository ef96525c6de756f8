import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { serveEmbeddedSupabase } from '../../../support/services/test-supabase.ts'
import { migrateToRelease, NOTHING } from './earlier-release.ts'
import { type Catalogue, findDifferences, readCatalogue } from './read-catalogue.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SUPABASE = join(ROOT, 'supabase')
const FOLDER = join(SUPABASE, 'schemas')

describe.skipIf(process.env.SUPABASE_URL)('the schema files', () => {
  const server = inject('contractDatabaseUrl')
  const databases: string[] = []
  const connections: postgres.Sql[] = []
  let files: { name: string; text: string }[]
  let fromFiles: postgres.Sql
  let migrated: Catalogue
  let current: Catalogue

  const withServer = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(server, { max: 1, onnotice: () => {} })
    await work(sql).finally(() => sql.end({ timeout: 2 }))
  }
  const createDatabase = async () => {
    const name = `schema_${randomUUID().replaceAll('-', '')}`
    await withServer((sql) => sql.unsafe(`create database ${name}`))
    databases.push(name)
    const url = Object.assign(new URL(server), { pathname: name }).href
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    connections.push(sql)
    return { url, sql }
  }

  beforeAll(async () => {
    const names = (await readdir(FOLDER)).toSorted()
    files = await Promise.all(
      names.map(async (name) => ({ name, text: await readFile(join(FOLDER, name), 'utf8') })),
    )
    const fromMigrations = await createDatabase()
    await serveEmbeddedSupabase(fromMigrations.url).then((service) => service.close())
    migrated = await readCatalogue(fromMigrations.sql)
    const empty = await createDatabase()
    await migrateToRelease(empty.sql, empty.url, NOTHING)
    for (const { name, text } of files)
      await empty.sql.unsafe(text).catch((cause) => {
        throw new Error(`${name}: ${cause}`, { cause })
      })
    fromFiles = empty.sql
    current = await readCatalogue(fromFiles)
  })
  afterAll(async () => {
    for (const sql of connections) await sql.end({ timeout: 2 })
    await withServer(async (sql) => {
      for (const name of databases) await sql.unsafe(`drop database ${name} with (force)`)
    })
  })

  it('build the same database as the migrations', () => {
    const difference = findDifferences(migrated, current).map((name) => ({
      name,
      migrations: migrated[name],
      schemas: current[name],
    }))
    expect(difference).toEqual([])
    expect(Object.keys(current).filter((name) => name.startsWith('relation public.')).length).toBeGreaterThan(
      20,
    )
  })

  it.each([
    ['alter table public.runs add column more int', 'column public.runs.more'],
    ['alter table public.runs alter column state drop default', 'column public.runs.state'],
    ['alter table public.runs drop constraint runs_cost_check', 'constraint runs_cost_check on runs'],
    ['drop index public.runs_by_day', 'index public.runs_by_day'],
    ['alter table public.runs disable row level security', 'relation public.runs'],
    ['grant insert on public.runs to authenticated', 'relation public.runs'],
    ['grant update (cost) on public.runs to authenticated', 'column public.runs.cost'],
    [
      'drop policy "users read their own runs" on public.runs',
      'policy users read their own runs on public.runs',
    ],
    [
      'alter policy "users read their own runs" on public.runs using (true)',
      'policy users read their own runs on public.runs',
    ],
    ['drop trigger propsight_gate on auth.users', 'trigger propsight_gate on auth.users'],
    ['alter table auth.users disable trigger propsight_gate', 'trigger propsight_gate on auth.users'],
    ['grant execute on function public.sweep_runs to anon', 'function public.sweep_runs()'],
    ['alter function public.sweep_runs security invoker', 'function public.sweep_runs()'],
    ['alter function public.sweep_runs reset search_path', 'function public.sweep_runs()'],
    [
      "create or replace function public.plan_credits(p_plan text) returns integer language sql immutable set search_path = '' as 'select 1'",
      'function public.plan_credits(p_plan text)',
    ],
    ["create type public.colour as enum ('red')", 'type colour'],
    ["comment on table public.runs is 'paid'", 'comment table public.runs'],
    [
      'alter default privileges in schema public grant select on tables to anon',
      'default privileges postgres public r',
    ],
    ['revoke usage on schema public from supabase_auth_admin', 'schema public'],
    ['create cast (public.runs as text) with inout', 'cast (public.runs AS pg_catalog.text)'],
  ])('would differ after "%s"', async (statement, name) => {
    const undo = new Error('undo')
    let changed: Catalogue = {}
    await fromFiles
      .begin(async (transaction) => {
        await transaction.unsafe(statement)
        changed = await readCatalogue(transaction)
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    expect(findDifferences(current, changed)).toContain(name)
  })

  it('ignore comments and line breaks of a function only', async () => {
    const [{ source = '' } = {}] = await fromFiles<{ source: string }[]>`
      select pg_get_functiondef('public.sweep_runs'::regproc) as source`
    await fromFiles.unsafe(source.replace('begin', 'begin -- starts\n\n'))
    expect(findDifferences(current, await readCatalogue(fromFiles))).toEqual([])
  })

  it('define each object once, without changing it later', () => {
    const changes = files.flatMap(({ name, text }) =>
      [...text.matchAll(/^(?:create or replace|drop|alter (?:function|policy|trigger)) .*/gim)].map(
        ([line]) => `${name}: ${line}`,
      ),
    )
    expect(changes).toEqual([])
  })

  it('contain no function without a caller', () => {
    // For the check of a hosted project.
    const others = ['statement_limit']
    const code = globSync('{api,supabase,shell,shared,remotes/*}/{src/**/*.{ts,tsx},config.toml}', {
      cwd: ROOT,
      exclude: (path) => /node_modules|testing$|\.test\.tsx?$/.test(path),
    }).map((file) => readFileSync(join(ROOT, file), 'utf8'))
    const statements = files.map(({ text }) =>
      text.replaceAll(/--.*$|^(?:revoke|grant) [^;]*;|create function public\.\w+/gm, ''),
    )
    const called = new Set([...code, ...statements].flatMap((text) => text.match(/\w+/g) ?? []))
    const created = files.flatMap(({ text }) => [...text.matchAll(/create function public\.(\w+)/g)])
    expect(created.map(([, name = '']) => name).filter((name) => !called.has(name))).toEqual(others)
  })

  it('are listed in the README with their tables', async () => {
    const readme = await readFile(join(SUPABASE, 'README.md'), 'utf8')
    const rows = readme.split('\n').filter((line) => line.includes('](schemas/'))
    const missing = files.flatMap(({ name, text }) => {
      const row = rows.find((line) => line.includes(`schemas/${name}`)) ?? ''
      const tables = [...text.matchAll(/^create table public\.(\w+)/gm)].map(([, table = '']) => table)
      return tables.filter((table) => !row.includes(`\`${table}\``)).map((table) => `${name}: ${table}`)
    })
    expect(missing).toEqual([])
    expect(rows).toHaveLength(files.length)
  })
})
