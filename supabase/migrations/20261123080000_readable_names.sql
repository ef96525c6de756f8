-- Names of the glossary for functions whose old names were private words or had two meanings. `settle_run` ended the
-- hold of a run, while `settle_legs` graded lines. The functions behave as before.
--
-- An API of the previous release calls the old names while this file is already applied. They stay for one release, as
-- calls of the new ones. The next release drops them in a file marked `-- contract of 20261123080000`.

create function public.close_hold(p_run uuid, p_state text, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
begin
  update public.runs set state = p_state, release_reason = left(p_reason, 200), settled_at = now()
    where id = p_run and state = 'held' returning * into v_run;
  if not found then
    return false;
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, run_id, idempotency_key)
    values (v_run.user_id, case p_state when 'released' then v_run.cost else 0 end, 0,
      case p_state when 'released' then 'release' else 'capture' end, v_run.id, 'settle:' || v_run.id);
  return true;
end $$;

create function public.grade_legs(p_results jsonb) returns integer
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
  return v_changed;
end $$;

create function public.grade_parlays(p_outcomes jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
begin
  perform from public.past_parlays
    where id in (select o.id from jsonb_to_recordset(p_outcomes) as o (id uuid)) order by id for update;
  update public.past_parlays p set outcome = o.outcome, paid = o.paid, settled_at = now()
    from jsonb_to_recordset(p_outcomes) as o (id uuid, outcome text, paid numeric)
    where p.id = o.id and p.outcome = 'pending' and o.outcome <> 'pending'
      and exists (select from public.track_legs t where t.parlay_id = p.id)
      and not exists (select from public.track_legs t
        where t.parlay_id = p.id and t.status in ('pending', 'in-progress'));
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

create function public.unrecorded_picks(p_user uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select p.id from public.my_picks p
    where p.user_id = p_user and p.expires_at > now()
      and not exists (select from public.track_legs t where t.user_id = p_user and t.pick_id = p.id)
    order by p.created_at desc, p.id;
$$;

create function public.record_forecasts(p_user uuid, p_legs jsonb) returns integer
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

create function public.purge_closed_accounts() returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
  v_lines integer := 0;
begin
  with marks as (delete from public.closed_accounts where closed_at <= now() - interval '1 year' returning 1),
    ended as (delete from public.self_exclusions where until <= now() returning 1),
    untaken as (delete from public.access_code_reservations
      where user_id is null and reserved_until <= now() - interval '30 days' returning 1)
  select count(*)::int into v_gone from (table marks union all table ended union all table untaken) as gone;
  begin
    delete from auth.audit_log_entries where created_at <= now() - interval '1 year';
    get diagnostics v_lines = row_count;
  exception when insufficient_privilege then
    -- A hosted project may not grant access to this log.
    null;
  end;
  return v_gone + v_lines;
end $$;

revoke execute on function public.close_hold, public.grade_legs, public.grade_parlays, public.unrecorded_picks,
  public.record_forecasts, public.purge_closed_accounts from public, anon, authenticated;
grant execute on function public.grade_legs, public.grade_parlays, public.unrecorded_picks, public.record_forecasts,
  public.purge_closed_accounts to service_role;

-- The callers of `close_hold`.

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

create or replace function public.capture_run(p_run uuid) returns boolean
language sql security definer set search_path = '' as $$
  select public.close_hold(p_run, 'captured', null);
$$;

create or replace function public.release_run(p_run uuid, p_reason text) returns boolean
language sql security definer set search_path = '' as $$
  select public.close_hold(p_run, 'released', p_reason);
$$;

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
  return v_released;
end $$;

create or replace function public.refund_run(p_run uuid, p_reason text, p_actor text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := public.require_reason(p_reason);
  v_run public.runs;
  v_credits integer;
begin
  select * into v_run from public.runs where id = p_run for update;
  if not found then
    raise exception 'There is no such analysis' using errcode = 'PT404';
  end if;
  if v_run.state = 'released' or exists (select from public.credit_ledger
    where user_id = v_run.user_id and idempotency_key = 'refund:' || p_run)
  then
    raise exception 'The credits of this analysis were given back already' using errcode = 'PT409';
  end if;
  if v_run.state = 'held' then
    perform public.close_hold(p_run, 'released', v_reason);
  else
    insert into public.credit_ledger (user_id, delta, balance_after, reason, note, run_id, idempotency_key)
      values (v_run.user_id, v_run.cost, 0, 'refund', v_reason, p_run, 'refund:' || p_run);
  end if;
  perform public.log_admin_action(p_actor, 'refund-run', v_run.user_id::text, jsonb_build_object(
    'run', p_run, 'credits', v_run.cost, 'was', v_run.state, 'reason', v_reason));
  select credits into v_credits from public.user_profiles where user_id = v_run.user_id;
  return v_credits;
end $$;

create or replace function public.save_parlays(p_run uuid, p_user uuid, p_parlays jsonb)
returns setof public.past_parlays
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
  v_one jsonb;
  v_details jsonb;
  v_id uuid;
begin
  perform public.hold_account(p_user);
  select * into v_run from public.runs
    where id = p_run and user_id = p_user and feature = 'parlay' for update;
  if not found then
    raise exception 'There is no such parlay run' using errcode = 'PT404';
  end if;
  if v_run.state = 'captured' then
    return query select * from public.past_parlays where run_id = p_run order by rank;
    return;
  end if;
  if v_run.state = 'released' or v_run.expires_at <= now() then
    raise exception 'These parlays came too late. Nothing was charged.' using errcode = 'PT409';
  end if;
  if jsonb_array_length(p_parlays) = 0 then
    raise exception 'There is no parlay to save' using errcode = 'PT400';
  end if;
  perform public.close_hold(p_run, 'captured', null);
  for v_one in select value from jsonb_array_elements(p_parlays) loop
    -- The time of the row replaces the time of the API instance, whose clock may differ.
    v_details := v_one -> 'details' || jsonb_build_object('createdAt', to_jsonb(now()));
    if jsonb_array_length(v_one -> 'legs') is distinct from (v_details ->> 'parlaySize')::int then
      raise exception 'A parlay has as many legs as its size says' using errcode = 'PT400';
    end if;
    insert into public.past_parlays (id, user_id, run_id, rank, parlay_size, overall_confidence, expected_value,
        recommended_units, picks, insights, details, created_at)
      values ((v_details ->> 'id')::uuid, p_user, p_run, (v_details ->> 'rank')::int,
        (v_details ->> 'parlaySize')::int, (v_details ->> 'overallConfidence')::numeric,
        (v_details #>> '{expectedValue,value}')::numeric, (v_details ->> 'recommendedUnits')::numeric,
        v_details -> 'picks', v_details -> 'insights', v_details, now())
      returning id into v_id;
    perform public.add_legs(p_user, v_id, v_one -> 'legs');
  end loop;
  return query select * from public.past_parlays where run_id = p_run order by rank;
end $$;

-- Only an alias in its queries changes.

create or replace function public.record_loads(p_rows jsonb, p_min_failing int, p_max_rate numeric) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts;
  v_health record;
begin
  insert into public.release_loads (ticket, name, version, outcome, kind, reporter, ms)
    select report.ticket, report.name, report.version, report.outcome, report.kind, report.reporter, report.ms
      from jsonb_to_recordset(p_rows) as report (ticket uuid, name text, version text, generation bigint,
        outcome text, kind text, reporter text, ms int)
      where not exists (select from public.remote_rollouts o
        where o.name = report.name and o.canary_version = report.version and o.generation <> report.generation)
    on conflict do nothing;
  for v_row in
    select o.* from public.remote_rollouts o
      where exists (select from jsonb_to_recordset(p_rows)
          as report (name text, version text, outcome text, reporter text)
        where report.name = o.name and report.version = o.canary_version and report.outcome = 'failed'
          and report.reporter like 'user:%')
      order by o.name
  loop
    -- Serialised: concurrent reports would otherwise be counted without each other.
    perform public.lock_remote(v_row.name);
    select * into v_health from public.canary_health(v_row.name, v_row.canary_version, v_row.canary_since);
    if v_health.failing >= p_min_failing and v_health.failing >= p_max_rate * v_health.loaded then
      begin
        perform public.halt_canary(v_row.name, v_row.generation, 'propsight',
          format('%s of the %s users who loaded it could not; it was given to %s visitors',
            v_health.failing, v_health.loaded, v_health.served), 'auto-halt');
        return next v_row.name;
      exception when sqlstate 'PT409' then
        -- The rollout changed since it was read, so the counts do not concern the current canary.
        null;
      end;
    end if;
  end loop;
end $$;

-- The old names. They keep their privileges.

create or replace function public.settle_run(p_run uuid, p_state text, p_reason text) returns boolean
language sql security definer set search_path = '' as $$
  select public.close_hold(p_run, p_state, p_reason);
$$;

create or replace function public.settle_legs(p_results jsonb) returns integer
language sql security definer set search_path = '' as $$
  select public.grade_legs(p_results);
$$;

create or replace function public.settle_parlays(p_outcomes jsonb) returns integer
language sql security definer set search_path = '' as $$
  select public.grade_parlays(p_outcomes);
$$;

create or replace function public.record_promises(p_user uuid, p_legs jsonb) returns integer
language sql security definer set search_path = '' as $$
  select public.record_forecasts(p_user, p_legs);
$$;

create or replace function public.unpromised_picks(p_user uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select public.unrecorded_picks(p_user);
$$;

create or replace function public.forget_leavers() returns int
language sql security definer set search_path = '' as $$
  select public.purge_closed_accounts();
$$;
