-- Track record: what the engine forecast about a line, and how the line ended. One row per saved pick and per leg of a
-- parlay. Rows remain when the pick or the parlay is deleted. Only the functions below write, so users cannot edit
-- their own record.

create table public.track_legs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Id of a saved pick; null for the leg of a parlay. No foreign key: a pick expires after a day, this row remains.
  pick_id text,
  parlay_id uuid references public.past_parlays (id) on delete set null,
  leg integer check (leg between 1 and 10),
  player_name text not null check (char_length(player_name) between 1 and 120),
  team text not null check (char_length(team) <= 40),
  person_id integer,
  -- Null while it is not certain which game of the day the line is on.
  game_pk integer,
  league_day date not null,
  stat_type text not null check (char_length(stat_type) between 1 and 60),
  line numeric(12, 4) not null check (line between 0 and 10000),
  side text not null check (side in ('OVER', 'UNDER')),
  odds_type text not null check (odds_type in ('goblin', 'standard', 'demon', 'unknown')),
  -- The forecast, in percent, with its 80% interval; null if the engine had none, and null for a saved pick until its
  -- line has ended (`pending_forecasts`).
  promised numeric(12, 4) check (promised between 0 and 100),
  promised_low numeric(12, 4) check (promised_low between 0 and 100),
  promised_high numeric(12, 4) check (promised_high between 0 and 100),
  engine text check (char_length(engine) <= 60),
  promised_at timestamptz not null default now(),
  status text not null default 'pending'
    check (status in ('pending', 'in-progress', 'suspended', 'winner', 'loser', 'push', 'no-game')),
  actual numeric(12, 4),
  settled_at timestamptz,
  -- Prices of sportsbooks when the forecast was recorded: the best price of the side at the line at the user's books in
  -- American odds, its book, and the chance of the side at all books without margin in percent. Null where no book quoted
  -- the line.
  price integer check (abs(price) >= 100),
  price_book text check (char_length(price_book) <= 40),
  no_vig numeric(12, 4) check (no_vig between 0 and 100),
  -- The same at the start of the game, the price of the same book; null if it is not quoted any more. `closed_at` is set in both cases.
  closing_price integer check (abs(closing_price) >= 100),
  closing_no_vig numeric(12, 4) check (closing_no_vig between 0 and 100),
  closed_at timestamptz,
  -- Start of the game by the book, which decides between two games of a day; null if the line has none.
  game_time timestamptz,
  -- The book whose rules settle the line.
  book text not null default 'prizepicks' check (char_length(book) <= 40),
  unique (user_id, pick_id),
  unique (parlay_id, leg),
  check ((pick_id is null) = (leg is not null)),
  check (parlay_id is null or leg is not null),
  check ((settled_at is null) = (status in ('pending', 'in-progress', 'suspended'))),
  check (status not in ('winner', 'loser', 'push') or actual is not null)
);

create index track_legs_newest on public.track_legs (user_id, promised_at desc);
create index track_legs_open on public.track_legs (id) where settled_at is null;
create index track_legs_unclosed on public.track_legs (id) where no_vig is not null and closed_at is null;

alter table public.track_legs enable row level security;
revoke all on public.track_legs from anon, authenticated, service_role, public;
grant select on public.track_legs to authenticated, service_role;
create policy "users read their own record" on public.track_legs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.track_legs as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Forecasts of saved picks whose line has not ended. Users cannot read them: any line can be saved, so the record would
-- show the forecasts that a run charges for. `grade_legs` moves them to the record.
create table public.pending_forecasts (
  leg_id uuid primary key references public.track_legs (id) on delete cascade,
  promised numeric(12, 4) not null,
  promised_low numeric(12, 4),
  promised_high numeric(12, 4),
  engine text check (char_length(engine) <= 60)
);

alter table public.pending_forecasts enable row level security;
revoke all on public.pending_forecasts from anon, authenticated, service_role, public;
grant select on public.pending_forecasts to service_role;

-- Forecasts

-- Inserts forecasts; those of saved picks are hidden until the line has ended.
-- @param p_parlay null for saved picks @returns how many rows are new
create function public.add_legs(p_user uuid, p_parlay uuid, p_legs jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_added integer;
begin
  with legs as (
    select * from jsonb_to_recordset(p_legs) as l (pick_id text, leg int, player_name text, team text, person_id int,
      game_pk int, league_day date, stat_type text, line numeric, side text, odds_type text, promised numeric,
      promised_low numeric, promised_high numeric, engine text, price int, price_book text, no_vig numeric,
      game_time timestamptz, book text)
  ), added as (
    insert into public.track_legs (user_id, parlay_id, pick_id, leg, player_name, team, person_id, game_pk, league_day,
        stat_type, line, side, odds_type, promised, promised_low, promised_high, engine, price, price_book, no_vig,
        game_time, book)
      select p_user, p_parlay, case when p_parlay is null then l.pick_id end, l.leg, l.player_name, l.team, l.person_id,
          l.game_pk, l.league_day, l.stat_type, l.line, l.side, l.odds_type,
          case when p_parlay is not null then l.promised end, case when p_parlay is not null then l.promised_low end,
          case when p_parlay is not null then l.promised_high end, case when p_parlay is not null then l.engine end,
          l.price, l.price_book, l.no_vig, l.game_time, coalesce(l.book, 'prizepicks')
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

-- Ids of a user's picks without a stored forecast, newest first.
create function public.unrecorded_picks(p_user uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select p.id from public.my_picks p
    where p.user_id = p_user and p.expires_at > now()
      and not exists (select from public.track_legs t where t.user_id = p_user and t.pick_id = p.id)
    order by p.created_at desc, p.id;
$$;

-- Stores the engine's forecasts about saved picks. The first forecast about a pick stays. At most 2000 rows per user
-- and day, which bounds a user who saves and deletes picks repeatedly. @returns how many rows are new
create function public.record_forecasts(p_user uuid, p_legs jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_room bigint;
  v_legs jsonb;
begin
  perform public.hold_account(p_user);
  select greatest(0, 2000 - count(*)) into v_room from public.track_legs
    where user_id = p_user and pick_id is not null and promised_at > now() - interval '24 hours';
  select coalesce(jsonb_agg(fresh.l), '[]') into v_legs from (
    select l from jsonb_array_elements(p_legs) as list (l)
      where exists (select from public.my_picks p
          where p.user_id = p_user and p.id = l ->> 'pick_id' and p.expires_at > now())
        and not exists (select from public.track_legs t where t.user_id = p_user and t.pick_id = l ->> 'pick_id')
      limit v_room) as fresh;
  return public.add_legs(p_user, null, v_legs);
end $$;

-- Grading

-- Lines whose game may have begun, in pages ordered by id.
-- @param p_before last league day of interest @param p_after last id of the previous page, null for the first page
create function public.open_legs(p_before date, p_after uuid, p_limit int) returns setof public.track_legs
language sql stable security definer set search_path = '' as $$
  select * from public.track_legs
    where settled_at is null and league_day <= p_before and (p_after is null or id > p_after)
    order by id limit least(p_limit, 1000);
$$;

-- Stores how lines ended, and reveals the forecasts of those that have. A line that has ended does not change any more,
-- and neither does a game that was decided.
-- @param p_results list of `{id, status, actual, game_pk}`, `game_pk` only of a line whose game was not certain
-- @returns how many rows changed
create function public.grade_legs(p_results jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
begin
  -- A fixed order, so that two instances wait for each other instead of deadlocking.
  perform from public.track_legs
    where id in (select r.id from jsonb_to_recordset(p_results) as r (id uuid)) order by id for update;
  update public.track_legs t set status = r.status, actual = r.actual, game_pk = coalesce(t.game_pk, r.game_pk),
      settled_at = case when r.status in ('pending', 'in-progress', 'suspended') then null else now() end
    from jsonb_to_recordset(p_results) as r (id uuid, status text, actual numeric, game_pk int)
    where t.id = r.id and t.settled_at is null
      and (r.status <> 'pending' or (t.status = 'pending' and t.game_pk is null))
      and (t.status, t.actual, t.game_pk) is distinct from (r.status, r.actual, coalesce(t.game_pk, r.game_pk));
  get diagnostics v_changed = row_count;
  with revealed as (
    delete from public.pending_forecasts f using jsonb_to_recordset(p_results) as r (id uuid), public.track_legs t
      where f.leg_id = r.id and t.id = r.id and t.settled_at is not null
      returning f.*
  )
  update public.track_legs t set promised = f.promised, promised_low = f.promised_low,
      promised_high = f.promised_high, engine = f.engine
    from revealed f where t.id = f.leg_id;
  return v_changed;
end $$;

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
create function public.grade_parlays(p_outcomes jsonb) returns integer
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

revoke execute on function public.add_legs, public.unrecorded_picks, public.record_forecasts, public.open_legs,
  public.grade_legs, public.gradable_parlays, public.grade_parlays from public, anon, authenticated;
grant execute on function public.unrecorded_picks, public.record_forecasts, public.open_legs, public.grade_legs,
  public.gradable_parlays, public.grade_parlays to service_role;
