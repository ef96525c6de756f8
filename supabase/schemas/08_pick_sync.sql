-- Synchronisation of picks between devices.

-- Tombstones: ids of picks that a user deleted before they expired. Without them the list of another device would bring
-- these picks back. A pick expires after 20 hours, so tombstones are kept for two days, at most 5000 of a user.
create table public.deleted_picks (
  -- References the profile, not the account: deleting picks locks picks, then the profile, and must not lock the
  -- account after that.
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  pick_id text not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, pick_id)
);

create index deleted_picks_oldest on public.deleted_picks (deleted_at);

alter table public.deleted_picks enable row level security;
revoke all on public.deleted_picks from anon, authenticated, service_role, public;
grant select on public.deleted_picks to service_role;

-- Only deletions by the user leave a tombstone; deletions by the server and of the account do not.
create function public.mark_deleted_picks() returns trigger
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

create trigger my_picks_mark_deleted after delete on public.my_picks
  referencing old table as removed for each statement execute function public.mark_deleted_picks();

-- Saving a pick again ('Undo') removes its tombstone.
create function public.lift_deleted_picks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.deleted_picks d using saved s
    where d.user_id = s.user_id and d.pick_id = s.id and s.user_id = (select auth.uid());
  return null;
end $$;

create trigger my_picks_lift_deleted after insert on public.my_picks
  referencing new table as saved for each statement execute function public.lift_deleted_picks();

-- Removes tombstones that are no longer needed. @returns how many
create function public.forget_deleted_picks() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
begin
  delete from public.deleted_picks where deleted_at <= now() - interval '2 days';
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

-- Protects an account from being deleted while rows are written for it. @throws PT401 if it was deleted
create function public.hold_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Lock order: account, then picks or runs, then profile.
  perform from auth.users where id = p_user for key share;
  if not found then
    raise exception 'This account was deleted.' using errcode = 'PT401';
  end if;
end $$;

-- Adds the picks of a browser that the server does not have. Changes no existing pick and deletes none.
-- @param p_picks list of picks as the contract defines them
-- @returns `added`: new ids; `gone`: ids that were deleted on another device or have expired
create function public.merge_picks(p_user uuid, p_picks jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_added text[];
  v_gone text[];
  v_deleted text[];
  v_pick jsonb;
  v_part jsonb;
  v_all jsonb := '{"added": [], "gone": []}';
begin
  perform public.hold_account(p_user);
  begin
    -- One statement, so one snapshot: of a pick that is deleted concurrently, either the row or its tombstone is
    -- visible.
    with given as (
      select distinct on (p ->> 'id') p ->> 'id' as id, p as pick,
          least((p ->> 'createdAt')::timestamptz, now()) as created_at,
          least((p ->> 'expiresAt')::timestamptz,
            least((p ->> 'createdAt')::timestamptz, now()) + interval '20 hours') as expires_at
        from jsonb_array_elements(p_picks) as list (p) order by 1
    ), judged as (
      select g.*, k.id is not null as is_kept,
          g.expires_at <= now() or coalesce(k.expires_at <= now(), false) or d.pick_id is not null as is_gone
        from given g
        left join public.my_picks k on k.user_id = p_user and k.id = g.id
        left join public.deleted_picks d on d.user_id = p_user and d.pick_id = g.id and k.id is null
    ), inserted as (
      insert into public.my_picks (id, user_id, player_name, confidence, projected_stat_line, betting_line,
          projected_total, betting_recommendation, reasoning, sport, original_stats, over_hit_percentage,
          created_at, expires_at, pick)
        select id, p_user, pick ->> 'playerName', (pick ->> 'confidence')::numeric, pick ->> 'projectedStatLine',
            (pick #>> '{bettingAnalysis,bettingLine}')::numeric,
            coalesce((pick #>> '{bettingAnalysis,projectedTotal}')::numeric,
              public.first_number(pick ->> 'projectedStatLine')),
            pick #>> '{bettingAnalysis,recommendation}', pick ->> 'reasoning', pick ->> 'sport',
            pick ->> 'originalStats', (pick ->> 'overHitPercentage')::numeric, created_at, expires_at, pick
          from judged where not is_kept and not is_gone order by id
        on conflict (user_id, id) do nothing
        returning id
    )
    select array(select id from inserted order by id), array(select id from judged where is_gone order by id)
      into v_added, v_gone;
  exception when check_violation or data_exception then
    -- A pick that violates a check or has an invalid time must not reject the others: repeat one by one.
    if jsonb_array_length(p_picks) = 1 then
      return v_all;
    end if;
    for v_pick in select value from jsonb_array_elements(p_picks) loop
      v_part := public.merge_picks(p_user, jsonb_build_array(v_pick));
      v_all := jsonb_build_object('added', v_all -> 'added' || (v_part -> 'added'),
        'gone', v_all -> 'gone' || (v_part -> 'gone'));
    end loop;
    return v_all;
  end;
  -- The user saved and deleted a pick concurrently: the deletion came last.
  with again as (
    delete from public.my_picks m using public.deleted_picks d
      where m.user_id = p_user and m.id = any(v_added) and d.user_id = p_user and d.pick_id = m.id
      returning m.id
  ) select array(select id from again) into v_deleted;
  return jsonb_build_object(
    'added', to_jsonb(array(select unnest(v_added) except select unnest(v_deleted) order by 1)),
    'gone', to_jsonb(v_gone || v_deleted));
end $$;

revoke execute on function public.mark_deleted_picks, public.lift_deleted_picks, public.forget_deleted_picks,
  public.hold_account, public.merge_picks from public, anon, authenticated;
grant execute on function public.forget_deleted_picks, public.merge_picks to service_role;
