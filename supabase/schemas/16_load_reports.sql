-- Load reports of browsers, and the automatic halt of failing canaries.

-- Visitors to whom a canary was served; `source` is a keyed hash of the network address.
create table public.release_served (
  name text not null,
  version text not null,
  visitor text not null,
  source text not null,
  at timestamptz not null default now(),
  primary key (name, version, visitor)
);

-- One load of one remote on one page, as the browser reported it with the ticket of the page.
create table public.release_loads (
  ticket uuid not null,
  name text not null,
  version text not null,
  outcome text not null check (outcome in ('ok', 'failed')),
  kind text,
  reporter text not null,
  ms int check (ms between 0 and 600000),
  at timestamptz not null default now(),
  primary key (ticket, name, version, outcome)
);

create index release_loads_by_release on public.release_loads (name, version, at);

alter table public.release_served enable row level security;
alter table public.release_loads enable row level security;
revoke all on public.release_served, public.release_loads from anon, authenticated, public;
grant all on public.release_served, public.release_loads to service_role;

-- Health of a canary: visitors who were served it, signed-in users who reported a load, and those of them with at least
-- one failure. Only signed-in users count: cookies and addresses alone can neither halt a canary nor hide a failure.
create function public.canary_health(p_name text, p_version text, p_since timestamptz)
returns table (served bigint, loaded bigint, failing bigint) language sql stable set search_path = '' as $$
  select
    (select count(*) from public.release_served where name = p_name and version = p_version and at >= p_since),
    count(distinct reporter),
    count(distinct reporter) filter (where outcome = 'failed')
  from public.release_loads
    where name = p_name and version = p_version and at >= p_since and reporter like 'user:%';
$$;

create function public.record_served(p_rows jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.release_served (name, version, visitor, source)
    select name, version, visitor, source
      from jsonb_to_recordset(p_rows) as rows (name text, version text, visitor text, source text)
    on conflict (name, version, visitor) do update set at = now();
$$;

-- Stores load reports and halts canaries that fail too often. Reports with a ticket of another generation do not
-- concern the current canary and are ignored. @returns names of the remotes that were halted now
create function public.record_loads(p_rows jsonb, p_min_failing int, p_max_rate numeric) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts;
  v_health record;
begin
  insert into public.release_loads (ticket, name, version, outcome, kind, reporter, ms)
    select report.ticket, report.name, report.version, report.outcome, report.kind, report.reporter, report.ms
      from jsonb_to_recordset(p_rows) as report (ticket uuid, name text, version text, generation bigint,
        outcome text, kind text, reporter text, ms int)
      where not exists (select from public.remote_rollouts o
        where o.name = report.name and o.canary_version = report.version and o.generation <> report.generation)
    on conflict do nothing;
  for v_row in
    select o.* from public.remote_rollouts o
      where exists (select from jsonb_to_recordset(p_rows)
          as report (name text, version text, outcome text, reporter text)
        where report.name = o.name and report.version = o.canary_version and report.outcome = 'failed'
          and report.reporter like 'user:%')
      order by o.name
  loop
    -- Serialised: concurrent reports would otherwise be counted without each other.
    perform public.lock_remote(v_row.name);
    select * into v_health from public.canary_health(v_row.name, v_row.canary_version, v_row.canary_since);
    if v_health.failing >= p_min_failing and v_health.failing >= p_max_rate * v_health.loaded then
      begin
        perform public.halt_canary(v_row.name, v_row.generation, 'propsight',
          format('%s of the %s users who loaded it could not; it was given to %s visitors',
            v_health.failing, v_health.loaded, v_health.served), 'auto-halt');
        return next v_row.name;
      exception when sqlstate 'PT409' then
        -- The rollout changed since it was read, so the counts do not concern the current canary.
        null;
      end;
    end if;
  end loop;
end $$;

-- Removes reports after `p_days` days, and uploads that did not finish within a day.
create function public.forget_loads(p_days int) returns void
language sql security definer set search_path = '' as $$
  delete from public.release_loads where at < now() - make_interval(days => p_days);
  delete from public.release_served where at < now() - make_interval(days => p_days);
  delete from public.remote_uploads where expires_at < now() - interval '1 day';
$$;

revoke execute on function public.canary_health, public.record_served, public.record_loads, public.forget_loads
  from public, anon, authenticated;
grant execute on function public.canary_health, public.record_served, public.record_loads, public.forget_loads
  to service_role;
