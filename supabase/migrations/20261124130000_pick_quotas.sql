-- Limits for what one user can store and write: the number of rows (expired ones included), their size, the writes per
-- hour, and the tombstones. Expired picks are deleted by a job.

alter table public.my_picks add column size_bytes integer not null default 0;

create or replace function public.bound_pick_times() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := least(coalesce(new.created_at, now()), now());
  new.expires_at := least(coalesce(new.expires_at, 'infinity'), new.created_at + interval '20 hours');
  new.size_bytes := octet_length(concat(new.player_name, new.projected_stat_line, new.reasoning, new.original_stats,
    new.weather_data::text, new.injury_impact, new.recent_form, new.defensive_analysis,
    new.advanced_analytics::text, new.actual_averages::text, new.pick::text));
  return new;
end $$;

update public.my_picks set size_bytes = 0;

create table public.pick_writes (
  user_id uuid primary key references public.user_profiles (user_id) on delete cascade,
  hour timestamptz not null,
  written_rows integer not null,
  written_bytes bigint not null
);

alter table public.pick_writes enable row level security;
revoke all on public.pick_writes from anon, authenticated, service_role, public;
grant select on public.pick_writes to service_role;

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

create or replace function public.limit_picks() returns trigger
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

create or replace function public.mark_deleted_picks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select auth.uid());
  v_rows integer := (select count(*) from removed r where r.user_id = v_user);
begin
  if v_rows = 0 or not exists (select from public.user_profiles p where p.user_id = v_user) then
    return null;
  end if;
  perform public.count_pick_writes(v_user, v_rows, 0);
  insert into public.deleted_picks (user_id, pick_id)
    select r.user_id, r.id from removed r where r.user_id = v_user and r.expires_at > now()
      order by r.id
    on conflict (user_id, pick_id) do nothing;
  -- The oldest ones go: their picks are the first to expire.
  delete from public.deleted_picks where user_id = v_user and pick_id in (
    select pick_id from public.deleted_picks where user_id = v_user
    order by deleted_at desc, pick_id desc offset 5000);
  return null;
end $$;

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

create index my_picks_expired on public.my_picks (expires_at);

-- The metadata that a user sets is part of each of the user's tokens.
create function public.limit_user_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if octet_length(new.raw_user_meta_data::text) > 4096 then
    raise exception 'The data of this account is too large' using errcode = 'PT413';
  end if;
  return new;
end $$;

create trigger propsight_limit_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function public.limit_user_metadata();

revoke execute on function public.count_pick_writes, public.purge_expired_picks, public.limit_user_metadata
  from public, anon, authenticated;
grant execute on function public.purge_expired_picks to service_role;
