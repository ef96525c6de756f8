-- Lines whose game may have begun, in pages: the next begins after the last id of this one.
-- @param p_before the last league day that is asked about @param p_after null for the first page
create function public.open_legs(p_before date, p_after uuid, p_limit int) returns setof public.track_legs
language sql stable security definer set search_path = '' as $$
  select * from public.track_legs
    where status in ('pending', 'in-progress') and league_day <= p_before and (p_after is null or id > p_after)
    order by id limit least(p_limit, 1000);
$$;

-- Writes how lines stand. What has ended stays as it ended, whoever comes later and with whatever.
-- @param p_results list of `{id, status, actual}`, status anything but 'pending' @returns how many rows changed
create function public.settle_legs(p_results jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
begin
  -- In one order, so that two instances wait for each other and never in a circle.
  perform from public.track_legs
    where id in (select r.id from jsonb_to_recordset(p_results) as r (id uuid)) order by id for update;
  update public.track_legs t set status = r.status, actual = r.actual,
      settled_at = case when r.status = 'in-progress' then null else now() end
    from jsonb_to_recordset(p_results) as r (id uuid, status text, actual numeric)
    where t.id = r.id and t.status in ('pending', 'in-progress') and r.status <> 'pending'
      and (t.status, t.actual) is distinct from (r.status, r.actual);
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

-- Parlays that wait for their outcome though every leg has ended, with their legs.
create function public.ended_parlays(p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
    select p.id, p.parlay_size, p.details,
        (select jsonb_agg(to_jsonb(t) order by t.leg) from public.track_legs t where t.parlay_id = p.id) as legs
      from public.past_parlays p
      where p.outcome = 'pending' and exists (select from public.track_legs t where t.parlay_id = p.id)
        and not exists (select from public.track_legs t
          where t.parlay_id = p.id and t.status in ('pending', 'in-progress'))
      order by p.id limit least(p_limit, 500)) as e;
$$;

-- Writes outcomes, once each, and only of parlays whose legs have all ended.
-- @param p_outcomes list of `{id, outcome, paid}` @returns how many rows changed
create function public.settle_parlays(p_outcomes jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
begin
  perform from public.past_parlays
    where id in (select o.id from jsonb_to_recordset(p_outcomes) as o (id uuid)) order by id for update;
  update public.past_parlays p set outcome = o.outcome, paid = o.paid, settled_at = now()
    from jsonb_to_recordset(p_outcomes) as o (id uuid, outcome text, paid numeric)
    where p.id = o.id and p.outcome = 'pending' and o.outcome <> 'pending'
      and exists (select from public.track_legs t where t.parlay_id = p.id)
      and not exists (select from public.track_legs t
        where t.parlay_id = p.id and t.status in ('pending', 'in-progress'));
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

revoke execute on function public.open_legs(date, uuid, int), public.settle_legs(jsonb), public.ended_parlays(int),
  public.settle_parlays(jsonb) from public, anon, authenticated;
grant execute on function public.open_legs(date, uuid, int), public.settle_legs(jsonb), public.ended_parlays(int),
  public.settle_parlays(jsonb) to service_role;
