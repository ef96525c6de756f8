-- What was released before, and what of it may go.

create function public.release_history(p_name text, p_limit int) returns jsonb
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
    'releases', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed."publishedAt" desc), '[]') from (
      select r.version, r.contract, r.size, r.message, r.published_by as "publishedBy",
        r.published_at as "publishedAt", r.live_since as "liveSince",
        case
          when r.removed_at is not null then 'removed'
          when r.version = v_row.live_version then 'live'
          when r.version = v_row.canary_version then 'canary'
          when r.withdrawn_at is not null then 'withdrawn'
          else 'published' end as state,
        (select jsonb_build_object(
            'ok', count(*) filter (where l.outcome = 'ok'),
            'failed', count(*) filter (where l.outcome = 'failed'),
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

-- Marks releases whose files may go: neither in use nor among the newest `p_keep`, and not live for `p_days` days.
create function public.retire_releases(p_keep int, p_days int) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_version text;
begin
  for v_name in select name from public.remote_rollouts order by name loop
    perform public.lock_remote(v_name);
    for v_version in
      update public.remote_releases r set removed_at = now()
        from public.remote_rollouts o
        where r.name = v_name and o.name = v_name and r.removed_at is null
          and r.version is distinct from o.live_version and r.version is distinct from o.canary_version
          and r.version is distinct from public.release_before(v_name, o.live_version)
          and greatest(r.published_at, r.last_live_at) < now() - make_interval(days => p_days)
          and r.version not in (select version from public.remote_releases
            where name = v_name and removed_at is null order by published_at desc limit p_keep)
          -- Somebody is about to publish it again.
          and r.version not in (select version from public.remote_uploads
            where name = v_name and expires_at > now() - interval '1 minute')
        returning r.version
    loop
      perform public.log_remote(v_name, v_version, 'remove', 'propsight', '');
      return next jsonb_build_object('name', v_name, 'version', v_version);
    end loop;
  end loop;
end $$;

revoke execute on function public.release_history, public.retire_releases from public, anon, authenticated;
grant execute on function public.release_history, public.retire_releases to service_role;
