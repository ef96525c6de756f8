-- A release that was uploaded becomes live only after a browser has reported that it loads; until then it is a canary.
-- The API no longer evaluates the code of a release.

-- Whether a browser has reported that a release loads, or it was live before.
create or replace function public.is_proven(p_name text, p_version text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.remote_releases
    where name = p_name and version = p_version and (worked_at is not null or live_since is not null));
$$;

-- Records an immutable release and makes it live or a canary, in one transaction.
-- @param p_options channel, percent, actor, message, upload, token (must still be valid), needsProof (a release that no
-- browser has loaded becomes a canary on either channel), keepWithdrawn (for deploys without a human decision:
-- withdrawn releases stay withdrawn, a canary stays a canary, a retired remote stays retired)
-- @throws PT400 unknown channel, PT401 token, PT409 upload expired, path taken, or invalid canary
create or replace function public.publish_release(p_release jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name text := p_release ->> 'name';
  v_version text := p_release ->> 'version';
  v_channel text := coalesce(p_options ->> 'channel', 'stable');
  v_percent int := coalesce((p_options ->> 'percent')::int, 10);
  v_actor text := coalesce(p_options ->> 'actor', 'operator');
  v_message text := coalesce(p_options ->> 'message', '');
  v_upload uuid := (p_options ->> 'upload')::uuid;
  v_token uuid := (p_options ->> 'token')::uuid;
  v_known boolean;
  v_withdrawn boolean;
  v_row public.remote_rollouts;
begin
  if v_channel not in ('stable', 'canary') then
    raise exception 'There is no channel %', v_channel using errcode = 'PT400';
  end if;
  perform public.lock_remote(v_name);
  if v_upload is not null and not exists (
      select from public.remote_uploads
        where id = v_upload and name = v_name and version = v_version and expires_at > now()) then
    raise exception 'This upload took too long and was given up' using errcode = 'PT409';
  end if;
  if v_token is not null then
    -- The lock orders this with a revocation: it waits, or its result is visible here.
    perform from public.deploy_tokens
      where id = v_token and name = v_name and revoked_at is null and expires_at > now() for share;
    if not found then
      raise exception 'This deploy token was revoked or has expired' using errcode = 'PT401';
    end if;
  end if;
  select true, withdrawn_at is not null into v_known, v_withdrawn from public.remote_releases
    where name = v_name and version = v_version and removed_at is null;
  insert into public.remote_releases as r
      (name, version, contract, placement, entry, global_name, shared, integrity, preload, size, published_by, message)
    values (v_name, v_version, p_release ->> 'contract', nullif(p_release -> 'placement', 'null'::jsonb),
      p_release ->> 'entry', p_release ->> 'globalName', coalesce(p_release -> 'shared', '[]'),
      p_release -> 'integrity', p_release -> 'preload', (p_release ->> 'size')::bigint, v_actor, v_message)
    on conflict (name, version) do update set contract = excluded.contract, placement = excluded.placement,
      entry = excluded.entry, global_name = excluded.global_name, shared = excluded.shared,
      integrity = excluded.integrity, preload = excluded.preload, size = excluded.size, removed_at = null,
      -- The files of a restored release are kept as long as new ones.
      last_live_at = case when r.removed_at is null then r.last_live_at else now() end;
  insert into public.remote_rollouts (name) values (v_name) on conflict (name) do nothing;
  if v_known is null then
    perform public.log_remote(v_name, v_version, 'publish', v_actor, v_message);
  end if;
  delete from public.remote_uploads where id = v_upload;

  select * into v_row from public.remote_rollouts where name = v_name for update;
  if coalesce((p_options ->> 'keepWithdrawn')::boolean, false)
      and (v_withdrawn or v_row.retired_at is not null
        or v_version in (v_row.live_version, v_row.canary_version)) then
    return public.rollout_document(v_row);
  end if;
  if v_upload is not null then
    perform public.claim_paths(v_name, v_version);
  end if;
  if v_channel = 'canary' and v_row.live_version is null then
    raise exception 'The first release of % must be stable', v_name using errcode = 'PT409';
  end if;
  if coalesce((p_options ->> 'needsProof')::boolean, false) and not public.is_proven(v_name, v_version) then
    v_channel := 'canary';
  end if;
  if v_channel = 'canary' then
    if v_row.live_version = v_version then
      raise exception '% % is live for everybody already', v_name, v_version using errcode = 'PT409';
    end if;
    if v_row.canary_version = v_version and v_row.canary_percent = v_percent then
      return public.rollout_document(v_row);
    end if;
    update public.remote_releases set withdrawn_at = null where name = v_name and version = v_version;
    if v_row.canary_version <> v_version then
      perform public.end_canary(v_name);
    end if;
    -- A new percentage continues the canary; a new version restarts its figures.
    update public.remote_rollouts set canary_version = v_version, canary_percent = v_percent,
      canary_since = case when canary_version = v_version then canary_since else clock_timestamp() end,
      halted_version = null, halted_at = null, halted_reason = null,
      generation = generation + 1, updated_at = now() where name = v_name returning * into v_row;
    perform public.log_remote(v_name, v_version, 'canary', v_actor,
      trim(v_percent || ' % ' || v_message));
  elsif v_row.live_version is distinct from v_version or v_row.canary_version is not null then
    -- A new live release ends the running canary.
    perform public.end_canary(v_name);
    perform public.make_live(v_name, v_version);
    perform public.log_remote(v_name, v_version, 'live', v_actor, v_message);
  end if;
  select * into v_row from public.remote_rollouts where name = v_name;
  return public.rollout_document(v_row);
end $$;

-- @throws PT409 without a canary, or if no browser has loaded it
create or replace function public.promote_canary(p_name text, p_generation bigint, p_actor text, p_message text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_version text := v_row.canary_version;
begin
  if v_version is null then
    raise exception '% has no canary to promote', p_name using errcode = 'PT409';
  end if;
  if not public.is_proven(p_name, v_version) then
    raise exception 'No browser has loaded % % yet: open its preview link, or give it to more visitors',
      p_name, v_version using errcode = 'PT409';
  end if;
  perform public.claim_paths(p_name, v_version);
  perform public.end_canary(p_name);
  perform public.make_live(p_name, v_version);
  perform public.log_remote(p_name, v_version, 'promote', p_actor, p_message);
  select * into v_row from public.remote_rollouts where name = p_name;
  return public.rollout_document(v_row);
end $$;

-- Makes a named release live, or the one that `rollback_target` chooses if `p_version` is null. Rolling back withdraws
-- the release that was live. A named release that was published after the live one is rolling forward: the live release
-- is not withdrawn and becomes the fallback.
-- @param p_force also if the release failed in browsers
-- @throws PT404 no such release, PT409 none, an unproven one, a failing one without `p_force`, or no name for a retired
-- remote
create or replace function public.roll_back(
  p_name text, p_version text, p_generation bigint, p_actor text, p_message text, p_force boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_target text := coalesce(p_version, public.rollback_target(p_name) ->> 'version');
  v_target_published timestamptz;
  v_live_published timestamptz;
  v_verdict text;
begin
  if p_version is null and v_row.retired_at is not null then
    raise exception '% is retired: deploy it, or name the release to restore', p_name using errcode = 'PT409';
  end if;
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
  if not public.is_proven(p_name, v_target) then
    raise exception '% % was never live and no browser has loaded it: deploy it', p_name, v_target
      using errcode = 'PT409';
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

-- Stores load reports, halts canaries that fail too often, and rolls back live releases that do (`p_roll_back`).
-- Reports with a ticket of another generation do not concern the current canary, and reports with a ticket from before
-- the live release became live do not concern it; they are ignored. A load in a preview proves that the release loads,
-- and causes nothing else.
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
      where report.reporter like 'preview:%' or not exists (select from public.remote_rollouts o
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
          where report.outcome = 'ok' and (report.reporter like 'user:%' or report.reporter like 'preview:%'))
      for no key update skip locked) as loaded
    where r.name = loaded.name and r.version = loaded.version;
end $$;

revoke execute on function public.is_proven from public, anon, authenticated;
grant execute on function public.is_proven to service_role;
