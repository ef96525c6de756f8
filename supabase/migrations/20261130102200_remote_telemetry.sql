-- Telemetry of a remote's own: the shell and web vitals of a load, and errors by kind, release and shell.
alter table public.release_loads
  add column shell text check (char_length(shell) <= 60),
  add column lcp_ms int check (lcp_ms between 0 and 600000),
  add column inp_ms int check (inp_ms between 0 and 600000),
  add column cls numeric(7, 4) check (cls between 0 and 100);

create table public.remote_errors (
  name text not null check (char_length(name) <= 31),
  version text not null check (char_length(version) <= 60),
  shell text not null check (char_length(shell) <= 60),
  -- Hash of class and message without numbers: the same kind of error in several releases.
  fingerprint text not null check (fingerprint ~ '^[\w-]{16}$'),
  kind text not null check (char_length(kind) <= 20),
  error text not null check (char_length(error) <= 80),
  message text not null check (char_length(message) <= 500),
  -- Places in bundles, the newest call first.
  frames jsonb not null check (jsonb_typeof(frames) = 'array' and octet_length(frames::text) <= 4096),
  route text not null check (char_length(route) <= 80),
  trace text check (trace ~ '^[0-9a-f]{32}$'),
  count bigint not null check (count > 0),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (name, version, shell, fingerprint),
  foreign key (name, version) references public.remote_releases (name, version)
);

alter table public.remote_errors enable row level security;
revoke all on public.remote_errors from anon, authenticated, service_role, public;
grant select on public.remote_errors to service_role;

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
        where name = p_name and action <> 'new-error' order by id desc limit p_limit) as e));
end $$;

-- Stores load reports, halts canaries that fail too often, and rolls back live releases that do (`p_roll_back`).
-- Reports with a ticket of another generation do not concern the current canary, and reports with a ticket from before
-- the live release became live do not concern it; they are ignored. A load in a preview proves that the release loads,
-- and causes nothing else. A later report of the same load adds the web vitals.
-- @returns names of the remotes that were halted or rolled back now
create or replace function public.record_loads(
  p_rows jsonb, p_min_failing int, p_max_rate numeric, p_roll_back boolean default false)
returns setof text language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts;
  v_health record;
begin
  insert into public.release_loads as stored (ticket, name, version, outcome, kind, reporter, ms, phase, detail, trace,
      shell, lcp_ms, inp_ms, cls)
    select distinct on (report.ticket, report.name, report.version, report.outcome)
        report.ticket, report.name, report.version, report.outcome, report.kind, report.reporter, report.ms,
        report.phase, report.detail, report.trace, report.shell, report."lcpMs", report."inpMs", report.cls
      from jsonb_to_recordset(p_rows) as report (ticket uuid, name text, version text, generation bigint,
        outcome text, kind text, reporter text, ms int, phase text, detail text, trace text, shell text,
        "lcpMs" int, "inpMs" int, cls numeric)
      where report.reporter like 'preview:%' or not exists (select from public.remote_rollouts o
        where o.name = report.name
          and ((o.canary_version = report.version and o.generation <> report.generation)
            or (o.live_version = report.version and o.live_generation > report.generation)))
    on conflict (ticket, name, version, outcome) do update
      set lcp_ms = excluded.lcp_ms, inp_ms = excluded.inp_ms, cls = excluded.cls
      where stored.reporter = excluded.reporter and excluded.cls is not null;
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
          where report.outcome = 'ok' and (report.reporter like 'user:%' or report.reporter like 'preview:%'))
      for no key update skip locked) as loaded
    where r.name = loaded.name and r.version = loaded.version;
end $$;

-- Removes reports after `p_days` days, and uploads that did not finish within a day.
create or replace function public.forget_loads(p_days int) returns void
language sql security definer set search_path = '' as $$
  delete from public.remote_errors where last_at < now() - make_interval(days => p_days);
  delete from public.remote_events where action = 'new-error' and at < now() - make_interval(days => p_days);
  delete from public.release_loads where at < now() - make_interval(days => p_days);
  delete from public.release_served where at < now() - make_interval(days => p_days);
  delete from public.remote_uploads where expires_at < now() - interval '1 day';
$$;

-- Stores errors of releases, each with the number of its occurrences. A remote has at most `p_max` rows: the rarest and
-- oldest ones go first. A kind of error that no row of the remote has is an event in its history, at most `p_events` an
-- hour, because these reports need no sign-in. Errors of releases that do not exist are ignored.
create function public.record_remote_errors(p_rows jsonb, p_max int, p_events int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_row record;
  v_is_new boolean;
begin
  for v_row in
    select report.* from jsonb_to_recordset(p_rows) as report (name text, version text, shell text, fingerprint text,
        kind text, error text, message text, frames jsonb, route text, trace text, count bigint)
      join public.remote_releases r on r.name = report.name and r.version = report.version
      order by report.name, report.version, report.shell, report.fingerprint
  loop
    update public.remote_errors e set count = e.count + v_row.count, last_at = now()
      where e.name = v_row.name and e.version = v_row.version and e.shell = v_row.shell
        and e.fingerprint = v_row.fingerprint;
    if found then
      continue;
    end if;
    perform public.lock_remote(v_row.name);
    v_is_new := not exists (
      select from public.remote_errors e where e.name = v_row.name and e.fingerprint = v_row.fingerprint);
    insert into public.remote_errors as e
        (name, version, shell, fingerprint, kind, error, message, frames, route, trace, count)
      values (v_row.name, v_row.version, v_row.shell, v_row.fingerprint, v_row.kind, v_row.error, v_row.message,
        v_row.frames, v_row.route, v_row.trace, v_row.count)
      on conflict (name, version, shell, fingerprint) do update set count = e.count + excluded.count, last_at = now();
    delete from public.remote_errors e using (
        select version, shell, fingerprint from public.remote_errors
          where name = v_row.name and fingerprint <> v_row.fingerprint
          order by count desc, last_at desc offset p_max - 1) as rare
      where e.name = v_row.name and e.version = rare.version and e.shell = rare.shell
        and e.fingerprint = rare.fingerprint;
    if v_is_new and p_events > (select count(*) from public.remote_events e
        where e.name = v_row.name and e.action = 'new-error' and e.at > now() - interval '1 hour') then
      perform public.log_remote(v_row.name, v_row.version, 'new-error', 'propsight',
        left(format('%s: %s', v_row.error, v_row.message), 500));
    end if;
  end loop;
end $$;

-- What browsers reported about a remote in `p_days` days: loads and web vitals for each release and shell, and errors.
-- @throws PT404
create function public.remote_telemetry(p_name text, p_days int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.remote_rollouts where name = p_name) then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  return jsonb_build_object('name', p_name, 'days', p_days,
    'loads', (select coalesce(jsonb_agg(to_jsonb(figures) order by figures."lastAt" desc), '[]') from (
      select version, shell, count(*) filter (where outcome = 'ok') as ok,
          count(*) filter (where outcome = 'failed') as failed, count(distinct reporter) as reporters,
          percentile_disc(0.5) within group (order by ms) filter (where outcome = 'ok') as "p50Ms",
          percentile_disc(0.95) within group (order by ms) filter (where outcome = 'ok') as "p95Ms",
          count(cls) as screens,
          percentile_disc(0.75) within group (order by lcp_ms) as "lcpMs",
          percentile_disc(0.75) within group (order by inp_ms) as "inpMs",
          percentile_disc(0.75) within group (order by cls) as cls, max(at) as "lastAt"
        from public.release_loads where name = p_name and at > now() - make_interval(days => p_days)
        group by version, shell order by max(at) desc limit 50) as figures),
    'errors', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed."lastAt" desc), '[]') from (
      select version, shell, fingerprint, kind, error, message, frames, route, trace, count, first_at as "firstAt",
          last_at as "lastAt"
        from public.remote_errors where name = p_name and last_at > now() - make_interval(days => p_days)
        order by last_at desc limit 100) as listed));
end $$;

revoke execute on function public.record_remote_errors, public.remote_telemetry from public, anon, authenticated;
grant execute on function public.record_remote_errors, public.remote_telemetry to service_role;
