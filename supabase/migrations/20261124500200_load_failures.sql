-- Reports of failed loads have a phase, the error, and the id of the load.

alter table public.release_loads
  add column phase text check (length(phase) <= 20),
  add column detail text check (length(detail) <= 500),
  add column trace text check (trace ~ '^[0-9a-f]{32}$');

-- Stores load reports, halts canaries that fail too often, and rolls back live releases that do (`p_roll_back`).
-- Reports with a ticket of another generation do not concern the current canary, and reports with a ticket from before
-- the live release became live do not concern it; they are ignored.
-- @returns names of the remotes that were halted or rolled back now
create or replace function public.record_loads(
  p_rows jsonb, p_min_failing int, p_max_rate numeric, p_roll_back boolean default false)
returns setof text language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts;
  v_health record;
begin
  insert into public.release_loads (ticket, name, version, outcome, kind, reporter, ms, phase, detail, trace)
    select report.ticket, report.name, report.version, report.outcome, report.kind, report.reporter, report.ms,
        report.phase, report.detail, report.trace
      from jsonb_to_recordset(p_rows) as report (ticket uuid, name text, version text, generation bigint,
        outcome text, kind text, reporter text, ms int, phase text, detail text, trace text)
      where not exists (select from public.remote_rollouts o
        where o.name = report.name
          and ((o.canary_version = report.version and o.generation <> report.generation)
            or (o.live_version = report.version and o.live_generation > report.generation)))
    on conflict do nothing;
  for v_row in
    select o.* from public.remote_rollouts o
      where exists (select from jsonb_to_recordset(p_rows)
          as report (name text, version text, outcome text, reporter text)
        where report.name = o.name and report.outcome = 'failed' and report.reporter like 'user:%'
          and (report.version = o.canary_version or (p_roll_back and report.version = o.live_version)))
      order by o.name
  loop
    -- Serialised: concurrent reports would otherwise be counted without each other.
    perform public.lock_remote(v_row.name);
    if v_row.canary_version is not null then
      select * into v_health from public.canary_health(v_row.name, v_row.canary_version, v_row.canary_since);
      if v_health.failing >= p_min_failing and v_health.failing >= p_max_rate * v_health.loaded then
        begin
          perform public.halt_canary(v_row.name, v_row.generation, 'propsight',
            format('%s of the %s users who loaded it could not; it was given to %s visitors',
              v_health.failing, v_health.loaded, v_health.served), 'auto-halt');
          return next v_row.name;
          continue;
        exception when sqlstate 'PT409' then
          -- The rollout changed since it was read, so the counts do not concern the current canary.
          continue;
        end;
      end if;
    end if;
    if p_roll_back and public.roll_back_failing(v_row, p_min_failing, p_max_rate) then
      return next v_row.name;
      -- No other remote may be locked after the lock of the paths. The next report continues with the others.
      exit;
    end if;
  end loop;
  -- After the locks above, and without waiting, so that two reports cannot block each other.
  update public.remote_releases r set worked_at = now()
    from (select own.name, own.version from public.remote_releases own
      where (own.worked_at is null or own.worked_at < now() - interval '1 hour') and (own.name, own.version) in (
        select report.name, report.version
          from jsonb_to_recordset(p_rows) as report (name text, version text, outcome text, reporter text)
          where report.outcome = 'ok' and report.reporter like 'user:%')
      for no key update skip locked) as loaded
    where r.name = loaded.name and r.version = loaded.version;
end $$;

-- Rollout, releases with load figures, and events of a remote, newest first. @throws PT404
create or replace function public.release_history(p_name text, p_limit int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts;
begin
  select * into v_row from public.remote_rollouts where name = p_name;
  if not found then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  return jsonb_build_object(
    'name', p_name,
    'rollout', public.rollout_document(v_row),
    'rollbackTo', public.rollback_target(p_name),
    'releases', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed."publishedAt" desc), '[]') from (
      select r.version, r.contract, r.size, r.message, r.published_by as "publishedBy",
        r.published_at as "publishedAt", r.live_since as "liveSince",
        case
          when r.removed_at is not null then 'removed'
          when r.version = v_row.live_version then 'live'
          when r.version = v_row.canary_version then 'canary'
          when r.withdrawn_at is not null then 'withdrawn'
          else 'published' end as state,
        public.release_verdict(r) as verdict,
        (select jsonb_build_object(
            'ok', count(*) filter (where l.outcome = 'ok'),
            'failed', count(*) filter (where l.outcome = 'failed'),
            'reporters', count(distinct l.reporter),
            'failing', count(distinct l.reporter) filter (where l.outcome = 'failed'),
            'failureRate', round(count(*) filter (where l.outcome = 'failed') / nullif(count(*), 0)::numeric, 4),
            'p50Ms', percentile_disc(0.5) within group (order by l.ms) filter (where l.outcome = 'ok'),
            'p95Ms', percentile_disc(0.95) within group (order by l.ms) filter (where l.outcome = 'ok'),
            'kinds', (select coalesce(jsonb_object_agg(coalesce(k.kind, 'unknown'), k.count), '{}') from (
              select kind, count(*) from public.release_loads
                where name = r.name and version = r.version and outcome = 'failed' group by kind) as k),
            'failures', (select coalesce(jsonb_agg(to_jsonb(f) order by f.at desc), '[]') from (
              select at, coalesce(kind, 'unknown') as kind, phase, detail, trace from public.release_loads
                where name = r.name and version = r.version and outcome = 'failed'
                order by at desc limit 5) as f))
          from public.release_loads l where l.name = r.name and l.version = r.version) as loads
      from public.remote_releases r where r.name = p_name order by r.published_at desc limit p_limit) as listed),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id desc), '[]') from (
      select id, version, action, actor, message, generation, at from public.remote_events
        where name = p_name order by id desc limit p_limit) as e));
end $$;
