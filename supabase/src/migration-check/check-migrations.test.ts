import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkMigrations } from './check-migrations.ts'
import lastRelease from './last-release.json' with { type: 'json' }

const FOLDER = join(import.meta.dirname, '../../migrations')
const LAST = '20260101000000'
const NEXT = '20260102000000'

const RELEASED = `
create table public.t (id int primary key, note text default 'x', needed text not null default '');
alter table public.t enable row level security;
create policy "own" on public.t for select to authenticated using (true);
grant select on public.t to authenticated;
create function public.f(p_user uuid, p_note text default null) returns boolean language sql as 'select true';
create function public.rows() returns table (id int, note text) language sql as 'select id, note from public.t';
`
const findChanges = async (sql: string, name = `${NEXT}_next.sql`) =>
  (
    await checkMigrations(
      [
        { name: `${LAST}_first.sql`, sql: RELEASED },
        { name, sql },
      ],
      LAST,
    )
  ).map(({ what }) => what)

describe('migrations next to the API of the last release', () => {
  it('are compatible with it (all migrations of the repository)', async () => {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'))
    const files = await Promise.all(
      names.map(async (name) => ({ name, sql: await readFile(join(FOLDER, name), 'utf8') })),
    )
    expect(names.some((name) => name.startsWith(lastRelease.migration))).toBe(true)
    expect(await checkMigrations(files, lastRelease.migration)).toEqual([])
  })

  it.each([
    ['drop table public.t', 'drops table t'],
    ['alter table public.t rename to u', 'renames table t'],
    ['alter table public.t rename column note to notes', 'renames column note'],
    ['alter table public.t drop column note', 't: AT_DropColumn note'],
    ['alter table public.t alter column note type varchar(9)', 't: AT_AlterColumnType note'],
    ['alter table public.t alter column note set not null', 't: AT_SetNotNull note'],
    ['alter table public.t alter column needed drop default', 't.needed loses its default'],
    ['alter table public.t add column more int not null', 't.more is required and has no default'],
    ["alter table public.t add constraint short check (note <> '')", 't: AT_AddConstraint'],
    ['alter table public.t force row level security', 't: AT_ForceRowSecurity'],
    ['create unique index once on public.t (note)', "t: 'once' makes values unique"],
    [
      'create policy "no" on public.t as restrictive for all using (false)',
      "t: policy 'no' restricts access further",
    ],
    ['drop policy "own" on public.t', 'drops policy own'],
    ['alter policy "own" on public.t using (false)', "t: policy 'own' changes"],
    ['revoke select on public.t from authenticated', 'revokes rights on t'],
    ['revoke execute on function public.f(uuid, text) from public', 'revokes rights on f'],
    ['drop function public.f(uuid, text)', 'drops function f'],
    ['alter function public.f(uuid, text) rename to g', 'renames function'],
    [
      "create function public.f(p_user uuid) returns boolean language sql as 'select true'",
      'f has 2 overloads',
    ],
    [
      `drop function public.f(uuid, text);
       create function public.f(p_user uuid) returns boolean language sql as 'select true'`,
      'f no longer takes p_note',
    ],
    [
      `drop function public.f(uuid, text);
       create function public.f(p_user uuid, p_note text default null, p_why text) returns boolean language sql as ''`,
      'f now needs p_why',
    ],
    [
      `drop function public.f(uuid, text);
       create function public.f(p_user uuid, p_note text default null) returns int language sql as 'select 1'`,
      'f returns int4 instead of bool',
    ],
    [
      `drop function public.rows();
       create function public.rows() returns table (id int) language sql as 'select 1'`,
      'rows returns',
    ],
    ['do $$ begin end $$', 'DoStmt'],
    ['delete from public.t', 'DeleteStmt'],
  ])('are refused: %s', async (sql, why) => {
    expect(await findChanges(sql)).toEqual([expect.stringContaining(why)])
  })

  it.each([
    'create table public.u (id int primary key); create unique index u_once on public.u (id); drop table public.u',
    'alter table public.t add column more int, add column less int not null default 1',
    'alter table public.t alter column needed drop not null',
    'create index t_note on public.t (note)',
    'create policy "more" on public.t for insert to authenticated with check (true)',
    'grant insert on public.t to authenticated',
    "create or replace function public.f(p_user uuid, p_note text default null) returns boolean language sql as 'select false'",
    `drop function public.f(uuid, text);
     create function public.f(p_user uuid, p_note text default null, p_why text default null) returns boolean
       language sql as 'select true';
     revoke execute on function public.f(uuid, text, text) from public;`,
  ])('are allowed: %s', async (sql) => {
    expect(await findChanges(sql)).toEqual([])
  })

  it('may remove what a released file has made unneeded, but not what an unreleased one has', async () => {
    const drop = 'alter table public.t drop column note;'
    expect(await findChanges(`-- contract of ${LAST}: notes are unused since then\n${drop}`)).toEqual([])
    expect(await findChanges(`-- contract of ${NEXT}: in one step\n${drop}`)).toEqual([
      `is the contraction of ${NEXT}, which is not part of a release yet`,
    ])
    expect(await findChanges(`-- contract of ${LAST}:\n${drop}`)).toHaveLength(1)
  })

  it('drop no trigger of a table of the auth service by its name, also in a contraction', async () => {
    const drop = 'drop trigger gate on auth.users;'
    const found = ['drops trigger gate on auth.users: replace it, or drop its function']
    expect(await findChanges(drop)).toEqual(found)
    expect(await findChanges(`-- contract of ${LAST}: unused since then\n${drop}`)).toEqual(found)
    expect(await findChanges('drop trigger own on public.t;')).toEqual([])
  })

  it('may declare one statement as compatible with a reason', async () => {
    const first = `-- beside the last release: it never writes notes\ncreate unique index once on public.t (note);`
    expect(await findChanges(first)).toEqual([])
    expect(await findChanges(`${first}\ndrop table public.t;`)).toEqual(['drops table t'])
  })
})
