-- Sportsbook prices of recorded lines: when they were recorded, and at the start of the game.
alter table public.track_legs
  add column price integer check (abs(price) >= 100),
  add column price_book text check (char_length(price_book) <= 40),
  add column no_vig numeric check (no_vig between 0 and 100),
  add column closing_price integer check (abs(closing_price) >= 100),
  add column closing_no_vig numeric check (closing_no_vig between 0 and 100),
  add column closed_at timestamptz;

create index track_legs_unclosed on public.track_legs (id) where no_vig is not null and closed_at is null;

create or replace function public.add_legs(p_user uuid, p_parlay uuid, p_legs jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_added integer;
begin
  with legs as (
    select * from jsonb_to_recordset(p_legs) as l (pick_id text, leg int, player_name text, team text, person_id int,
      game_pk int, league_day date, stat_type text, line numeric, side text, odds_type text, promised numeric,
      promised_low numeric, promised_high numeric, engine text, price int, price_book text, no_vig numeric)
  ), added as (
    insert into public.track_legs (user_id, parlay_id, pick_id, leg, player_name, team, person_id, game_pk, league_day,
        stat_type, line, side, odds_type, promised, promised_low, promised_high, engine, price, price_book, no_vig)
      select p_user, p_parlay, case when p_parlay is null then l.pick_id end, l.leg, l.player_name, l.team, l.person_id,
          l.game_pk, l.league_day, l.stat_type, l.line, l.side, l.odds_type,
          case when p_parlay is not null then l.promised end, case when p_parlay is not null then l.promised_low end,
          case when p_parlay is not null then l.promised_high end, case when p_parlay is not null then l.engine end,
          l.price, l.price_book, l.no_vig
        from legs l order by l.leg, l.pick_id
      on conflict (user_id, pick_id) do nothing
      returning id, pick_id
  ), hidden as (
    insert into public.pending_forecasts (leg_id, promised, promised_low, promised_high, engine)
      select a.id, l.promised, l.promised_low, l.promised_high, l.engine
        from added a join legs l on l.pick_id = a.pick_id
        where p_parlay is null and l.promised is not null
      on conflict (leg_id) do nothing
  )
  select count(*) into v_added from added;
  return v_added;
end $$;

-- Closing prices

-- Lines with a price whose game has begun and whose closing prices are not stored.
-- @param p_now the league's time
create function public.unclosed_legs(p_now timestamptz, p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from (
    select t.id, t.game_pk, t.person_id, t.stat_type, t.line, t.side
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
