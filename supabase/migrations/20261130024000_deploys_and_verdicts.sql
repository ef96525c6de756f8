-- A deploy is based on a generation of the rollout, as promote, rollback, halt and retire are: of two deploys at once the
-- later one is refused, instead of replacing the canary of the other.
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
  v_generation bigint := (p_options ->> 'generation')::bigint;
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
  -- The same deploy again, after a lost answer, finds its own result.
  if v_generation <> v_row.generation and not (
      (v_row.live_version is not distinct from v_version and v_row.canary_version is null)
      or (v_row.canary_version is not distinct from v_version and v_row.canary_percent = v_percent)) then
    raise exception 'Somebody else changed % in the meantime', v_name using errcode = 'PT409';
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

-- One user who cannot load a release, perhaps because of a browser extension, does not make it a failing one.
create or replace function public.release_verdict(p_row public.remote_releases) returns text
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
