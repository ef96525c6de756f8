-- Records an immutable release and moves the pointer to it, in one transaction. `p_options`: channel, percent, actor,
-- message, upload, token (whose right must still stand) and keepWithdrawn (nobody decided anything: a release that was
-- rolled back or halted stays so, and a canary stays one).
create function public.publish_release(p_release jsonb, p_options jsonb default '{}') returns jsonb
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
    -- Whoever revokes it waits for this, or this sees it.
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
      -- Files that come back are kept as long as new ones.
      last_live_at = case when r.removed_at is null then r.last_live_at else now() end;
  insert into public.remote_rollouts (name) values (v_name) on conflict (name) do nothing;
  if v_known is null then
    perform public.log_remote(v_name, v_version, 'publish', v_actor, v_message);
  end if;
  delete from public.remote_uploads where id = v_upload;

  select * into v_row from public.remote_rollouts where name = v_name for update;
  if coalesce((p_options ->> 'keepWithdrawn')::boolean, false)
      and (v_withdrawn or v_version in (v_row.live_version, v_row.canary_version)) then
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
    -- The same canary with another percentage goes on; another one starts to count anew.
    update public.remote_rollouts set canary_version = v_version, canary_percent = v_percent,
      canary_since = case when canary_version = v_version then canary_since else clock_timestamp() end,
      halted_version = null, halted_at = null, halted_reason = null,
      generation = generation + 1, updated_at = now() where name = v_name returning * into v_row;
    perform public.log_remote(v_name, v_version, 'canary', v_actor,
      trim(v_percent || ' % ' || v_message));
  elsif v_row.live_version is distinct from v_version or v_row.canary_version is not null then
    -- What is new for everybody ends the trial of what came before it.
    perform public.end_canary(v_name);
    perform public.make_live(v_name, v_version);
    perform public.log_remote(v_name, v_version, 'live', v_actor, v_message);
  end if;
  select * into v_row from public.remote_rollouts where name = v_name;
  return public.rollout_document(v_row);
end $$;

revoke execute on function public.publish_release from public, anon, authenticated;
grant execute on function public.publish_release to service_role;
