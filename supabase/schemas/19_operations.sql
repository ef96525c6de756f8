-- What operators and the start of the API read.

-- Figures for the metrics. Each one reads an index or a bounded number of rows, whatever the size of the tables.
create function public.operations_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'held', (select count(*) from public.runs where state = 'held'),
    'heldCredits', (select coalesce(sum(cost), 0) from public.runs where state = 'held'),
    'overdueHolds', (select count(*) from public.runs
      where state = 'held' and expires_at < now() - interval '5 minutes'),
    -- Checks the accounts of the newest 500 ledger rows, which include every recent error.
    'unbalanced', (select count(*) from (
        select distinct user_id from (
          select user_id from public.credit_ledger order by id desc limit 500) newest
        where user_id is not null) touched
      join public.user_profiles p using (user_id)
      where p.credits <> p.archived_credits
        + (select coalesce(sum(delta), 0) from public.credit_ledger l where l.user_id = p.user_id)),
    'openLegs', (select count(*) from public.track_legs where settled_at is null),
    'oldestOpenLegDay', (select min(league_day) from public.track_legs where settled_at is null),
    'pendingParlays', (select count(*) from public.past_parlays where outcome = 'pending'),
    'dueMessages', (select count(*) from public.contact_messages where sent_at is null and due_at <= now()),
    'releases', (select count(*) from public.remote_releases),
    'releaseBytes', (select coalesce(sum(size), 0) from public.remote_releases),
    'databaseBytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
    'lastBackupAt', (select at from public.admin_actions where target = 'project' and action = 'backup'
      order by id desc limit 1)
  );
$$;

-- Newest applied migration. An API that needs a later one waits for it.
create function public.database_level() returns text
language sql stable security definer set search_path = '' as $$
  select max(version) from supabase_migrations.schema_migrations;
$$;

-- Writes to the disk of the database: the sort does not fit into its memory. Changes no table.
-- @throws 53100 if the disk is full, or a hosted project is read-only because it is almost full
create function public.probe_storage() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64kB' as $$
begin
  if current_setting('default_transaction_read_only') = 'on' then
    raise exception 'The database is read-only' using errcode = '53100';
  end if;
  perform count(*) from (select md5(n::text) from generate_series(1, 8192) as n order by 1) as sorted;
end $$;

-- The time limit that applies to the statements of the caller. The check of a hosted project asks for it: the REST service
-- reads the settings of the roles at its start and when it is told to.
create function public.statement_limit() returns text
language sql stable set search_path = '' as $$
  select current_setting('statement_timeout');
$$;

revoke execute on function public.operations_figures, public.database_level, public.probe_storage,
  public.statement_limit from public, anon, authenticated;
grant execute on function public.operations_figures, public.database_level, public.probe_storage to service_role;
grant execute on function public.statement_limit to anon, service_role;

-- A statement of a user or a visitor ends after a second. PostgREST and the embedded service apply the settings of the
-- role with each request; functions of the server run as `service_role` and are not affected. Roles belong to the whole
-- cluster: set only once, because PostgreSQL refuses concurrent changes of a role.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['anon', 'authenticated'] loop
    for v_attempt in 1..100 loop
      exit when exists (select from pg_catalog.pg_roles
        where rolname = v_role and rolconfig @> array['statement_timeout=1s']);
      begin
        execute format('alter role %I set statement_timeout = %L', v_role, '1s');
      exception when internal_error then
        -- 'tuple concurrently updated'
        perform pg_catalog.pg_sleep(0.05);
      end;
    end loop;
  end loop;
end $$;

notify pgrst, 'reload config';
