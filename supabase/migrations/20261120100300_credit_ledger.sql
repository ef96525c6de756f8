-- Every change of a balance is a row with a reason and a key that makes it happen once. `user_profiles.credits` is
-- kept in the same transaction and by nothing else, so that the sum of a user's rows is always the balance.
create table public.credit_ledger (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  delta integer not null,
  balance_after integer not null check (balance_after >= 0),
  reason text not null check (reason in ('welcome', 'hold', 'capture', 'release', 'grant', 'adjustment')),
  run_id uuid,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 200),
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key),
  check (case reason when 'hold' then delta <= 0 when 'capture' then delta = 0
    when 'release' then delta >= 0 when 'adjustment' then true else delta > 0 end),
  check ((run_id is not null) = (reason in ('hold', 'capture', 'release')))
);
-- A hold ends once: captured or released, never both.
create unique index credit_ledger_settled_once on public.credit_ledger (run_id)
  where reason in ('capture', 'release');

alter table public.credit_ledger enable row level security;
revoke all on public.credit_ledger from anon, authenticated, service_role, public;
grant select on public.credit_ledger to authenticated;
grant select on public.credit_ledger to service_role;
create policy "users read their own ledger" on public.credit_ledger
  for select to authenticated using ((select auth.uid()) = user_id);

-- The balance is taken from the profile under its row lock, whatever the writer says.
create function public.apply_ledger_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_profiles set credits = credits + new.delta
    where user_id = new.user_id returning credits into new.balance_after;
  if not found then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  return new;
end $$;

create function public.keep_ledger_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The rows of a deleted account go with it.
  if tg_op = 'DELETE' and not exists (select from public.user_profiles where user_id = old.user_id) then
    return old;
  end if;
  raise exception 'Ledger rows are not changed; write another one' using errcode = 'PT403';
end $$;

-- Depth 1 is a statement on the profile itself; the ledger's own update comes from within its trigger.
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
revoke execute on function public.apply_ledger_row(), public.keep_ledger_rows(), public.guard_credits()
  from public, anon, authenticated;

create trigger credit_ledger_apply before insert on public.credit_ledger
  for each row execute function public.apply_ledger_row();
create trigger credit_ledger_keep before update or delete on public.credit_ledger
  for each row execute function public.keep_ledger_rows();
create trigger user_profiles_guard_credits before insert or update on public.user_profiles
  for each row execute function public.guard_credits();
