import type postgres from 'postgres'

/**
 * Asserts that users cannot write data that only the server may write.
 * @throws Error that lists the excess rights
 */
export async function assertRights(sql: postgres.Sql): Promise<void> {
  const rows = await sql<{ held: string }[]>`
    select role || ' may ' || right_name || ' ' || target as held
    from (values ('anon'), ('authenticated')) as roles (role),
      -- Users write their own picks and nothing else.
      (select format('%I.%I', relnamespace::regnamespace, relname) from pg_class
        where relkind in ('r', 'p') and relname <> 'my_picks' and relnamespace = 'public'::regnamespace
        union all values ('auth.users'), ('auth.sessions'), ('auth.refresh_tokens')) as targets (target),
      (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) as rights (right_name)
    where has_table_privilege(role, target, right_name)
    union all
    select role || ' may UPDATE public.user_profiles.' || column_name
    from (values ('anon'), ('authenticated')) as roles (role),
      (values ('credits'), ('plan'), ('email'), ('last_email_change'), ('granted_periods')) as columns (column_name)
    where has_column_privilege(role, 'public.user_profiles', column_name, 'UPDATE')
    union all
    select 'row level security is off on public.' || relname
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
  if (rows.length > 0) {
    throw new Error(
      `The data service will not start: ${rows.map((row) => row.held).join('; ')}. Check the migrations' grants.`,
    )
  }
}
