-- Reports of browsers about releases: loads, figures of screens, and errors; what they say about a release, and the
-- automatic halt and rollback of failing releases.

-- Visitors to whom a canary was served; `source` is a keyed hash of the network address.
create table public.release_served (
  name text not null check (char_length(name) <= 31),
  version text not null check (char_length(version) <= 60),
  visitor text not null check (char_length(visitor) <= 200),
  source text not null check (char_length(source) <= 200),
  at timestamptz not null default now(),
  primary key (name, version, visitor)
);

-- One load of one remote on one page, as the browser reported it with the ticket of the page.
create table public.release_loads (
  ticket uuid not null,
  name text not null check (char_length(name) <= 31),
  version text not null check (char_length(version) <= 60),
  outcome text not null check (outcome in ('ok', 'failed')),
  kind text check (char_length(kind) <= 40),
  reporter text not null check (char_length(reporter) <= 200),
  ms int check (ms between 0 and 600000),
  at timestamptz not null default now(),
  -- Of a failure: its phase, its error without user input, and the id of the load in the logs of the API.
  phase text check (length(phase) <= 20),
  detail text check (length(detail) <= 500),
  trace text check (trace ~ '^[0-9a-f]{32}$'),
  -- The release of the shell in which it was loaded; null in reports of older shells.
  shell text check (char_length(shell) <= 60),
  -- Web vitals of its screen, which a page reports when it is hidden: largest contentful paint and interaction to next
  -- paint in milliseconds, cumulative layout shift.
  lcp_ms int check (lcp_ms between 0 and 600000),
  inp_ms int check (inp_ms between 0 and 600000),
  cls numeric(7, 4) check (cls between 0 and 100),
  primary key (ticket, name, version, outcome)
);

create index release_loads_by_release on public.release_loads (name, version, at);

-- Errors of releases, as pages report them without sign-in: one row for each kind of error, release and shell.
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

alter table public.release_served enable row level security;
alter table public.release_loads enable row level security;
alter table public.remote_errors enable row level security;
revoke all on public.release_served, public.release_loads from anon, authenticated, public;
revoke all on public.remote_errors from anon, authenticated, service_role, public;
grant all on public.release_served, public.release_loads to service_role;
grant select on public.remote_errors to service_role;

-- Health of a release: visitors who were served it as a canary, signed-in users who reported a load, and those of them
-- with at least one failure. Only signed-in users count: cookies and addresses alone can neither halt a canary, nor
-- roll back a live release, nor hide a failure.
create function public.canary_health(p_name text, p_version text, p_since timestamptz)
returns table (served bigint, loaded bigint, failing bigint) language sql stable set search_path = '' as $$
  select
    (select count(*) from public.release_served where name = p_name and version = p_version and at >= p_since),
    count(distinct reporter),
    count(distinct reporter) filter (where outcome = 'failed')
  from public.release_loads
    where name = p_name and version = p_version and at >= p_since and reporter like 'user:%';
$$;

-- What is known about a release: `failing` if at least two signed-in users, and half of those who reported it, could not
-- load or render it, over all stored reports or in the last hour: the browser of one user is no evidence; else `withdrawn` by a decision against it; else `worked` if
-- one of them ever loaded it; else `untested`.
create function public.release_verdict(p_row public.remote_releases) returns text
language sql stable set search_path = '' as $$
  select case
    when exists (
      select from unnest(array['-infinity'::timestamptz, now() - interval '1 hour']) as period (since)
        cross join lateral (
          select count(distinct reporter) as reporters,
              count(distinct reporter) filter (where outcome = 'failed') as failing
            from public.release_loads
            where name = p_row.name and version = p_row.version and at >= period.since and reporter like 'user:%') as loads
        where loads.failing > 1 and loads.failing * 2 >= loads.reporters) then 'failing'
    when p_row.withdrawn_at is not null then 'withdrawn'
    when p_row.worked_at is not null then 'worked'
    else 'untested' end;
$$;

-- The release that a rollback without a name makes live, with its verdict: of the releases that were live and were not
-- withdrawn the newest that worked, else the newest untested one, else the newest failing one. `skipped` lists the
-- releases that were live after it. Null without any.
create function public.rollback_target(p_name text) returns jsonb
language sql stable set search_path = '' as $$
  with candidates as (
    select r.version, r.live_since, r.withdrawn_at, public.release_verdict(r) as verdict
      from public.remote_releases r join public.remote_rollouts o on o.name = r.name
      where r.name = p_name and r.version is distinct from o.live_version
        and r.live_since is not null and r.removed_at is null),
  chosen as (
    select * from candidates where withdrawn_at is null
      order by array_position(array['worked', 'untested', 'failing'], verdict), live_since desc limit 1)
  select jsonb_build_object('version', chosen.version, 'verdict', chosen.verdict, 'skipped', (
      select coalesce(jsonb_agg(jsonb_build_object('version', newer.version, 'verdict', newer.verdict)
          order by newer.live_since desc), '[]')
        from candidates newer where newer.live_since > chosen.live_since))
    from chosen;
$$;

create function public.record_served(p_rows jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.release_served (name, version, visitor, source)
    select name, version, visitor, source
      from jsonb_to_recordset(p_rows) as rows (name text, version text, visitor text, source text)
    on conflict (name, version, visitor) do update set at = now();
$$;

-- Rolls a failing live release back to the release that `rollback_target` chooses, unless that one fails, too. The
-- counts are of the last hour, so that rare failures of a long-lived release do not add up. Files that did not arrive do
-- not count: an overloaded server or a network can cause that for every release. After an automatic rollback of a remote
-- the next one needs a decision first that made a release live: if the next release fails as well, the cause is probably
-- elsewhere.
-- The caller holds the lock of the remote. @returns whether the release was rolled back
create function public.roll_back_failing(p_row public.remote_rollouts, p_min_failing int, p_max_rate numeric)
returns boolean language plpgsql set search_path = '' as $$
declare
  v_health record;
  v_target jsonb;
begin
  select count(distinct l.reporter) as loaded, count(distinct l.reporter) filter (where l.outcome = 'failed'
      and coalesce(l.kind, '') not in ('registry', 'manifest', 'entry', 'timeout')) as failing
    into v_health
    from public.remote_releases r join public.release_loads l on l.name = r.name and l.version = r.version
    where r.name = p_row.name and r.version = p_row.live_version and l.reporter like 'user:%'
      and l.at >= greatest(r.live_since, now() - interval '1 hour');
  if v_health.failing < p_min_failing or v_health.failing < p_max_rate * v_health.loaded or exists (
      select from public.remote_events e where e.name = p_row.name and e.action = 'auto-rollback'
        and not exists (select from public.remote_events decision where decision.name = e.name
          and decision.id > e.id and decision.action in ('live', 'promote', 'rollback'))) then
    return false;
  end if;
  v_target := public.rollback_target(p_row.name);
  if v_target is null or v_target ->> 'verdict' = 'failing' then
    return false;
  end if;
  -- Refuses the change if the rollout changed since it was read.
  perform public.take_rollout(p_row.name, p_row.generation);
  perform public.replace_live(p_row, v_target ->> 'version', true, 'auto-rollback', 'propsight',
    format('%s failed for %s of the %s users who loaded it in the last hour',
      p_row.live_version, v_health.failing, v_health.loaded));
  return true;
exception when sqlstate 'PT409' then
  -- The rollout changed, or another remote has the path of the earlier release.
  return false;
end $$;

-- Stores load reports, halts canaries that fail too often, and rolls back live releases that do (`p_roll_back`).
-- Reports with a ticket of another generation do not concern the current canary, and reports with a ticket from before
-- the live release became live do not concern it; they are ignored. A load in a preview proves that the release loads,
-- and causes nothing else. A later report of the same load adds the web vitals.
-- @returns names of the remotes that were halted or rolled back now
create function public.record_loads(
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

-- Removes reports after `p_days` days, and uploads that did not finish within a day.
create function public.forget_loads(p_days int) returns void
language sql security definer set search_path = '' as $$
  delete from public.remote_errors where last_at < now() - make_interval(days => p_days);
  delete from public.remote_events where action = 'new-error' and at < now() - make_interval(days => p_days);
  delete from public.release_loads where at < now() - make_interval(days => p_days);
  delete from public.release_served where at < now() - make_interval(days => p_days);
  delete from public.remote_uploads where expires_at < now() - interval '1 day';
$$;

revoke execute on function public.canary_health, public.release_verdict, public.rollback_target, public.record_served,
  public.roll_back_failing, public.record_loads, public.record_remote_errors, public.remote_telemetry,
  public.forget_loads from public, anon, authenticated;
grant execute on function public.canary_health, public.release_verdict, public.rollback_target, public.record_served,
  public.roll_back_failing, public.record_loads, public.record_remote_errors, public.remote_telemetry,
  public.forget_loads to service_role;
