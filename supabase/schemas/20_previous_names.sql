-- Former names of functions, for an API of the previous release: it runs while the database is already migrated. The
-- next release removes them by a migration marked `-- contract of 20261123080000`.

create function public.settle_run(p_run uuid, p_state text, p_reason text) returns boolean
language sql security definer set search_path = '' as $$
  select public.close_hold(p_run, p_state, p_reason);
$$;

create function public.settle_legs(p_results jsonb) returns integer
language sql security definer set search_path = '' as $$
  select public.grade_legs(p_results);
$$;

create function public.settle_parlays(p_outcomes jsonb) returns integer
language sql security definer set search_path = '' as $$
  select public.grade_parlays(p_outcomes);
$$;

create function public.record_promises(p_user uuid, p_legs jsonb) returns integer
language sql security definer set search_path = '' as $$
  select public.record_forecasts(p_user, p_legs);
$$;

create function public.unpromised_picks(p_user uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select public.unrecorded_picks(p_user);
$$;

create function public.forget_leavers() returns int
language sql security definer set search_path = '' as $$
  select public.purge_closed_accounts();
$$;

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

revoke execute on function public.settle_run, public.settle_legs, public.settle_parlays, public.record_promises,
  public.unpromised_picks, public.forget_leavers, public.capture_run, public.live_run from public, anon, authenticated;
grant execute on function public.settle_legs, public.settle_parlays, public.record_promises, public.unpromised_picks,
  public.forget_leavers, public.capture_run, public.live_run to service_role;
