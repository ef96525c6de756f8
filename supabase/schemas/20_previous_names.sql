-- Former functions, for an API of the previous release: it runs while the database is already migrated.

-- Captured at the first game log until 20261124300000; `deliver_run` and `live_run_scope` replace both.
create function public.capture_run(p_run uuid) returns boolean
language sql security definer set search_path = '' as $$
  select public.close_hold(p_run, 'captured', null);
$$;

create function public.live_run(p_run uuid, p_user uuid) returns public.runs
language sql stable security definer set search_path = '' as $$
  select r from public.runs r
    where r.id = p_run and r.user_id = p_user and r.state in ('held', 'captured') and r.expires_at > now();
$$;

revoke execute on function public.capture_run, public.live_run from public, anon, authenticated;
grant execute on function public.capture_run, public.live_run to service_role;
