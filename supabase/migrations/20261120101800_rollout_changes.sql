-- What people decide of a rollout, and what a canary that fails decides itself.

create function public.promote_canary(p_name text, p_generation bigint, p_actor text, p_message text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_version text := v_row.canary_version;
begin
  if v_version is null then
    raise exception '% has no canary to promote', p_name using errcode = 'PT409';
  end if;
  perform public.claim_paths(p_name, v_version);
  perform public.end_canary(p_name);
  perform public.make_live(p_name, v_version);
  perform public.log_remote(p_name, v_version, 'promote', p_actor, p_message);
  select * into v_row from public.remote_rollouts where name = p_name;
  return public.rollout_document(v_row);
end $$;

-- Back to a named release, or to the one that was live before. The release that is left is withdrawn.
create function public.roll_back(p_name text, p_version text, p_generation bigint, p_actor text, p_message text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_target text := coalesce(p_version, public.release_before(p_name, v_row.live_version));
begin
  if v_target is null then
    raise exception '% has no earlier release to go back to', p_name using errcode = 'PT409';
  end if;
  if v_target = v_row.live_version then
    return public.rollout_document(v_row);
  end if;
  if not exists (select from public.remote_releases
      where name = p_name and version = v_target and removed_at is null) then
    raise exception 'There is no release % of %', v_target, p_name using errcode = 'PT404';
  end if;
  perform public.claim_paths(p_name, v_target);
  if v_row.canary_version = v_target then
    perform public.end_canary(p_name);
  end if;
  update public.remote_releases set withdrawn_at = now() where name = p_name and version = v_row.live_version;
  perform public.make_live(p_name, v_target);
  perform public.log_remote(p_name, v_target, 'rollback', p_actor, p_message);
  select * into v_row from public.remote_rollouts where name = p_name;
  return public.rollout_document(v_row);
end $$;

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

revoke execute on function public.promote_canary, public.roll_back, public.halt_canary
  from public, anon, authenticated;
grant execute on function public.promote_canary, public.roll_back, public.halt_canary to service_role;
