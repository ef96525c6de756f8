-- Closing-line value: the prices of recorded lines (`track_legs`) at the start of their game, from the quotes of `odds_changes`.

-- Lines with a price whose game has begun and whose closing prices are not stored.
-- @param p_now the league's time
create function public.unclosed_legs(p_now timestamptz, p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from (
    select t.id, t.game_pk, t.person_id, t.stat_type, t.line, t.side, t.price_book
      from public.track_legs t
      where t.no_vig is not null and t.closed_at is null and t.status <> 'no-game'
        and (select max(e.starts_at) from public.odds_events e where e.game_pk = t.game_pk) <= p_now
      order by t.id limit least(p_limit, 1000)) as u;
$$;

-- Stores closing prices, once per line. @param p_results list of `{id, price, no_vig}` @returns how many rows changed
create function public.close_legs(p_results jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
begin
  perform from public.track_legs
    where id in (select r.id from jsonb_to_recordset(p_results) as r (id uuid)) order by id for update;
  update public.track_legs t
    set closing_price = r.price, closing_no_vig = r.no_vig, closed_at = now()
    from jsonb_to_recordset(p_results) as r (id uuid, price int, no_vig numeric)
    where t.id = r.id and t.closed_at is null;
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

revoke execute on function public.unclosed_legs, public.close_legs from public, anon, authenticated;
grant execute on function public.unclosed_legs, public.close_legs to service_role;
