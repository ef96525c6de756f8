-- History: rows of the ledger, of runs, parlays and the track record that are older than some months. They move into
-- archive tables with one partition per month, so that the tables and indexes of every request stay small. Nothing is
-- deleted: balances, record, export, deletion and the lists of administrators include the archive. Rows stay in their
-- table while anything may still change them: held runs, open lines, parlays without an outcome.
--
-- Keys that guard credits hold across both: `start_run` and `apply_ledger_row` look into the archive. Both lock the
-- profile first, and so does `archive_history` before it moves a row, so no key is missing from both.

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

-- Moves the rows of up to `p_accounts` accounts that are older than `p_months` months, a month of them in a call. The
-- accounts are those of the next rows of the ledger, in which every account has a row each month. A call moves everything
-- or nothing, so a job that ends early continues with the next call.
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
