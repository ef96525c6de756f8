-- What the server's own engine promised about a line, and how the line ended: one row for each saved pick and each leg
-- of a parlay. Rows outlive both. Only the functions here write, so that the record is not its owner's to edit.
create table public.track_legs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Of a saved pick; a parlay's leg has none. No reference: a pick is gone after a day, its record stays.
  pick_id text,
  parlay_id uuid references public.past_parlays (id) on delete set null,
  leg integer check (leg between 1 and 10),
  player_name text not null check (char_length(player_name) between 1 and 120),
  team text not null check (char_length(team) <= 40),
  person_id integer,
  game_pk integer,
  league_day date not null,
  stat_type text not null check (char_length(stat_type) between 1 and 60),
  line numeric not null check (line between 0 and 10000),
  side text not null check (side in ('OVER', 'UNDER')),
  odds_type text not null check (odds_type in ('goblin', 'standard', 'demon')),
  -- Percent; null where the engine had nothing to say.
  promised numeric check (promised between 0 and 100),
  promised_low numeric check (promised_low between 0 and 100),
  promised_high numeric check (promised_high between 0 and 100),
  engine text check (char_length(engine) <= 60),
  promised_at timestamptz not null default now(),
  status text not null default 'pending'
    check (status in ('pending', 'in-progress', 'winner', 'loser', 'push', 'no-game')),
  actual numeric,
  settled_at timestamptz,
  unique (user_id, pick_id),
  unique (parlay_id, leg),
  check ((pick_id is null) = (leg is not null)),
  check (parlay_id is null or leg is not null),
  check ((settled_at is null) = (status in ('pending', 'in-progress'))),
  check (status not in ('winner', 'loser', 'push') or actual is not null)
);
create index track_legs_newest on public.track_legs (user_id, promised_at desc);
create index track_legs_open on public.track_legs (id) where status in ('pending', 'in-progress');

alter table public.track_legs enable row level security;
revoke all on public.track_legs from anon, authenticated, service_role, public;
grant select on public.track_legs to authenticated, service_role;
create policy "users read their own record" on public.track_legs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.track_legs as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- @param p_parlay null for saved picks @returns how many rows are new
create function public.add_legs(p_user uuid, p_parlay uuid, p_legs jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_added integer;
begin
  insert into public.track_legs (user_id, parlay_id, pick_id, leg, player_name, team, person_id, game_pk, league_day,
      stat_type, line, side, odds_type, promised, promised_low, promised_high, engine)
    select p_user, p_parlay, case when p_parlay is null then l.pick_id end, l.leg, l.player_name, l.team, l.person_id,
        l.game_pk, l.league_day, l.stat_type, l.line, l.side, l.odds_type, l.promised, l.promised_low,
        l.promised_high, l.engine
      from jsonb_to_recordset(p_legs) as l (pick_id text, leg int, player_name text, team text, person_id int,
        game_pk int, league_day date, stat_type text, line numeric, side text, odds_type text, promised numeric,
        promised_low numeric, promised_high numeric, engine text)
      order by l.leg, l.pick_id
    on conflict (user_id, pick_id) do nothing;
  get diagnostics v_added = row_count;
  return v_added;
end $$;

-- Ids of a user's picks that nothing was promised about yet, newest first.
create function public.unpromised_picks(p_user uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select p.id from public.my_picks p
    where p.user_id = p_user and p.expires_at > now()
      and not exists (select from public.track_legs t where t.user_id = p_user and t.pick_id = p.id)
    order by p.created_at desc, p.id;
$$;

-- Keeps what the engine promises about saved picks; the first promise about a pick stays. Who saves and deletes without
-- end fills 2000 rows a day, no more. @returns how many are new
create function public.record_promises(p_user uuid, p_legs jsonb) returns integer
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

revoke execute on function public.add_legs(uuid, uuid, jsonb), public.unpromised_picks(uuid),
  public.record_promises(uuid, jsonb) from public, anon, authenticated;
grant execute on function public.unpromised_picks(uuid), public.record_promises(uuid, jsonb) to service_role;
