-- The two procedures of specification 1, section 7. Both run with the caller's own rights.

-- '24.5 hits, 3 more' is 24.5; text without a number is null.
create function public.first_number(p_text text) returns numeric
language sql immutable set search_path = '' as $$
  select substring(left(p_text, 200) from '-?\d{1,9}(?:\.\d{1,6})?')::numeric;
$$;

create function public.get_user_pick_count() returns integer
language sql stable security invoker set search_path = '' as $$
  select count(*)::integer from public.my_picks
    where user_id = (select auth.uid()) and expires_at > now();
$$;

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
begin
  if (select auth.uid()) is null then
    raise exception 'User not authenticated' using errcode = 'PT401';
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

revoke execute on function public.first_number(text), public.get_user_pick_count(),
  public.add_pick(text, text, text, text, text, text, text, text, text, jsonb, text, text)
  from public, anon, authenticated;
grant execute on function public.first_number(text), public.get_user_pick_count(),
  public.add_pick(text, text, text, text, text, text, text, text, text, jsonb, text, text)
  to authenticated, service_role;
