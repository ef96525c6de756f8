-- The forecast of a saved pick is hidden until its line has ended. Any line can be saved, so the record showed forecasts
-- that nobody had paid for.

-- Forecasts of saved picks whose line has not ended. Users cannot read them: any line can be saved, so the record would
-- show the forecasts that a run charges for. `grade_legs` moves them to the record.
create table public.pending_forecasts (
  leg_id uuid primary key references public.track_legs (id) on delete cascade,
  promised numeric not null,
  promised_low numeric,
  promised_high numeric,
  engine text
);

alter table public.pending_forecasts enable row level security;
revoke all on public.pending_forecasts from anon, authenticated, service_role, public;
grant select on public.pending_forecasts to service_role;

insert into public.pending_forecasts (leg_id, promised, promised_low, promised_high, engine)
  select id, promised, promised_low, promised_high, engine from public.track_legs
    where pick_id is not null and settled_at is null and promised is not null;
update public.track_legs set promised = null, promised_low = null, promised_high = null, engine = null
  where pick_id is not null and settled_at is null;

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
      promised_low numeric, promised_high numeric, engine text)
  ), added as (
    insert into public.track_legs (user_id, parlay_id, pick_id, leg, player_name, team, person_id, game_pk, league_day,
        stat_type, line, side, odds_type, promised, promised_low, promised_high, engine)
      select p_user, p_parlay, case when p_parlay is null then l.pick_id end, l.leg, l.player_name, l.team, l.person_id,
          l.game_pk, l.league_day, l.stat_type, l.line, l.side, l.odds_type,
          case when p_parlay is not null then l.promised end, case when p_parlay is not null then l.promised_low end,
          case when p_parlay is not null then l.promised_high end, case when p_parlay is not null then l.engine end
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

-- Stores how lines ended, and reveals the forecasts of those that have. A line that has ended does not change any more.
-- @param p_results list of `{id, status, actual}` @returns how many rows changed
create or replace function public.grade_legs(p_results jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
begin
  -- A fixed order, so that two instances wait for each other instead of deadlocking.
  perform from public.track_legs
    where id in (select r.id from jsonb_to_recordset(p_results) as r (id uuid)) order by id for update;
  update public.track_legs t set status = r.status, actual = r.actual,
      settled_at = case when r.status = 'in-progress' then null else now() end
    from jsonb_to_recordset(p_results) as r (id uuid, status text, actual numeric)
    where t.id = r.id and t.status in ('pending', 'in-progress') and r.status <> 'pending'
      and (t.status, t.actual) is distinct from (r.status, r.actual);
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
