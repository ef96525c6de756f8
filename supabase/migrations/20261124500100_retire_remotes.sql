-- Remotes can be retired: removed from the registry, with an optional redirect of their paths.

alter table public.remote_rollouts
  add column retired_version text,
  add column retired_at timestamptz,
  add column redirect_to text check (redirect_to ~ '^/[a-z0-9/-]{0,80}$');

-- A rollout as the API returns it.
create or replace function public.rollout_document(p_row public.remote_rollouts) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('name', p_row.name, 'generation', p_row.generation, 'live', p_row.live_version,
    'previous', public.release_before(p_row.name, p_row.live_version),
    'canary', case when p_row.canary_version is not null then jsonb_build_object('version', p_row.canary_version,
      'percent', p_row.canary_percent, 'since', p_row.canary_since) end,
    'halted', case when p_row.halted_version is not null then jsonb_build_object('version', p_row.halted_version,
      'at', p_row.halted_at, 'reason', p_row.halted_reason) end,
    'retired', case when p_row.retired_at is not null then jsonb_build_object('version', p_row.retired_version,
      'at', p_row.retired_at, 'redirectTo', p_row.redirect_to) end,
    'updatedAt', p_row.updated_at);
$$;

-- All rollouts, each with the releases that it names: live, canary, fallback, and the last one of a retired remote.
create or replace function public.rollouts() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select public.rollout_document(o) || jsonb_build_object('releases', (
      select coalesce(jsonb_agg(public.release_document(r)), '[]') from public.remote_releases r
        where r.name = o.name and r.version in
          (o.live_version, o.canary_version, o.retired_version, public.release_before(o.name, o.live_version))))
    from public.remote_rollouts o order by o.name;
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
      live_generation = case when v_old is distinct from p_version then generation + 1 else live_generation end,
      retired_version = null, retired_at = null, redirect_to = null
    where name = p_name;
end $$;

-- Records an immutable release and makes it live or a canary, in one transaction.
-- @param p_options channel, percent, actor, message, upload, token (must still be valid), keepWithdrawn (for deploys
-- without a human decision: withdrawn releases stay withdrawn, a canary stays a canary, a retired remote stays retired)
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
  if v_channel = 'canary' then
    if v_row.live_version is null then
      raise exception 'The first release of % must be stable', v_name using errcode = 'PT409';
    end if;
    if v_row.live_version = v_version then
      raise exception '% % is live for everybody already', v_name, v_version using errcode = 'PT409';
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

-- Makes a named release live, or the one that `rollback_target` chooses if `p_version` is null. Rolling back withdraws
-- the release that was live. A named release that was published after the live one is rolling forward: the live release
-- is not withdrawn and becomes the fallback.
-- @param p_force also if the release failed in browsers
-- @throws PT404 no such release, PT409 none, a failing one without `p_force`, or no name for a retired remote
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
  if v_verdict = 'failing' and not p_force then
    raise exception '% % failed in the browsers of its visitors and becomes live only if that is confirmed',
      p_name, v_target using errcode = 'PT409';
  end if;
  select published_at into v_live_published from public.remote_releases
    where name = p_name and version = v_row.live_version;
  return public.replace_live(v_row, v_target, p_version is null or v_target_published <= v_live_published,
    'rollback', p_actor, p_message);
end $$;

-- Removes a remote from the registry: it has no live release and no canary until a release of it is deployed or named
-- in a rollback. The releases and their files are kept.
-- @param p_redirect_to path to which the paths of the remote lead, or null
-- @throws PT404; PT409 for an older generation, or without a live release; PT400 for the shell or a path of the remote
create function public.retire_remote(
  p_name text, p_generation bigint, p_actor text, p_message text, p_redirect_to text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_version text := v_row.live_version;
begin
  if p_name = 'shell' then
    raise exception 'The shell cannot be retired: without it there is no page' using errcode = 'PT400';
  end if;
  if v_version is null then
    raise exception '% has no live release to retire', p_name using errcode = 'PT409';
  end if;
  if p_redirect_to in (
      select public.paths_of(placement) from public.remote_releases where name = p_name and version = v_version) then
    raise exception '% is a path of % itself', p_redirect_to, p_name using errcode = 'PT400';
  end if;
  perform public.end_canary(p_name);
  update public.remote_releases set last_live_at = now() where name = p_name and version = v_version;
  update public.remote_rollouts set live_version = null, retired_version = v_version, retired_at = now(),
    redirect_to = p_redirect_to, generation = generation + 1, updated_at = now()
    where name = p_name returning * into v_row;
  perform public.log_remote(p_name, v_version, 'retire', p_actor,
    trim(coalesce('to ' || p_redirect_to || ' ', '') || p_message));
  return public.rollout_document(v_row);
end $$;

revoke execute on function public.retire_remote from public, anon, authenticated;
grant execute on function public.retire_remote to service_role;
