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

revoke execute on function public.settle_run, public.settle_legs, public.settle_parlays, public.record_promises,
  public.unpromised_picks, public.forget_leavers from public, anon, authenticated;
grant execute on function public.settle_legs, public.settle_parlays, public.record_promises, public.unpromised_picks,
  public.forget_leavers to service_role;
