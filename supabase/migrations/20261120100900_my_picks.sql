-- Picks that users saved. They read and write their own; sizes, life time and number are bounded here, since the
-- browser writes without the server between.
create table public.my_picks (
  id text not null check (id ~ '^pick_\d{10,16}_?[a-z0-9]{4,24}$'),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  player_name text not null check (char_length(player_name) between 1 and 120),
  confidence numeric check (confidence between 0 and 100),
  projected_stat_line text check (char_length(projected_stat_line) <= 200),
  betting_line numeric check (betting_line between 0 and 10000),
  projected_total numeric check (projected_total between -10000 and 10000),
  betting_recommendation text check (betting_recommendation in ('OVER', 'UNDER')),
  reasoning text check (char_length(reasoning) <= 4000),
  sport text not null check (sport in ('MLB', 'NBA', 'WNBA', 'NFL')),
  original_stats text check (char_length(original_stats) <= 2000),
  weather_data jsonb check (octet_length(weather_data::text) <= 16384),
  injury_impact text check (char_length(injury_impact) <= 2000),
  recent_form text check (char_length(recent_form) <= 2000),
  over_hit_percentage numeric check (over_hit_percentage between 0 and 100),
  defensive_analysis text check (char_length(defensive_analysis) <= 4000),
  advanced_analytics jsonb check (octet_length(advanced_analytics::text) <= 32768),
  actual_averages jsonb check (octet_length(actual_averages::text) <= 8192),
  pick jsonb check (octet_length(pick::text) <= 65536),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '20 hours',
  primary key (user_id, id),
  check (expires_at <= created_at + interval '20 hours')
);
create index my_picks_newest on public.my_picks (user_id, created_at desc);
create index my_picks_expiry on public.my_picks (user_id, expires_at);

alter table public.my_picks enable row level security;
revoke all on public.my_picks from anon, authenticated, public;
grant select, insert, update, delete on public.my_picks to authenticated;
grant all on public.my_picks to service_role;
create policy "users read their own picks" on public.my_picks
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "users add their own picks" on public.my_picks
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "users change their own picks" on public.my_picks
  for update to authenticated using ((select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "users delete their own picks" on public.my_picks
  for delete to authenticated using ((select auth.uid()) = user_id);

-- A browser's clock may run ahead: its times are cut to what is allowed, rather than its save refused.
create function public.bound_pick_times() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := least(coalesce(new.created_at, now()), now());
  new.expires_at := least(coalesce(new.expires_at, 'infinity'), new.created_at + interval '20 hours');
  return new;
end $$;

-- Counted after the statement and under the profile's lock, so that parallel saves see each other.
create function public.limit_picks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
  v_live integer;
  v_all integer;
begin
  for v_user in select distinct user_id from saved order by user_id loop
    perform from public.user_profiles where user_id = v_user for update;
    select count(*) filter (where expires_at > now()), count(*) into v_live, v_all
      from public.my_picks where user_id = v_user;
    if v_live > 1000 then
      raise exception 'At most 1000 picks can be kept at a time' using errcode = 'PT409';
    end if;
    -- Expired picks are shown nowhere, so that nobody could make room by hand: the oldest of them go.
    if v_all > 5000 then
      delete from public.my_picks where user_id = v_user and id in (
        select id from public.my_picks where user_id = v_user and expires_at <= now()
        order by created_at limit v_all - 5000);
    end if;
  end loop;
  return null;
end $$;
revoke execute on function public.bound_pick_times(), public.limit_picks() from public, anon, authenticated;

create trigger my_picks_bound_times before insert or update on public.my_picks
  for each row execute function public.bound_pick_times();
create trigger my_picks_limit_inserts after insert on public.my_picks
  referencing new table as saved for each statement execute function public.limit_picks();
-- An update may bring an expired pick back to life.
create trigger my_picks_limit_updates after update on public.my_picks
  referencing new table as saved for each statement execute function public.limit_picks();
