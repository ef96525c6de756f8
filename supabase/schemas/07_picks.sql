-- Saved picks. Users read and write their own rows directly from the browser, so the database limits their number (1000),
-- their size (16 MB), the writes per hour (10,000 rows, 32 MB) and their lifetime (20 hours).

-- Whether a text can be shown on a card. False for serialised objects and lists: a browser turns an object into
-- '[object Object]', and the data service stores it as JSON.
create function public.is_plain_text(p_text text) returns boolean
language sql immutable set search_path = '' as $$
  select p_text is null or (position('[object ' in p_text) = 0
    and not (p_text ~ '^\s*(\{\s*["}]|\[\s*(["{[\]]|-?\d))' and p_text ~ '[\]}]\s*$'));
$$;

create table public.my_picks (
  id text not null check (id ~ '^pick_\d{10,16}_?[a-z0-9]{4,24}$'),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  player_name text not null check (char_length(player_name) between 1 and 120),
  confidence numeric(12, 4) check (confidence between 0 and 100),
  projected_stat_line text check (char_length(projected_stat_line) <= 200),
  betting_line numeric(12, 4) check (betting_line between 0 and 10000),
  projected_total numeric(12, 4) check (projected_total between -10000 and 10000),
  betting_recommendation text check (betting_recommendation in ('OVER', 'UNDER')),
  reasoning text check (char_length(reasoning) <= 4000),
  sport text not null check (sport in ('MLB', 'NBA', 'WNBA', 'NFL')),
  original_stats text check (char_length(original_stats) <= 2000),
  weather_data jsonb check (octet_length(weather_data::text) <= 16384),
  injury_impact text check (char_length(injury_impact) <= 2000),
  recent_form text check (char_length(recent_form) <= 2000),
  over_hit_percentage numeric(12, 4) check (over_hit_percentage between 0 and 100),
  defensive_analysis text check (char_length(defensive_analysis) <= 4000),
  advanced_analytics jsonb check (octet_length(advanced_analytics::text) <= 32768),
  actual_averages jsonb check (octet_length(actual_averages::text) <= 8192),
  pick jsonb check (octet_length(pick::text) <= 65536),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '20 hours',
  -- Bytes of the texts and of the JSON, uncompressed: what a list of the picks transfers. Computed by a trigger.
  size_bytes integer not null default 0,
  primary key (user_id, id),
  check (expires_at <= created_at + interval '20 hours')
);

-- Not valid: rows older than this check were not tested and expire within a day.
alter table public.my_picks add constraint my_picks_plain_texts check (
  public.is_plain_text(player_name) and player_name ~ '\S' and public.is_plain_text(projected_stat_line)
  and public.is_plain_text(reasoning) and public.is_plain_text(original_stats)
  and public.is_plain_text(injury_impact) and public.is_plain_text(recent_form)
  and public.is_plain_text(defensive_analysis)
) not valid;

comment on table public.my_picks is 'Users write their own rows.';

create index my_picks_newest on public.my_picks (user_id, created_at desc);
create index my_picks_expiry on public.my_picks (user_id, expires_at);
create index my_picks_expired on public.my_picks (expires_at);

alter table public.my_picks enable row level security;
revoke all on public.my_picks from anon, authenticated, public;
grant select, insert, update, delete on public.my_picks to authenticated;
grant all on public.my_picks to service_role;
-- Expired picks are visible to no query of a user.
create policy "users read their own picks" on public.my_picks
  for select to authenticated using ((select auth.uid()) = user_id and expires_at > now());
create policy "users add their own picks" on public.my_picks
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "users change their own picks" on public.my_picks
  for update to authenticated using ((select auth.uid()) = user_id and expires_at > now())
  with check ((select auth.uid()) = user_id);
create policy "users delete their own picks" on public.my_picks
  for delete to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.my_picks as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- The clock of a browser may be ahead: its times are cut to the allowed range instead of refusing the pick. Also
-- computes the size.
create function public.bound_pick_times() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := least(coalesce(new.created_at, now()), now());
  new.expires_at := least(coalesce(new.expires_at, 'infinity'), new.created_at + interval '20 hours');
  new.size_bytes := octet_length(concat(new.player_name, new.projected_stat_line, new.reasoning, new.original_stats,
    new.weather_data::text, new.injury_impact, new.recent_form, new.defensive_analysis,
    new.advanced_analytics::text, new.actual_averages::text, new.pick::text));
  return new;
end $$;

create trigger my_picks_bound_times before insert or update on public.my_picks
  for each row execute function public.bound_pick_times();

-- Writes of picks by each user in the current hour: inserted, changed and deleted rows, and their size.
create table public.pick_writes (
  user_id uuid primary key references public.user_profiles (user_id) on delete cascade,
  hour timestamptz not null,
  written_rows integer not null,
  written_bytes bigint not null
);

alter table public.pick_writes enable row level security;
revoke all on public.pick_writes from anon, authenticated, service_role, public;
grant select on public.pick_writes to service_role;

-- Counts writes of a user. @throws PT429 above 10,000 rows or 32 MB in an hour
create function public.count_pick_writes(p_user uuid, p_rows integer, p_bytes bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hour timestamptz := date_trunc('hour', now());
  v_rows integer;
  v_bytes bigint;
begin
  -- The lock order is picks, then profile. Parallel writes of a user see each other.
  perform from public.user_profiles where user_id = p_user for update;
  if not found then
    return;
  end if;
  insert into public.pick_writes as w (user_id, hour, written_rows, written_bytes)
    values (p_user, v_hour, p_rows, p_bytes)
    on conflict (user_id) do update set hour = v_hour,
      written_rows = excluded.written_rows + case when w.hour = v_hour then w.written_rows else 0 end,
      written_bytes = excluded.written_bytes + case when w.hour = v_hour then w.written_bytes else 0 end
    returning written_rows, written_bytes into v_rows, v_bytes;
  if v_rows > 10000 or v_bytes > 33554432 then
    raise exception 'Too many changes of your picks within an hour. Try again later.' using errcode = 'PT429';
  end if;
end $$;

-- Checks number and size after the statement and under the lock of the profile, so that parallel saves see each other.
-- Expired picks count too, and are deleted to make room.
-- @throws PT409 for more than 1000 picks, PT413 for more than 16 MB
create function public.limit_picks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
  v_rows integer;
  v_written bigint;
  v_live integer;
  v_all integer;
  v_bytes bigint;
begin
  for v_user, v_rows, v_written in
    select user_id, count(*), sum(size_bytes) from saved group by user_id order by user_id
  loop
    perform public.count_pick_writes(v_user, v_rows, v_written);
    select count(*) filter (where expires_at > now()), count(*), sum(size_bytes) into v_live, v_all, v_bytes
      from public.my_picks where user_id = v_user;
    if v_live > 1000 then
      raise exception 'At most 1000 picks can be kept at a time' using errcode = 'PT409';
    end if;
    -- Users cannot see expired picks and so cannot delete them to make room.
    if v_all > 1000 or v_bytes > 16777216 then
      delete from public.my_picks where user_id = v_user and expires_at <= now();
      select sum(size_bytes) into v_bytes from public.my_picks where user_id = v_user;
    end if;
    if v_bytes > 16777216 then
      raise exception 'Your picks take up more than 16 MB. Delete some of them first.' using errcode = 'PT413';
    end if;
  end loop;
  return null;
end $$;

create trigger my_picks_limit_inserts after insert on public.my_picks
  referencing new table as saved for each statement execute function public.limit_picks();

-- An update may extend a pick that had expired.
create trigger my_picks_limit_updates after update on public.my_picks
  referencing new table as saved for each statement execute function public.limit_picks();

-- Refuses a statement of a user whose writes of the hour are used up before it writes a row: rows that are written and
-- undone take up space until the next vacuum. @throws PT429
create function public.refuse_spent_writes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.pick_writes where user_id = (select auth.uid()) and hour = date_trunc('hour', now())
      and (written_rows >= 10000 or written_bytes >= 33554432)) then
    raise exception 'Too many changes of your picks within an hour. Try again later.' using errcode = 'PT429';
  end if;
  return null;
end $$;

create trigger my_picks_refuse_spent before insert or update on public.my_picks
  for each statement execute function public.refuse_spent_writes();

-- Deletes at most `p_limit` expired picks of all users. @returns how many; repeat until 0
create function public.purge_expired_picks(p_limit int) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
begin
  delete from public.my_picks where (user_id, id) in (
    select user_id, id from public.my_picks where expires_at <= now()
    order by user_id, id limit least(greatest(p_limit, 0), 1000) for update skip locked);
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

-- The procedures of specification 1, section 7. Both run with the privileges of the user.

-- First number of a text: 24.5 for '24.5 hits, 3 more'; null for a text without a number.
create function public.first_number(p_text text) returns numeric
language sql immutable set search_path = '' as $$
  select substring(left(p_text, 200) from '-?\d{1,9}(?:\.\d{1,6})?')::numeric;
$$;

create function public.get_user_pick_count() returns integer
language sql stable security invoker set search_path = '' as $$
  select count(*)::integer from public.my_picks
    where user_id = (select auth.uid()) and expires_at > now();
$$;

-- @throws PT401 without a session, PT400 for an argument that a card cannot show
create function public.add_pick(
  p_player_name text, p_confidence text default null, p_reasoning text default null,
  p_sport text default 'MLB', p_projected_stat_line text default null, p_betting_line text default null,
  p_projected_total text default null, p_betting_recommendation text default null,
  p_original_stats text default null, p_weather_data jsonb default null,
  p_injury_impact text default null, p_defensive_analysis text default null
) returns text
language plpgsql security invoker set search_path = '' as $$
declare
  v_id text := 'pick_' || (extract(epoch from clock_timestamp()) * 1000)::bigint || '_'
    || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);
  v_name text;
  v_text text;
begin
  if (select auth.uid()) is null then
    raise exception 'User not authenticated' using errcode = 'PT401';
  end if;
  if coalesce(p_player_name !~ '\S', true) then
    raise exception 'A pick needs a player name' using errcode = 'PT400';
  end if;
  for v_name, v_text in select * from (values
    ('player name', p_player_name), ('confidence', p_confidence), ('reasoning', p_reasoning), ('sport', p_sport),
    ('projected stat line', p_projected_stat_line), ('betting line', p_betting_line),
    ('projected total', p_projected_total), ('betting recommendation', p_betting_recommendation),
    ('original stats', p_original_stats), ('injury impact', p_injury_impact),
    ('defensive analysis', p_defensive_analysis)) as given (name, value)
  loop
    if not public.is_plain_text(v_text) then
      raise exception 'A pick needs its % as plain text', v_name using errcode = 'PT400';
    end if;
  end loop;
  if jsonb_typeof(p_weather_data) not in ('object', 'null') or exists (
    select from unnest(array['temperature', 'windSpeed', 'humidity', 'rainChance', 'conditions']) as part (name)
      where jsonb_typeof(p_weather_data -> part.name) in ('object', 'array')
  ) then
    raise exception 'A pick needs its weather as an object of plain values' using errcode = 'PT400';
  end if;
  insert into public.my_picks (
    id, user_id, player_name, confidence, reasoning, sport, projected_stat_line, betting_line,
    projected_total, betting_recommendation, original_stats, weather_data, injury_impact, defensive_analysis
  ) values (
    v_id, (select auth.uid()), p_player_name, public.first_number(p_confidence), p_reasoning, p_sport,
    p_projected_stat_line, public.first_number(p_betting_line),
    public.first_number(coalesce(p_projected_total, p_projected_stat_line)),
    substring(upper(p_betting_recommendation) from 'OVER|UNDER'), p_original_stats, p_weather_data,
    p_injury_impact, p_defensive_analysis
  );
  return v_id;
end $$;

-- Deletes the expired picks of the current user. A function, because no query of the user can select them.
-- @throws PT401 without a session @returns how many
create function public.cleanup_expired_picks() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select auth.uid());
  v_gone integer;
begin
  if v_user is null then
    raise exception 'User not authenticated' using errcode = 'PT401';
  end if;
  delete from public.my_picks
    where user_id = v_user and expires_at <= now() and not (select public.is_excluded());
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

revoke execute on function public.is_plain_text, public.bound_pick_times, public.count_pick_writes,
  public.limit_picks, public.refuse_spent_writes, public.purge_expired_picks, public.first_number, public.get_user_pick_count, public.add_pick,
  public.cleanup_expired_picks from public, anon, authenticated;
grant execute on function public.is_plain_text, public.first_number, public.get_user_pick_count, public.add_pick
  to authenticated, service_role;
grant execute on function public.cleanup_expired_picks to authenticated;
grant execute on function public.purge_expired_picks to service_role;
