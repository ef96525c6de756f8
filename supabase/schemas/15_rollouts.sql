-- Changes of a rollout: publish, promote, roll back, halt, retire. Each one locks the remote first.

-- Locks a rollout for a change. @throws PT404 no such remote, PT409 if `p_generation` is not the current one
create function public.take_rollout(p_name text, p_generation bigint) returns public.remote_rollouts
language plpgsql set search_path = '' as $$
declare
  v_row public.remote_rollouts;
begin
  perform public.lock_remote(p_name);
  select * into v_row from public.remote_rollouts where name = p_name for update;
  if not found then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  if p_generation is not null and p_generation <> v_row.generation then
    raise exception 'Somebody else changed % in the meantime', p_name using errcode = 'PT409';
  end if;
  return v_row;
end $$;

create function public.make_live(p_name text, p_version text) returns void
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

create function public.end_canary(p_name text) returns void
language sql set search_path = '' as $$
  update public.remote_releases r set last_live_at = now() from public.remote_rollouts o
    where o.name = p_name and r.name = p_name and r.version = o.canary_version;
  update public.remote_rollouts set canary_version = null, canary_percent = null, canary_since = null,
      canary_audience = '{}'
    where name = p_name;
$$;

-- Paths that a placement occupies in the address bar.
create function public.paths_of(p_placement jsonb) returns setof text
language sql immutable set search_path = '' as $$
  select p_placement ->> 'path' where p_placement ->> 'mount' = 'tab'
  union all
  select jsonb_array_elements_text(p_placement -> 'paths') where p_placement ->> 'mount' = 'page';
$$;

-- Refuses a release whose paths belong to another remote now. The checks of a deploy refuse it as well, but an earlier
-- release does not pass them again, and two concurrent deploys do not see each other there. @throws PT409
create function public.claim_paths(p_name text, p_version text) returns void
language plpgsql set search_path = '' as $$
declare
  v_taken record;
begin
  -- Serialises all remotes. Always taken after the lock of the remote itself.
  perform pg_advisory_xact_lock(hashtextextended('propsight addresses', 0));
  select theirs.path, other.name into v_taken
    from public.remote_rollouts other
    join public.remote_releases served
      on served.name = other.name and served.version in (other.live_version, other.canary_version)
    cross join lateral public.paths_of(served.placement) as theirs (path)
    where other.name <> p_name and theirs.path in (
      select public.paths_of(own.placement) from public.remote_releases own
        where own.name = p_name and own.version = p_version)
    order by other.name limit 1;
  if found then
    raise exception 'The address % of % % belongs to % now', v_taken.path, p_name, p_version, v_taken.name
      using errcode = 'PT409';
  end if;
end $$;

-- Whether a browser has reported that a release loads, or it was live before.
create function public.is_proven(p_name text, p_version text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.remote_releases
    where name = p_name and version = p_version and (worked_at is not null or live_since is not null));
$$;

-- Records an immutable release and makes it live or a canary, in one transaction.
-- @param p_options channel, percent, audience, actor, message, upload, token (must still be valid), generation (of the rollout on
-- which the deploy is based), needsProof (a release that no browser has loaded becomes a canary on either channel), keepWithdrawn (for deploys without a human decision:
-- withdrawn releases stay withdrawn, a canary stays a canary, a retired remote stays retired)
-- @throws PT400 unknown channel, PT401 token, PT409 upload expired, path taken, older generation, or invalid canary
create function public.publish_release(p_release jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name text := p_release ->> 'name';
  v_version text := p_release ->> 'version';
  v_channel text := coalesce(p_options ->> 'channel', 'stable');
  v_percent int := coalesce((p_options ->> 'percent')::int, 10);
  v_audience jsonb := coalesce(p_options -> 'audience', '{}');
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
      (name, version, contract, placement, entry, global_name, shared, integrity, preload, size, published_by, message,
       config_schema)
    values (v_name, v_version, p_release ->> 'contract', nullif(p_release -> 'placement', 'null'::jsonb),
      p_release ->> 'entry', p_release ->> 'globalName', coalesce(p_release -> 'shared', '[]'),
      p_release -> 'integrity', p_release -> 'preload', (p_release ->> 'size')::bigint, v_actor, v_message,
      nullif(p_release -> 'configSchema', 'null'::jsonb))
    on conflict (name, version) do update set contract = excluded.contract, placement = excluded.placement,
      entry = excluded.entry, global_name = excluded.global_name, shared = excluded.shared,
      integrity = excluded.integrity, preload = excluded.preload, size = excluded.size, removed_at = null,
      config_schema = excluded.config_schema,
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
      or (v_row.canary_version is not distinct from v_version and v_row.canary_percent = v_percent
        and v_row.canary_audience = v_audience)) then
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
    if v_row.canary_version = v_version and v_row.canary_percent = v_percent and v_row.canary_audience = v_audience then
      return public.rollout_document(v_row);
    end if;
    update public.remote_releases set withdrawn_at = null where name = v_name and version = v_version;
    if v_row.canary_version <> v_version then
      perform public.end_canary(v_name);
    end if;
    -- A new percentage or audience continues the canary; a new version restarts its figures.
    update public.remote_rollouts set canary_version = v_version, canary_percent = v_percent,
      canary_audience = v_audience,
      canary_since = case when canary_version = v_version then canary_since else clock_timestamp() end,
      halted_version = null, halted_at = null, halted_reason = null,
      generation = generation + 1, updated_at = now() where name = v_name returning * into v_row;
    perform public.log_remote(v_name, v_version, 'canary', v_actor,
      trim(v_percent || ' % ' || coalesce('of ' || nullif(v_audience, '{}'::jsonb)::text || ' ', '') || v_message));
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
create function public.promote_canary(p_name text, p_generation bigint, p_actor text, p_message text) returns jsonb
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
-- @throws PT404 no such release, PT409 none, an unproven one, a failing one without `p_force`, or no name for a retired
-- remote
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

-- Ends and withdraws the canary. @throws PT409 without a canary or for an older generation
create function public.halt_canary(p_name text, p_generation bigint, p_actor text, p_reason text, p_action text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_version text := v_row.canary_version;
begin
  if v_version is null then
    raise exception '% has no canary to halt', p_name using errcode = 'PT409';
  end if;
  perform public.end_canary(p_name);
  update public.remote_releases set withdrawn_at = now() where name = p_name and version = v_version;
  update public.remote_rollouts set halted_version = v_version, halted_at = now(), halted_reason = p_reason,
    generation = generation + 1, updated_at = now() where name = p_name returning * into v_row;
  perform public.log_remote(p_name, v_version, p_action, p_actor, p_reason);
  return public.rollout_document(v_row);
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

-- Records in the history of a remote and in the audit log that the files of a release are damaged. Every instance finds
-- the damage: one row a day.
create function public.log_quarantine(p_name text, p_version text, p_message text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_remote(p_name);
  if exists (select from public.remote_events where name = p_name and action = 'quarantine'
      and version is not distinct from p_version and at > now() - interval '1 day') then
    return;
  end if;
  perform public.log_remote(p_name, p_version, 'quarantine', 'propsight', left(p_message, 500));
  perform public.log_admin_action('propsight', 'remote-quarantine', p_name,
    jsonb_build_object('version', p_version, 'message', left(p_message, 500)));
end $$;

revoke execute on function public.take_rollout, public.make_live, public.end_canary, public.paths_of,
  public.claim_paths, public.is_proven, public.publish_release, public.promote_canary, public.replace_live, public.roll_back,
  public.halt_canary, public.retire_remote, public.log_quarantine from public, anon, authenticated;
grant execute on function public.take_rollout, public.make_live, public.end_canary, public.paths_of,
  public.claim_paths, public.is_proven, public.publish_release, public.promote_canary, public.replace_live, public.roll_back,
  public.halt_canary, public.retire_remote, public.log_quarantine to service_role;
