-- A parlay is settled as soon as its ended legs decide it, also while other legs are open.
-- Parlays without an outcome that their ended legs may decide, with all legs, in pages ordered by id: all legs have
-- ended, or one has lost or was not played.
-- @param p_after last id of the previous page, null for the first page
create function public.gradable_parlays(p_after uuid, p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
    select p.id, p.parlay_size, p.details,
        (select jsonb_agg(to_jsonb(t) order by t.leg) from public.track_legs t where t.parlay_id = p.id) as legs
      from public.past_parlays p
      where p.outcome = 'pending' and (p_after is null or p.id > p_after)
        and exists (select from public.track_legs t where t.parlay_id = p.id and t.settled_at is not null)
        and (exists (select from public.track_legs t where t.parlay_id = p.id and t.status in ('loser', 'no-game'))
          or not exists (select from public.track_legs t where t.parlay_id = p.id and t.settled_at is null))
      order by p.id limit least(p_limit, 500)) as e;
$$;

-- Stores the outcome of parlays, once each. While a leg is open, only a losing leg decides a loss, and only a leg that
-- was not played decides a refund. The rules of the book are the API's.
-- @param p_outcomes list of `{id, outcome, paid}` @returns how many rows changed
create or replace function public.grade_parlays(p_outcomes jsonb) returns integer
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
      and (not exists (select from public.track_legs t where t.parlay_id = p.id and t.settled_at is null)
        or exists (select from public.track_legs t where t.parlay_id = p.id
          and t.status = case o.outcome when 'lost' then 'loser' when 'refunded' then 'no-game' end));
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

revoke execute on function public.gradable_parlays from public, anon, authenticated;
grant execute on function public.gradable_parlays to service_role;
