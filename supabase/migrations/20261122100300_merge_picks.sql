-- Locks an account against being deleted while rows are written for it. @throws PT401 where it is gone
create function public.hold_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Account, then picks or runs, then profile: the order in which an account is deleted.
  perform from auth.users where id = p_user for key share;
  if not found then
    raise exception 'This account was deleted.' using errcode = 'PT401';
  end if;
end $$;

-- Adds what a user's browser holds and the server has not. Nothing is deleted because the list lacks it, and nothing
-- is changed that is there.
-- @param p_picks list of picks as the contract words them
-- @returns `added`: ids that are new; `gone`: ids that were deleted elsewhere or have expired
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
    -- One statement, hence one snapshot: a pick that is deleted meanwhile is either still seen, or its mark is.
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
    -- One pick that the table does not take, or whose times are none that a database knows, keeps no other one out.
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
  -- Saved and deleted by its user within the moment between: the deletion came last.
  with again as (
    delete from public.my_picks m using public.deleted_picks d
      where m.user_id = p_user and m.id = any(v_added) and d.user_id = p_user and d.pick_id = m.id
      returning m.id
  ) select array(select id from again) into v_deleted;
  return jsonb_build_object(
    'added', to_jsonb(array(select unnest(v_added) except select unnest(v_deleted) order by 1)),
    'gone', to_jsonb(v_gone || v_deleted));
end $$;
revoke execute on function public.hold_account(uuid), public.merge_picks(uuid, jsonb)
  from public, anon, authenticated;
grant execute on function public.merge_picks(uuid, jsonb) to service_role;
