-- Credits are captured when the lines of a board or the rows of a picture are delivered, in the transaction that
-- records the delivery. Until now they were captured at the first game log, and lines were free.

-- What a run delivered, written in the transaction that captures it: the players of its lines, or the picture and its
-- rows. Everything else of the run is served for these only. Deleted when the run has expired.
create table public.run_deliveries (
  run_id uuid primary key references public.runs (id) on delete cascade,
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  expires_at timestamptz not null,
  -- SHA-256 of the picture of an image run, in hex.
  picture text check (picture ~ '^[0-9a-f]{64}$'),
  -- JSON lists: `[name, team, group]` of each player of the lines, `[name, market]` of each row of the picture.
  covers text[] not null check (cardinality(covers) between 1 and 5000),
  -- `[name, market]` of the rows that the user corrected or added.
  additions text[] not null default '{}',
  delivered_at timestamptz not null default now()
);

create index run_deliveries_expired on public.run_deliveries (expires_at);
create index run_deliveries_by_user on public.run_deliveries (user_id);

alter table public.run_deliveries enable row level security;
revoke all on public.run_deliveries from anon, authenticated, service_role, public;
grant select on public.run_deliveries to service_role;

-- Records what a run delivers and captures its hold, both or neither. The response may be sent only if the result is not null.
-- A run that delivers again keeps its charge; the players of both deliveries are covered.
-- @param p_picture SHA-256 of the picture of an image run; null for lines
-- @returns 'captured' the first time, 'repeated' later; null if the run is of another user, has expired or was released
-- @throws PT400 a picture for a run of lines or the reverse, PT409 another picture than the run's
create function public.deliver_run(p_run uuid, p_user uuid, p_picture text, p_covers text[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
begin
  select * into v_run from public.runs where id = p_run and user_id = p_user for update;
  if not found or v_run.state = 'released' or v_run.expires_at <= now() then
    return null;
  end if;
  if v_run.feature not in ('quick', 'ai', 'image') or (v_run.feature = 'image') <> (p_picture is not null) then
    raise exception 'This run delivers something else' using errcode = 'PT400';
  end if;
  if exists (select from public.run_deliveries where run_id = p_run and picture <> p_picture) then
    raise exception 'This run has read its picture. Another picture needs another run.' using errcode = 'PT409';
  end if;
  insert into public.run_deliveries as d (run_id, user_id, expires_at, picture, covers)
    values (p_run, p_user, v_run.expires_at, p_picture, p_covers)
    on conflict (run_id) do update
      set covers = (select array_agg(distinct c) from unnest(d.covers || excluded.covers) c);
  return case when public.close_hold(p_run, 'captured', null) then 'captured' else 'repeated' end;
end $$;

-- Adds corrected rows to the run of a picture: up to half the number of its rows, and at least five. One market of each
-- row that was read without a market (`[name, ""]`) does not count: the user has to choose it.
-- @returns false if the run has no picture or the additions would exceed the limit; nothing is added then
create function public.add_run_rows(p_run uuid, p_user uuid, p_rows text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_delivery public.run_deliveries;
  v_additions text[];
  v_completed integer;
begin
  select * into v_delivery from public.run_deliveries
    where run_id = p_run and user_id = p_user and picture is not null and expires_at > now() for update;
  if not found then
    return false;
  end if;
  v_additions := array(select distinct row from unnest(v_delivery.additions || p_rows) as row
    where row <> all (v_delivery.covers));
  select count(*) into v_completed from unnest(v_delivery.covers) as c
    where c like '%,""]' and c in (select regexp_replace(a, ',"[^"]*"]$', ',""]') from unnest(v_additions) as a);
  if cardinality(v_additions) - v_completed > greatest(5, (cardinality(v_delivery.covers) + 1) / 2) then
    return false;
  end if;
  update public.run_deliveries set additions = v_additions where run_id = p_run;
  return true;
end $$;

-- A run that may still be used (held or captured, and not expired), with what it delivered. Null if there is none.
create function public.live_run_scope(p_run uuid, p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(r) || jsonb_build_object('picture', d.picture, 'covers', coalesce(d.covers, '{}'),
      'additions', coalesce(d.additions, '{}'))
    from public.runs r left join public.run_deliveries d on d.run_id = r.id
    where r.id = p_run and r.user_id = p_user and r.state in ('held', 'captured') and r.expires_at > now();
$$;

-- Releases up to 500 expired holds, and deletes the deliveries of up to 5000 expired runs. @returns how many were released
create or replace function public.sweep_runs() returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_released integer := 0;
begin
  -- Ordered by user, so that two sweeps lock profiles in the same order. Locked rows are being closed elsewhere.
  for v_id in
    select id from public.runs where state = 'held' and expires_at <= now()
    order by user_id limit 500 for update skip locked
  loop
    if public.close_hold(v_id, 'released', 'expired') then
      v_released := v_released + 1;
    end if;
  end loop;
  delete from public.run_deliveries where run_id in (
    select run_id from public.run_deliveries where expires_at <= now() limit 5000 for update skip locked);
  return v_released;
end $$;

revoke execute on function public.deliver_run, public.add_run_rows, public.live_run_scope from public, anon, authenticated;
grant execute on function public.deliver_run, public.add_run_rows, public.live_run_scope to service_role;
