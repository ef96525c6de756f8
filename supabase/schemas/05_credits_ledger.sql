-- Credits. Each change of a balance is one ledger row with a reason and an idempotency key. `user_profiles.credits`
-- changes in the same transaction and in no other way, so the balance is always the sum of the user's rows: those of this
-- table, and `user_profiles.archived_credits` for those that were moved (25_history.sql).

create table public.credit_ledger (
  id bigint generated always as identity primary key,
  -- Null after the account was deleted.
  user_id uuid references public.user_profiles (user_id) on delete set null,
  delta integer not null,
  -- Computed by the trigger; the inserted value is ignored.
  balance_after integer not null check (balance_after >= 0),
  reason text not null check (reason in
    ('welcome', 'hold', 'capture', 'release', 'grant', 'adjustment', 'refund')),
  run_id uuid,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 200),
  created_at timestamptz not null default now(),
  -- Reason that an administrator gave.
  note text check (char_length(note) between 1 and 500),
  unique (user_id, idempotency_key),
  constraint credit_ledger_delta_check check (case reason when 'hold' then delta <= 0
    when 'capture' then delta = 0 when 'release' then delta >= 0 when 'refund' then delta >= 0
    when 'adjustment' then true else delta > 0 end),
  constraint credit_ledger_run_check check (case when user_id is null then run_id is null
    else (run_id is not null) = (reason in ('hold', 'capture', 'release', 'refund')) end)
);

-- A hold ends once: captured or released.
create unique index credit_ledger_settled_once on public.credit_ledger (run_id)
  where reason in ('capture', 'release');
create index credit_ledger_by_user on public.credit_ledger (user_id, id desc);

alter table public.credit_ledger enable row level security;
revoke all on public.credit_ledger from anon, authenticated, service_role, public;
grant select on public.credit_ledger to authenticated;
grant select on public.credit_ledger to service_role;
create policy "users read their own ledger" on public.credit_ledger
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.credit_ledger as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Changes the balance under the row lock of the profile and stores the result in the ledger row. The unique key of a row
-- that was moved is checked here where it is not that of a run.
create function public.apply_ledger_row() returns trigger
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

create trigger credit_ledger_apply before insert on public.credit_ledger
  for each row execute function public.apply_ledger_row();

-- Ledger rows are immutable, with two exceptions: the rows of a deleted account are anonymised (user, run, note and key
-- go), and a row of which the archive has an identical copy is deleted.
create function public.keep_ledger_rows() returns trigger
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

create trigger credit_ledger_keep before update or delete on public.credit_ledger
  for each row execute function public.keep_ledger_rows();

-- Rejects direct changes of a balance. Trigger depth 1 is a statement on the profile itself; the ledger's own update
-- has depth 2.
create function public.guard_credits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.credits <> 0 then
    raise exception 'A profile starts with no credits; the ledger adds them' using errcode = 'PT403';
  end if;
  if tg_op = 'UPDATE' and new.credits <> old.credits and pg_trigger_depth() < 2 then
    raise exception 'Credits change through the ledger only' using errcode = 'PT403';
  end if;
  return new;
end $$;

create trigger user_profiles_guard_credits before insert or update on public.user_profiles
  for each row execute function public.guard_credits();

-- Credits per month of each plan. The only place with these amounts.
create function public.plan_credits(p_plan text) returns integer
language sql immutable set search_path = '' as $$
  select case p_plan when 'free' then 20 when 'basic' then 100 when 'premium' then 500 end;
$$;

-- Grants the next due month to at most `p_limit` users, one month each. Month n of an account begins n months after its
-- creation, in UTC, on the last day of a month that is too short: one common day would give a new account two grants
-- within a week. The key of a grant makes a repetition, a second instance and a clock that jumps harmless. Users whose profile is locked by another call are
-- left to a later call.
-- @returns how many users were processed; repeat until 0
create function public.grant_monthly_credits(p_now timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_due record;
  v_settled integer := 0;
begin
  for v_due in
    select user_id, plan, granted_periods + 1 as period from public.user_profiles
      where (created_at at time zone 'UTC') + make_interval(months => granted_periods + 1)
        <= p_now at time zone 'UTC'
      order by (created_at at time zone 'UTC') + make_interval(months => granted_periods + 1)
      limit least(greatest(p_limit, 0), 1000) for update skip locked
  loop
    -- Checked first: `on conflict` would raise the balance in the trigger before it skips the row.
    if not exists (select from public.credit_ledger
      where user_id = v_due.user_id and idempotency_key = 'grant:' || v_due.period)
    then
      insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
        values (v_due.user_id, public.plan_credits(v_due.plan), 0, 'grant', 'grant:' || v_due.period);
    end if;
    update public.user_profiles set granted_periods = v_due.period where user_id = v_due.user_id;
    v_settled := v_settled + 1;
  end loop;
  return v_settled;
end $$;

revoke execute on function public.apply_ledger_row, public.keep_ledger_rows, public.guard_credits,
  public.plan_credits, public.grant_monthly_credits from public, anon, authenticated;
grant execute on function public.plan_credits, public.grant_monthly_credits to service_role;
