-- Rollbacks choose a release that worked; failing live releases are rolled back automatically; browsers read further
-- fallbacks.

alter table public.remote_releases add column worked_at timestamptz;
alter table public.remote_rollouts add column live_generation bigint not null default 0;
-- The functions of rollouts write the actions, and each new one would break an API of the last release otherwise.
alter table public.remote_events drop constraint remote_events_action_check;

update public.remote_releases r set worked_at = loads.at
  from (select name, version, max(at) as at from public.release_loads
    where outcome = 'ok' and reporter like 'user:%' group by name, version) as loads
  where loads.name = r.name and loads.version = r.version;

drop function public.roll_back(text, text, bigint, text, text);
drop function public.record_loads(jsonb, int, numeric);

-- The releases that a browser may fall back to, last live first, with the generation of the rollout. Null if the remote
-- has no live release.
create function public.fallback_releases(p_name text, p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('generation', o.generation, 'releases', (
      select coalesce(jsonb_agg(listed.document order by listed.live_since desc), '[]') from (
        select public.release_document(r) as document, r.live_since from public.remote_releases r
          where r.name = o.name and r.version is distinct from o.live_version and r.live_since is not null
            and r.withdrawn_at is null and r.removed_at is null
          order by r.live_since desc limit p_limit) as listed))
    from public.remote_rollouts o where o.name = p_name and o.live_version is not null;
$$;

-- What is known about a release: `failing` if at least half of the signed-in users who reported it could not load or
-- render it, over all stored reports or in the last hour; else `withdrawn` by a decision against it; else `worked` if
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
        where loads.failing > 0 and loads.failing * 2 >= loads.reporters) then 'failing'
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

create or replace function public.make_live(p_name text, p_version text) returns void
language plpgsql set search_path = '' as $$
declare
  v_old text;
begin
  select live_version into v_old from public.remote_rollouts where name = p_name;
  if v_old is distinct from p_version then
    update public.remote_releases set last_live_at = now() where name = p_name and version = v_old;
    update public.remote_releases set live_since = clock_timestamp() where name = p_name and version = p_version;
  end if;
  update public.remote_releases set withdrawn_at = null where name = p_name and version = p_version;
  -- A release that becomes live no longer counts as halted.
  update public.remote_rollouts set halted_version = null, halted_at = null, halted_reason = null
    where name = p_name and halted_version = p_version;
  update public.remote_rollouts set live_version = p_version, generation = generation + 1, updated_at = now(),
      live_generation = case when v_old is distinct from p_version then generation + 1 else live_generation end
    where name = p_name;
end $$;

-- Makes another release live in place of the current one, as a step of a rollback. @throws PT409 path taken
create function public.replace_live(
  p_row public.remote_rollouts, p_target text, p_withdraw boolean, p_action text, p_actor text, p_message text)
returns jsonb language plpgsql set search_path = '' as $$
begin
  perform public.claim_paths(p_row.name, p_target);
  if p_row.canary_version = p_target then
    perform public.end_canary(p_row.name);
  end if;
  if p_withdraw then
    update public.remote_releases set withdrawn_at = now()
      where name = p_row.name and version = p_row.live_version;
  end if;
  perform public.make_live(p_row.name, p_target);
  perform public.log_remote(p_row.name, p_target, p_action, p_actor, p_message);
  return (select public.rollout_document(o) from public.remote_rollouts o where o.name = p_row.name);
end $$;

-- Makes a named release live, or the one that `rollback_target` chooses if `p_version` is null. Rolling back withdraws
-- the release that was live. A named release that was published after the live one is rolling forward: the live release
-- is not withdrawn and becomes the fallback.
-- @param p_force also if the release failed in browsers
-- @throws PT404 no such release, PT409 no earlier release, or a failing one without `p_force`
create function public.roll_back(
  p_name text, p_version text, p_generation bigint, p_actor text, p_message text, p_force boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_target text := coalesce(p_version, public.rollback_target(p_name) ->> 'version');
  v_target_published timestamptz;
  v_live_published timestamptz;
  v_verdict text;
begin
  if v_target is null then
    raise exception '% has no earlier release to go back to', p_name using errcode = 'PT409';
  end if;
  if v_target = v_row.live_version then
    return public.rollout_document(v_row);
  end if;
  select r.published_at, public.release_verdict(r) into v_target_published, v_verdict from public.remote_releases r
    where r.name = p_name and r.version = v_target and r.removed_at is null;
  if not found then
    raise exception 'There is no release % of %', v_target, p_name using errcode = 'PT404';
  end if;
  if v_verdict = 'failing' and not p_force then
    raise exception '% % failed in the browsers of its visitors and becomes live only if that is confirmed',
      p_name, v_target using errcode = 'PT409';
  end if;
  select published_at into v_live_published from public.remote_releases
    where name = p_name and version = v_row.live_version;
  return public.replace_live(v_row, v_target, p_version is null or v_target_published <= v_live_published,
    'rollback', p_actor, p_message);
end $$;

-- Health of a release: visitors who were served it as a canary, signed-in users who reported a load, and those of them
-- with at least one failure. Only signed-in users count: cookies and addresses alone can neither halt a canary, nor
-- roll back a live release, nor hide a failure.
create or replace function public.canary_health(p_name text, p_version text, p_since timestamptz)
returns table (served bigint, loaded bigint, failing bigint) language sql stable set search_path = '' as $$
  select
    (select count(*) from public.release_served where name = p_name and version = p_version and at >= p_since),
    count(distinct reporter),
    count(distinct reporter) filter (where outcome = 'failed')
  from public.release_loads
    where name = p_name and version = p_version and at >= p_since and reporter like 'user:%';
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
-- the live release became live do not concern it; they are ignored.
-- @returns names of the remotes that were halted or rolled back now
create function public.record_loads(
  p_rows jsonb, p_min_failing int, p_max_rate numeric, p_roll_back boolean default false)
returns setof text language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts;
  v_health record;
begin
  insert into public.release_loads (ticket, name, version, outcome, kind, reporter, ms)
    select report.ticket, report.name, report.version, report.outcome, report.kind, report.reporter, report.ms
      from jsonb_to_recordset(p_rows) as report (ticket uuid, name text, version text, generation bigint,
        outcome text, kind text, reporter text, ms int)
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
                where name = r.name and version = r.version and outcome = 'failed' group by kind) as k))
          from public.release_loads l where l.name = r.name and l.version = r.version) as loads
      from public.remote_releases r where r.name = p_name order by r.published_at desc limit p_limit) as listed),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id desc), '[]') from (
      select id, version, action, actor, message, generation, at from public.remote_events
        where name = p_name order by id desc limit p_limit) as e));
end $$;

revoke execute on function public.fallback_releases, public.release_verdict, public.rollback_target,
  public.replace_live, public.roll_back, public.roll_back_failing, public.record_loads from public, anon, authenticated;
grant execute on function public.fallback_releases, public.release_verdict, public.rollback_target, public.replace_live,
  public.roll_back, public.roll_back_failing, public.record_loads to service_role;
