-- Two devices that start the same board at once pay once: the delivery of the second gives its hold back.

-- The run whose charge keeps a board of quick mode open: on all devices of the account, for ten minutes (FREE_BOARD_MS).
create function public.open_board(p_user uuid, p_feature text, p_category text) returns public.runs
language sql stable security definer set search_path = '' as $$
  select * from public.runs
    where p_feature = 'quick' and user_id = p_user and feature = 'quick' and category = p_category and state = 'captured'
      and created_at > now() - interval '1 day' and settled_at > now() - interval '10 minutes' and expires_at > now()
    order by settled_at desc limit 1;
$$;

-- Holds the cost of a run. Repeating a key returns its run instead of starting another one. So does a board that is open.
-- @throws PT400 invalid duration, PT402 not enough credits, PT403 excluded, PT404 no profile, PT409 the key belongs to
-- another or an ended run, PT429 daily limit
create or replace function public.start_run(
  p_user uuid, p_feature text, p_category text, p_cost int, p_key uuid, p_ttl_seconds int
) returns public.runs
language plpgsql security definer set search_path = '' as $$
declare
  v_credits integer;
  v_limit integer;
  v_excluded timestamptz;
  v_run public.runs;
begin
  if p_ttl_seconds is null or p_ttl_seconds not between 1 and 86400 then
    raise exception 'A run lasts between a second and a day' using errcode = 'PT400';
  end if;
  -- Releases an expired hold of this key before locking the profile: lock order is run, then profile.
  perform public.close_hold(id, 'released', 'expired') from public.runs
    where user_id = p_user and idempotency_key = p_key and state = 'held' and expires_at <= now();
  -- The lock of the profile serialises the starts of one user, so a repeated key finds its first run.
  select credits into v_credits from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  v_excluded := public.excluded_until(p_user);
  if v_excluded is not null then
    raise exception '%', public.exclusion_sentence(v_excluded) using errcode = 'PT403';
  end if;
  select * into v_run from public.runs where user_id = p_user and idempotency_key = p_key
    order by state = 'released', created_at desc limit 1;
  if found then
    if (v_run.feature, v_run.category, v_run.cost) is distinct from (p_feature, p_category, p_cost) then
      raise exception 'This key was used for another run' using errcode = 'PT409';
    end if;
    if v_run.state = 'captured' and v_run.expires_at <= now() then
      raise exception 'This analysis has ended. Start a new one.' using errcode = 'PT409';
    end if;
    if v_run.state <> 'released' then
      return v_run;
    end if;
  end if;
  v_run := public.open_board(p_user, p_feature, p_category);
  if v_run.id is not null then
    return v_run;
  end if;
  -- Checked before the balance: otherwise a user might buy credits that the limit does not let them spend.
  v_limit := public.daily_limit(p_user);
  if p_cost > 0 and public.credits_used_today(p_user) + p_cost > v_limit then
    raise exception 'You have reached your daily limit of % credits.', v_limit using errcode = 'PT429';
  end if;
  if v_credits < p_cost then
    raise exception '%', case v_credits when 0 then 'No credits remaining' else 'Not enough credits' end
      using errcode = 'PT402';
  end if;
  insert into public.runs (user_id, feature, category, cost, idempotency_key, expires_at)
    values (p_user, p_feature, p_category, p_cost, p_key, now() + make_interval(secs => p_ttl_seconds))
    returning * into v_run;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, run_id, idempotency_key)
    values (p_user, -p_cost, 0, 'hold', v_run.id, 'hold:' || v_run.id);
  return v_run;
end $$;

-- Records what a run delivers and captures its hold, both or neither. The response may be sent only if the result is not null.
-- A run that delivers again keeps its charge; the players of both deliveries are covered. A run whose board another run
-- opened meanwhile, such as that of a second device, gets its credits back and is usable like it.
-- @param p_picture SHA-256 of the picture of an image run; null for lines
-- @returns 'captured' if this delivery is charged, else 'repeated'; null if the run is of another user, has expired or was
-- released
-- @throws PT400 a picture for a run of lines or the reverse, PT409 another picture than the run's
create or replace function public.deliver_run(p_run uuid, p_user uuid, p_picture text, p_covers text[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
  v_open public.runs;
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
  if v_run.state = 'captured' then
    return 'repeated';
  end if;
  -- The lock of the profile orders the deliveries of two devices: the second one finds the charge of the first.
  perform from public.user_profiles where user_id = p_user for update;
  v_open := public.open_board(p_user, v_run.feature, v_run.category);
  perform public.close_hold(p_run, 'captured', null);
  if v_open.id is null then
    return 'captured';
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, note, run_id, idempotency_key)
    values (p_user, v_run.cost, 0, 'refund', 'The board was open on another device', p_run, 'refund:' || p_run);
  -- The board stays open no longer than by the charge.
  update public.runs set settled_at = v_open.settled_at where id = p_run;
  return 'repeated';
end $$;

-- Credits held or captured in the last 24 hours. Released holds and refunded runs do not count.
create or replace function public.credits_used_today(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(cost), 0)::integer from public.runs r
    where user_id = p_user and state in ('held', 'captured') and created_at > now() - interval '24 hours'
      and not exists (select from public.credit_ledger
        where user_id = p_user and idempotency_key = 'refund:' || r.id);
$$;

revoke execute on function public.open_board from public, anon, authenticated;
