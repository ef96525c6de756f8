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

-- Selected parlays only when all their legs had ended; `gradable_parlays` replaces it.
create function public.ended_parlays(p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
    select p.id, p.parlay_size, p.details,
        (select jsonb_agg(to_jsonb(t) order by t.leg) from public.track_legs t where t.parlay_id = p.id) as legs
      from public.past_parlays p
      where p.outcome = 'pending' and exists (select from public.track_legs t where t.parlay_id = p.id)
        and not exists (select from public.track_legs t
          where t.parlay_id = p.id and t.settled_at is null)
      order by p.id limit least(p_limit, 500)) as e;
$$;

revoke execute on function public.capture_run, public.live_run, public.ended_parlays from public, anon, authenticated;
grant execute on function public.capture_run, public.live_run, public.ended_parlays to service_role;
