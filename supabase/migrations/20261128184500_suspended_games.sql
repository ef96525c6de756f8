-- A line of a suspended game has a state of its own, a line may wait until its game is certain, and it names the book
-- whose rules settle it. A line is open until `settled_at` is set, whichever states there are.
-- beside the last release: both rules accept every state that the last release writes
alter table public.track_legs
  add column game_time timestamptz,
  add column book text not null default 'prizepicks' check (char_length(book) <= 40),
  drop constraint track_legs_status_check,
  add constraint track_legs_status_check
    check (status in ('pending', 'in-progress', 'suspended', 'winner', 'loser', 'push', 'no-game')),
  drop constraint track_legs_check2,
  add constraint track_legs_check2
    check ((settled_at is null) = (status in ('pending', 'in-progress', 'suspended')));

drop index public.track_legs_open;
create index track_legs_open on public.track_legs (id) where settled_at is null;

-- Inserts forecasts; those of saved picks are hidden until the line has ended.
-- @param p_parlay null for saved picks @returns how many rows are new
create or replace function public.add_legs(p_user uuid, p_parlay uuid, p_legs jsonb) returns integer
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

-- Lines whose game may have begun, in pages ordered by id.
-- @param p_before last league day of interest @param p_after last id of the previous page, null for the first page
create or replace function public.open_legs(p_before date, p_after uuid, p_limit int) returns setof public.track_legs
language sql stable security definer set search_path = '' as $$
  select * from public.track_legs
    where settled_at is null and league_day <= p_before and (p_after is null or id > p_after)
    order by id limit least(p_limit, 1000);
$$;

-- Stores how lines ended, and reveals the forecasts of those that have. A line that has ended does not change any more,
-- and neither does a game that was decided.
-- @param p_results list of `{id, status, actual, game_pk}`, `game_pk` only of a line whose game was not certain
-- @returns how many rows changed
create or replace function public.grade_legs(p_results jsonb) returns integer
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

-- Parlays without an outcome whose legs have all ended, with these legs.
create or replace function public.ended_parlays(p_limit int) returns jsonb
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

create or replace function public.operations_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'held', (select count(*) from public.runs where state = 'held'),
    'heldCredits', (select coalesce(sum(cost), 0) from public.runs where state = 'held'),
    'overdueHolds', (select count(*) from public.runs
      where state = 'held' and expires_at < now() - interval '5 minutes'),
    -- Checks the accounts of the newest 500 ledger rows, which include every recent error.
    'unbalanced', (select count(*) from (
        select distinct user_id from (
          select user_id from public.credit_ledger order by id desc limit 500) newest
        where user_id is not null) touched
      join public.user_profiles p using (user_id)
      where p.credits <> (select coalesce(sum(delta), 0) from public.credit_ledger l where l.user_id = p.user_id)),
    'openLegs', (select count(*) from public.track_legs where settled_at is null),
    'oldestOpenLegDay', (select min(league_day) from public.track_legs where settled_at is null),
    'pendingParlays', (select count(*) from public.past_parlays where outcome = 'pending'),
    'dueMessages', (select count(*) from public.contact_messages where sent_at is null and due_at <= now()),
    'releases', (select count(*) from public.remote_releases),
    'releaseBytes', (select coalesce(sum(size), 0) from public.remote_releases)
  );
$$;
