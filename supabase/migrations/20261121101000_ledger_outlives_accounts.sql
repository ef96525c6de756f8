-- The ledger's rows outlive their account, without the person; refunds are a reason of their own, and a change by hand
-- says why.
alter table public.credit_ledger
  alter column user_id drop not null,
  add column note text check (char_length(note) between 1 and 500),
  drop constraint credit_ledger_user_id_fkey,
  add constraint credit_ledger_user_id_fkey
    foreign key (user_id) references public.user_profiles (user_id) on delete set null,
  drop constraint credit_ledger_reason_check,
  add constraint credit_ledger_reason_check check (reason in
    ('welcome', 'hold', 'capture', 'release', 'grant', 'adjustment', 'refund')),
  drop constraint credit_ledger_check,
  add constraint credit_ledger_delta_check check (case reason when 'hold' then delta <= 0
    when 'capture' then delta = 0 when 'release' then delta >= 0 when 'refund' then delta >= 0
    when 'adjustment' then true else delta > 0 end),
  drop constraint credit_ledger_check1,
  add constraint credit_ledger_run_check check (case when user_id is null then run_id is null
    else (run_id is not null) = (reason in ('hold', 'capture', 'release', 'refund')) end);

-- The one change of a row: the person goes, with all that could lead back to them.
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
  raise exception 'Ledger rows are not changed; write another one' using errcode = 'PT403';
end $$;

-- An account goes in the order in which everybody locks, its runs before its profile, so that it never hangs with a
-- charge that is being settled.
create function public.lock_leaving_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  loop
    begin
      perform from public.runs where user_id = old.id order by id for update;
      perform from public.user_profiles where user_id = old.id for update;
      -- A run that began between the two and is being settled now: let its settler through first.
      perform from public.runs where user_id = old.id for update nowait;
      return old;
    exception when lock_not_available then
      perform pg_catalog.pg_sleep(0.002);
    end;
  end loop;
end $$;
revoke execute on function public.lock_leaving_account() from public, anon, authenticated;

create trigger propsight_lock_leaving before delete on auth.users
  for each row execute function public.lock_leaving_account();
