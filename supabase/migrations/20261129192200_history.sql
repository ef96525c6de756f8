-- Rows of ledger, runs, parlays and track record that are older than some months move to archive tables with a partition
-- per month (schemas/25_history.sql).

alter table public.user_profiles add column archived_credits integer not null default 0;

create table public.archived_ledger (like public.credit_ledger, primary key (id, created_at))
  partition by range (created_at);
create index archived_ledger_by_user on public.archived_ledger (user_id, id desc);

create table public.archived_runs (like public.runs, primary key (id, created_at)) partition by range (created_at);
create index archived_runs_by_key on public.archived_runs (user_id, idempotency_key);

-- The primary keys begin with the user: a user reads a page of own rows, newest first.
create table public.archived_parlays (like public.past_parlays, primary key (user_id, created_at, id))
  partition by range (created_at);

create table public.archived_legs (like public.track_legs, primary key (user_id, promised_at, id))
  partition by range (promised_at);
create index archived_legs_by_parlay on public.archived_legs (parlay_id) where parlay_id is not null;

alter table public.archived_ledger enable row level security;
alter table public.archived_runs enable row level security;
alter table public.archived_parlays enable row level security;
alter table public.archived_legs enable row level security;
revoke all on public.archived_ledger, public.archived_runs, public.archived_parlays, public.archived_legs
  from anon, authenticated, service_role, public;
grant select on public.archived_ledger, public.archived_runs, public.archived_parlays, public.archived_legs
  to service_role;
grant select on public.archived_parlays, public.archived_legs to authenticated;
create policy "users read their own parlays" on public.archived_parlays
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.archived_parlays as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "users read their own record" on public.archived_legs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.archived_legs as restrictive
  for all to authenticated using (not (select public.is_excluded()));

create trigger archived_ledger_keep before update or delete on public.archived_ledger
  for each row execute function public.keep_ledger_rows();

-- The archive of a closed account: its ledger rows lose the person, as those of the ledger do, and the rest is deleted.
create function public.forget_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.archived_legs where user_id = old.user_id;
  delete from public.archived_parlays where user_id = old.user_id;
  delete from public.archived_runs where user_id = old.user_id;
  update public.archived_ledger set user_id = null where user_id = old.user_id;
  return null;
end $$;

create trigger user_profiles_forget_history after delete on public.user_profiles
  for each row execute function public.forget_history();

-- Adds the partitions of months, in UTC, that do not exist.
create function public.add_archive_months(p_from timestamptz, p_to timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parent text;
  v_month timestamp;
  v_name text;
begin
  for v_month in
    select generate_series(date_trunc('month', p_from at time zone 'UTC'), p_to at time zone 'UTC', interval '1 month')
  loop
    foreach v_parent in array array['archived_ledger', 'archived_runs', 'archived_parlays', 'archived_legs'] loop
      v_name := v_parent || to_char(v_month, '_YYYY_MM');
      continue when to_regclass('public.' || v_name) is not null;
      -- Attached, because `partition of` would lock the archive against the charges that read it.
      execute format('create table public.%I (like public.%I)', v_name, v_parent);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', v_parent, v_name,
        v_month at time zone 'UTC', (v_month + interval '1 month') at time zone 'UTC');
      -- Reached through the parent only, whatever the platform grants on new tables.
      execute format('alter table public.%I enable row level security', v_name);
      execute format('revoke all on public.%I from anon, authenticated, service_role, public', v_name);
    end loop;
  end loop;
end $$;

-- Moves the rows of up to `p_accounts` accounts that are older than `p_months` months, a month of them in a call. The accounts are those of the next
-- rows of the ledger, in which every account has a row each month. A call moves everything or nothing, so a job that ends
-- early continues with the next call.
-- @param p_after `next` of the call before; 0 for the first one
-- @returns `moved`: rows; `next`: the last ledger row that was looked at, null when no older ones are left
-- @throws PT400 for less than two months: a day's rows guard limits and repeated requests
create function public.archive_history(p_months int, p_accounts int, p_after bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_before timestamptz := now() - make_interval(months => p_months);
  v_window bigint[];
  v_ids bigint[];
  v_users uuid[];
  v_legs uuid[];
  v_parlays uuid[];
  v_runs uuid[];
  v_oldest timestamptz;
  v_moved integer;
begin
  if p_months is null or p_months < 2 then
    raise exception 'Rows of the last two months are not history' using errcode = 'PT400';
  end if;
  -- A month at a time, so that a call moves few rows of each account. The ids are in the order of time; the condition on
  -- it is outside of the limit, so that no other rows are read.
  select least(v_before, (select created_at + interval '1 month' from public.credit_ledger
    where id > coalesce(p_after, 0) order by id limit 1)) into v_before;
  select array_agg(id order by id), array_agg(distinct user_id) into v_window, v_users from (
    select id, user_id, created_at from public.credit_ledger
      where id > coalesce(p_after, 0) order by id limit least(greatest(p_accounts, 1), 1000)) as oldest
    where created_at < v_before;
  -- A second job, such as one that was taken over, moves nothing.
  if v_window is null or not pg_try_advisory_xact_lock(hashtext('archive_history')) then
    return jsonb_build_object('moved', 0, 'next', null);
  end if;
  -- Lock order: account, then lines, parlays and runs, then profile. A locked account is left to a later job.
  select coalesce(array_agg(held.id), '{}') into v_users from (
    select id from auth.users where id = any (v_users) order by id for key share skip locked) as held;
  select least(
      (select min(promised_at) from public.track_legs where user_id = any (v_users)),
      (select min(created_at) from public.past_parlays where user_id = any (v_users)),
      (select min(created_at) from public.runs where user_id = any (v_users)),
      (select min(created_at) from public.credit_ledger where user_id = any (v_users)),
      (select created_at from public.credit_ledger where id = v_window[1])) into v_oldest;
  perform public.add_archive_months(v_oldest, v_before);
  perform from public.track_legs
    where user_id = any (v_users) and promised_at < v_before and settled_at is not null order by id for update;
  select coalesce(array_agg(locked.id), '{}') into v_parlays from (
    select p.id from public.past_parlays p
      where p.user_id = any (v_users) and p.created_at < v_before and p.outcome <> 'pending'
        and not exists (select from public.track_legs t where t.parlay_id = p.id and t.settled_at is null)
      order by p.id for update) as locked;
  select coalesce(array_agg(locked.id), '{}') into v_runs from (
    select r.id from public.runs r
      where r.user_id = any (v_users) and r.created_at < v_before and r.state <> 'held'
        and not exists (select from public.past_parlays p where p.run_id = r.id and p.id <> all (v_parlays))
      order by r.id for update) as locked;
  perform from public.user_profiles where user_id = any (v_users) order by user_id for no key update;
  -- Rows of closed accounts have no profile to lock, and no key of a user.
  select array_agg(id), count(*) into v_ids, v_moved from (
    select id from public.credit_ledger where user_id = any (v_users) and created_at < v_before
    union all
    select id from public.credit_ledger where id = any (v_window) and user_id is null) as old_rows;
  update public.user_profiles p set archived_credits = p.archived_credits + s.credits
    from (select user_id, sum(delta) as credits from public.credit_ledger where id = any (v_ids) group by 1) as s
    where p.user_id = s.user_id;
  insert into public.archived_ledger select * from public.credit_ledger where id = any (v_ids)
    order by user_id, id;
  delete from public.credit_ledger where id = any (v_ids);
  select array_agg(id) into v_legs from public.track_legs
    where user_id = any (v_users) and promised_at < v_before and settled_at is not null
      and (parlay_id is null or parlay_id = any (v_parlays));
  insert into public.archived_legs select * from public.track_legs where id = any (v_legs)
    order by user_id, promised_at;
  delete from public.track_legs where id = any (v_legs);
  insert into public.archived_parlays select * from public.past_parlays where id = any (v_parlays)
    order by user_id, created_at;
  delete from public.past_parlays where id = any (v_parlays);
  insert into public.archived_runs select * from public.runs where id = any (v_runs) order by user_id, created_at;
  delete from public.runs where id = any (v_runs);
  return jsonb_build_object(
    'moved', v_moved + coalesce(cardinality(v_legs), 0) + cardinality(v_parlays) + cardinality(v_runs),
    'next', v_window[cardinality(v_window)]);
end $$;

revoke execute on function public.forget_history, public.add_archive_months, public.archive_history
  from public, anon, authenticated;
grant execute on function public.archive_history to service_role;

create or replace function public.apply_ledger_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_profiles set credits = credits + new.delta
    where user_id = new.user_id returning credits into new.balance_after;
  if not found then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  if new.reason in ('welcome', 'adjustment', 'refund') and exists (select from public.archived_ledger
    where user_id = new.user_id and idempotency_key = new.idempotency_key)
  then
    raise exception 'This key was used' using errcode = 'unique_violation';
  end if;
  return new;
end $$;

create or replace function public.keep_ledger_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.user_id is not null and new.user_id is null
    and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    and not exists (select from public.user_profiles where user_id = old.user_id)
  then
    new.run_id := null;
    new.note := null;
    new.idempotency_key := 'closed:' || old.id;
    return new;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'credit_ledger' and exists (select from public.archived_ledger a
    where a.id = old.id and a.created_at = old.created_at and to_jsonb(a) = to_jsonb(old))
  then
    return old;
  end if;
  raise exception 'Ledger rows are not changed; write another one' using errcode = 'PT403';
end $$;

create or replace function public.grant_welcome(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Checked first: `on conflict` would raise the balance in the trigger before it skips the row.
  if not exists (select from public.credit_ledger where user_id = p_user and idempotency_key = 'welcome'
    union all select from public.archived_ledger where user_id = p_user and idempotency_key = 'welcome') then
    insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
      values (p_user, 20, 0, 'welcome', 'welcome');
  end if;
end $$;

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
  elsif exists (select from public.archived_runs
    where user_id = p_user and idempotency_key = p_key and state = 'captured')
  then
    raise exception 'This analysis has ended. Start a new one.' using errcode = 'PT409';
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

create or replace function public.parlays_of_run(p_user uuid, p_key uuid) returns setof public.past_parlays
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select p.* from public.past_parlays p join public.runs r on r.id = p.run_id
      where r.user_id = p_user and r.idempotency_key = p_key and r.feature = 'parlay' and r.state = 'captured'
    union all
    select p.* from public.archived_parlays p join public.archived_runs r on r.id = p.run_id
      where p.user_id = p_user and r.user_id = p_user and r.idempotency_key = p_key and r.feature = 'parlay'
        and r.state = 'captured'
    order by rank;
end $$;

create or replace function public.admin_ledger(p_user uuid, p_before bigint, p_limit int) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.user_profiles where user_id = p_user) then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  return query
    select jsonb_build_object('id', id, 'delta', delta, 'balanceAfter', balance_after, 'reason', reason,
      'note', note, 'runId', run_id, 'createdAt', created_at)
    from (select * from public.credit_ledger where user_id = p_user
      union all select * from public.archived_ledger where user_id = p_user) as l
    where p_before is null or id < p_before
    order by id desc
    limit least(greatest(p_limit, 0), 1000);
end $$;

create or replace function public.adjust_credits(p_user uuid, p_delta int, p_reason text, p_key uuid, p_actor text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := public.require_reason(p_reason);
  v_credits integer;
  v_known public.credit_ledger;
begin
  if p_delta is null or p_delta = 0 or p_key is null then
    raise exception 'An adjustment has an amount and a key' using errcode = 'PT400';
  end if;
  select credits into v_credits from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  select * into v_known from (select * from public.credit_ledger where user_id = p_user
    union all select * from public.archived_ledger where user_id = p_user) as l
    where idempotency_key = 'adjust:' || p_key;
  if found then
    if (v_known.delta, v_known.note) is distinct from (p_delta, v_reason) then
      raise exception 'This key was used for another adjustment' using errcode = 'PT409';
    end if;
    return v_credits;
  end if;
  if v_credits + p_delta < 0 then
    raise exception 'Not enough credits' using errcode = 'PT409';
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, note, idempotency_key)
    values (p_user, p_delta, 0, 'adjustment', v_reason, 'adjust:' || p_key);
  perform public.log_admin_action(p_actor, 'adjust-credits', p_user::text, jsonb_build_object(
    'delta', p_delta, 'before', v_credits, 'after', v_credits + p_delta, 'reason', v_reason));
  return v_credits + p_delta;
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
    select * into v_run from public.archived_runs where id = p_run for update;
  end if;
  if v_run.id is null then
    raise exception 'There is no such analysis' using errcode = 'PT404';
  end if;
  if v_run.state = 'released'
    or exists (select from public.credit_ledger where user_id = v_run.user_id and idempotency_key = 'refund:' || p_run)
    or exists (select from public.archived_ledger where user_id = v_run.user_id and idempotency_key = 'refund:' || p_run)
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

create or replace function public.operations_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'held', (select count(*) from public.runs where state = 'held'),
    'heldCredits', (select coalesce(sum(cost), 0) from public.runs where state = 'held'),
    'overdueHolds', (select count(*) from public.runs
      where state = 'held' and expires_at < now() - interval '5 minutes'),
    -- Checks the accounts of the newest 500 ledger rows, which include every recent error.
    'unbalanced', (select count(*) from (
        select distinct user_id from (
          select user_id from public.credit_ledger order by id desc limit 500) newest
        where user_id is not null) touched
      join public.user_profiles p using (user_id)
      where p.credits <> p.archived_credits
        + (select coalesce(sum(delta), 0) from public.credit_ledger l where l.user_id = p.user_id)),
    'openLegs', (select count(*) from public.track_legs where settled_at is null),
    'oldestOpenLegDay', (select min(league_day) from public.track_legs where settled_at is null),
    'pendingParlays', (select count(*) from public.past_parlays where outcome = 'pending'),
    'dueMessages', (select count(*) from public.contact_messages where sent_at is null and due_at <= now()),
    'releases', (select count(*) from public.remote_releases),
    'releaseBytes', (select coalesce(sum(size), 0) from public.remote_releases),
    'databaseBytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
    'lastBackupAt', (select at from public.admin_actions where target = 'project' and action = 'backup'
      order by id desc limit 1)
  );
$$;
