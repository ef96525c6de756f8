-- A rollback withdraws the release that was live, since it is bad. Naming a release that was published after the live
-- one is rolling forward: the live release was good enough to go back to, so it stays as the fallback.
create or replace function public.roll_back(
  p_name text, p_version text, p_generation bigint, p_actor text, p_message text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_target text := coalesce(p_version, public.release_before(p_name, v_row.live_version));
  v_target_published timestamptz;
  v_live_published timestamptz;
begin
  if v_target is null then
    raise exception '% has no earlier release to go back to', p_name using errcode = 'PT409';
  end if;
  if v_target = v_row.live_version then
    return public.rollout_document(v_row);
  end if;
  select published_at into v_target_published from public.remote_releases
    where name = p_name and version = v_target and removed_at is null;
  if not found then
    raise exception 'There is no release % of %', v_target, p_name using errcode = 'PT404';
  end if;
  perform public.claim_paths(p_name, v_target);
  if v_row.canary_version = v_target then
    perform public.end_canary(p_name);
  end if;
  select published_at into v_live_published from public.remote_releases
    where name = p_name and version = v_row.live_version;
  if p_version is null or v_target_published <= v_live_published then
    update public.remote_releases set withdrawn_at = now() where name = p_name and version = v_row.live_version;
  end if;
  perform public.make_live(p_name, v_target);
  perform public.log_remote(p_name, v_target, 'rollback', p_actor, p_message);
  select * into v_row from public.remote_rollouts where name = p_name;
  return public.rollout_document(v_row);
end $$;
